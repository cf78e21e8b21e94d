import type { Evidence } from '../types.ts';

/** Says nothing of any alternative. */
export const scenarioEvidence: Evidence = {
  weighAlternative: () => ({
    ruledOut: false,
    strength: 0,
    spans: [],
    reason: 'the scenario was not read',
    severity: 'note',
  }),
};
