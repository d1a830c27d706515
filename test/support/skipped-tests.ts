import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import './needs.ts';

/** A test that did not run, and what it would have needed; undefined where nothing says so. */
export interface Skipped {
  readonly file: string;
  readonly test: string;
  readonly missing: string | undefined;
}

const toSkipped = (test: TestCase): Skipped => ({
  file: test.module.relativeModuleId,
  test: test.fullName,
  missing: test.meta().missing,
});

/** What a person reads: each need with the tests that lack it, those without a reason last. */
export const describeSkipped = (skipped: readonly Skipped[]): string[] => {
  const byNeed = Map.groupBy(skipped, ({ missing }) => missing);
  const named = [...byNeed].toSorted(([one], [other]) => Number(one === undefined) - Number(other === undefined));
  return named.flatMap(([missing, tests]) => [
    missing === undefined ? 'Skipped without a reason, which is an error:' : `Skipped, as there is no ${missing} here:`,
    ...tests.map(({ file, test }) => `  ${file} > ${test}`),
  ]);
};

/**
 * Names each skipped test with its reason when the run ends. A run fails that skips one without a reason, unless the
 * command line chose tests by their name.
 */
export class SkippedTests implements Reporter {
  #isChosenByName = false;

  onInit({ config }: Vitest): void {
    this.#isChosenByName = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]).map(toSkipped);
    const told = this.#isChosenByName ? skipped.filter(({ missing }) => missing !== undefined) : skipped;
    for (const line of describeSkipped(told)) process.stdout.write(`${line}\n`);
    if (told.some(({ missing }) => missing === undefined)) process.exitCode = 1;
  }
}
