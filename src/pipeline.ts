/** One stage of the pipeline: what it reads, what it makes, and the command that runs it. */
export interface Stage {
  readonly name: string;
  readonly command: string;
  readonly reads: string;
  readonly makes: string;
  readonly does: string;
}

/** The whole program on one screen. The command line's help and the README's table follow this order. */
export const STAGES: readonly Stage[] = [
  {
    name: 'define',
    command: 'check',
    reads: 'schemas/',
    makes: 'Domain',
    does: 'table schemas, tools, policy and policy rules become one checked domain',
  },
  {
    name: 'generate',
    command: 'generate',
    reads: 'Domain, generators/',
    makes: 'Database',
    does: 'seeded rows at any scale that satisfy every type, key, reference and invariant',
  },
  {
    name: 'annotate',
    command: 'annotate',
    reads: 'Domain, Database, tasks/',
    makes: 'ReplayedTask',
    does: 'gold actions replay on a fresh database and give the gold outcome',
  },
  {
    name: 'audit',
    command: 'audit',
    reads: 'ReplayedTask',
    makes: 'Findings',
    does: 'every other outcome that tools and policy allow, and whether the scenario rules it out; no model needed',
  },
  {
    name: 'simulate',
    command: 'simulate',
    reads: 'Domain, Database, Scenario',
    makes: 'Trial',
    does: 'agent and user talk until one stops; the agent never sees the annotation',
  },
  {
    name: 'grade',
    command: 'regrade',
    reads: 'Trial, gold Outcome',
    makes: 'Verdict',
    does: 'pure comparison: database, outputs, policy rules, grading notes',
  },
  {
    name: 'validate',
    command: 'validate',
    reads: 'Tasks × trials',
    makes: 'ValidationRun',
    does: 'the reference agent runs 40 times a task; distinct outcomes are clustered and explained',
  },
  {
    name: 'diagnose',
    command: 'diagnose',
    reads: 'ValidationRun',
    makes: 'Diagnoses',
    does: 'where trials part, whose fault it is, what to edit',
  },
  {
    name: 'export',
    command: 'export',
    reads: 'ValidatedTasks',
    makes: 'Pack',
    does: 'only tasks with current evidence, in the forms other harnesses read',
  },
];
