import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with the plain line `N passed, N failed` (and `, N skipped`), which continuous integration reads. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) count[state] += 1;
      // A file that fails outside its tests (loading, a hook) is a failure too.
      if (module.state() === 'failed' && !states.includes('failed')) count.failed += 1;
    }
    const skipped = count.skipped + count.pending;
    // Written after the default reporter's own summary.
    setImmediate(() => {
      console.log(
        `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
      );
    });
  }
}
