import type { Finding } from '../base/finding/index.ts';
import type { DiagnosedTrial } from './diagnosis-report.ts';

/** Tasks whose trials of one agent differ much, or all fail in the same way, are worth an audit. */
export function findingsOfTasks(perTrial: readonly DiagnosedTrial[]): Finding[] {
  const byTask = new Map<string, DiagnosedTrial[]>();
  for (const trial of perTrial) byTask.set(trial.task, [...(byTask.get(trial.task) ?? []), trial]);
  return [...byTask].flatMap(([task, trials]): Finding[] => {
    const values = trials.flatMap(({ progress }) => (progress.progress === null ? [] : [progress.progress]));
    if (trials.length < 3 || values.length < 3) return [];
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length;
    const passed = trials.filter(({ verdict }) => verdict === 'pass').length;
    if (variance >= AGENT_VARIANCE) {
      const hint = `taskwright audit: does the scenario leave open what these trials do differently?`;
      const message = `progress of its trials varies much (deviation ${Math.sqrt(variance).toFixed(2)}, ${passed} of ${trials.length} pass)`;
      return [{ code: 'high-agent-variance', severity: 'warning', message, hint, task }];
    }
    return [];
  });
}

/** Variance of progress over trials from which a task goes to the audit: a deviation of 0.3. */
const AGENT_VARIANCE = 0.09;

/** Trials that speak to whoever judges them. */
export function findingsOfSuspicion(perTrial: readonly DiagnosedTrial[]): Finding[] {
  return perTrial
    .filter(({ suspicious }) => suspicious.length > 0)
    .map(({ task, trial, suspicious }) => ({
      code: 'speaks-to-judge',
      severity: 'warning',
      message: `trial ${trial} holds text that speaks to a judge, in turn ${suspicious.join(', ')}`,
      hint: 'read these turns: an agent that writes for its judge should not be trusted with it',
      task,
    }));
}
