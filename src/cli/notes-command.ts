import type { Argv } from 'yargs';
import { replayTask, startEnvironment } from '../annotate/index.ts';
import { lintNotes, noteCode, notesFor, tryNotes } from '../grade/notes/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { openProject, type ProjectArguments, projectOptions } from './project.ts';

interface NotesArguments extends ProjectArguments {
  readonly clauses: boolean;
}

/** `taskwright notes`: drafts grading notes from gold and tries them. */
export const notesCommand = defineCommand<NotesArguments>({
  command: 'notes <domain>',
  describe: 'draft grading notes from gold, try and check them',
  examples: [
    ['$0 notes retail', 'notes of the shipped tasks, tried on gold, on nothing and on mistakes'],
    ['$0 notes retail --task ID --json', 'the notes themselves, to put into the task file'],
  ],
  options: (yargs) =>
    projectOptions(yargs).option('clauses', {
      type: 'boolean',
      default: false,
      describe: 'also a note per policy clause that no rule enforces (needs a judge)',
    }) as Argv<NotesArguments & GlobalArguments>,
  run: async (args, { output }) => {
    const { domain, database, tasks, options } = await openProject(args);
    const progress = output.progress('notes', tasks.length);
    const results = tasks.map((task, index) => {
      progress.update(index + 1, task.id);
      const replay = replayTask(domain, database, task, options);
      if (!replay.ok) return { id: task.id, notes: [], needJudge: 0, tried: null, findings: replay.failures };
      const start = startEnvironment(domain, database, replay.task, options);
      const notes = notesFor(domain, replay.task, start, { clauses: args.clauses });
      const { findings, mutants, ...tried } = tryNotes(domain, replay.task, notes, start);
      return {
        id: task.id,
        notes,
        needJudge: notes.filter((note) => noteCode(note) === undefined).length,
        tried: { ...tried, mutants: mutants.length },
        findings: [...lintNotes({ id: task.id, notes }), ...findings],
      };
    });
    progress.stop();
    output.table(
      ['task', 'notes', 'need a judge', 'gold', 'nothing', 'mistakes caught'],
      results.map(({ id, notes, needJudge, tried }) => [
        id,
        String(notes.length),
        String(needJudge),
        show(tried?.gold),
        show(tried?.nothing),
        show(tried?.mutationScore),
      ]),
    );
    const findings = results.flatMap((result) => result.findings);
    output.findings(findings);
    output.result({ tasks: results });
    return findings.length > 0 ? 1 : 0;
  },
});

function show(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : `${Math.round(value * 100)} %`;
}
