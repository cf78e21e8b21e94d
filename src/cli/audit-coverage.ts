import { type ClauseCoverage, isTested } from '../audit/index.ts';
import type { Output } from './output.ts';

/** Which clauses the tasks put to the test: in one line, and in full as a table of clauses and the tools they judge. */
export function printCoverage(output: Output, coverage: readonly ClauseCoverage[], full: boolean): void {
  if (coverage.length === 0) return;
  const clauses = [...new Set(coverage.map(({ clause }) => clause))].map((clause) =>
    coverage.filter((pair) => pair.clause === clause),
  );
  if (full) {
    output.table(
      ['clause', 'tested', 'tasks that test it, by tool'],
      clauses.map((pairs) => [
        pairs[0]?.clause ?? '',
        `${pairs.filter(isTested).length}/${pairs.length}`,
        pairs.map((pair) => `${pair.tool} ${testing(pair)}`).join(', '),
      ]),
    );
  }
  const tested = clauses.filter((pairs) => pairs.some(isTested)).length;
  const pairs = coverage.filter(isTested).length;
  const more = full || pairs === coverage.length ? '' : ' (--notes lists them)';
  output.line(
    `clauses tested: ${tested} of ${clauses.length}; clause and tool: ${pairs} of ${coverage.length}${more}`,
  );
}

/** How many tasks test a pair. */
function testing({ asked, called, broken, nearMiss, refused }: ClauseCoverage): number {
  return new Set([...broken, ...nearMiss, ...refused, ...(asked === 'trials' ? called : [])]).size;
}
