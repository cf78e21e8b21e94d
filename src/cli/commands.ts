import type { Command } from './command.ts';

/**
 * The commands by name, in the order of the pipeline. Each is loaded when it is run,
 * so that no command waits for the packages of another.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init-command.ts')).initCommand,
  run: async () => (await import('./run-command.ts')).runCommand,
  check: async () => (await import('./check-command.ts')).checkCommand,
  types: async () => (await import('./types-command.ts')).typesCommand,
  generate: async () => (await import('./generate-command.ts')).generateCommand,
  'write-rows': async () => (await import('./write-rows-command.ts')).writeRowsCommand,
  'write-sampler': async () => (await import('./write-sampler-command.ts')).writeSamplerCommand,
  infer: async () => (await import('./infer-command.ts')).inferCommand,
  annotate: async () => (await import('./annotate-command.ts')).annotateCommand,
  notes: async () => (await import('./notes-command.ts')).notesCommand,
  audit: async () => (await import('./audit-command.ts')).auditCommand,
  simulate: async () => (await import('./simulate-command.ts')).simulateCommand,
  validate: async () => (await import('./validate-command.ts')).validateCommand,
  report: async () => (await import('./report-command.ts')).reportCommand,
  compare: async () => (await import('./compare-command.ts')).compareCommand,
  regrade: async () => (await import('./regrade-command.ts')).regradeCommand,
  import: async () => (await import('./import-command.ts')).importCommand,
  diagnose: async () => (await import('./diagnose-command.ts')).diagnoseCommand,
  'persona-study': async () => (await import('./persona-study-command.ts')).personaStudyCommand,
  remedy: async () => (await import('./remedy-command.ts')).remedyCommand,
  export: async () => (await import('./export-command.ts')).exportCommand,
  verify: async () => (await import('./verify-command.ts')).verifyCommand,
  worker: async () => (await import('./worker-command.ts')).workerCommand,
  'serve-mcp': async () => (await import('./serve-mcp-command.ts')).serveMcpCommand,
  'serve-model': async () => (await import('./serve-model-command.ts')).serveModelCommand,
};

/** What a command line may need: the commands whose names stand in it, or all of them when none does (for help). */
export async function commandsFor(words: readonly string[]): Promise<readonly Command[]> {
  const named = Object.entries(COMMANDS).filter(([name]) => words.includes(name));
  const loaders = named.length > 0 ? named.map(([, load]) => load) : Object.values(COMMANDS);
  return Promise.all(loaders.map((load) => load()));
}
