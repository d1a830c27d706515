import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/nightly/');

/**
 * Runs the gate before long tests, so that the first failure tells whether the gate notices a mutant. In both, first what failed
 * at an earlier mutant, then the quickest: the next mutant is mostly in the same function.
 */
class GateFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const result = this.ctx.cache.getTestSpecificationResult(file);
      return result?.failed ? -1 : (result?.duration ?? Number.POSITIVE_INFINITY);
    };
    return files.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)) || rank(a) - rank(b));
  }
}

/** The tests that run for each mutant: those that run the code in their own process, so not those of a bundle or a page. */
export default defineConfig({
  test: {
    include: [
      'test/{functions,shared,verifier,evidence,cli/commands,cli/notices}/**/*.test.ts',
      ...(process.env.MUTATION_LONG === 'true'
        ? [
            'test/nightly/{attempt-counter,erase*,leaks,list-*,log-*,login-floods,notice-retirement,search-model,stamp-*}.test.ts',
          ]
        : []),
    ],
    setupFiles: ['test/support/setup.ts'],
    sequence: { sequencer: GateFirst },
    cache: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
