import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * Runs first what failed at an earlier mutant, then the quickest: a mutant is killed by its first failure, and the next
 * one is mostly in the same function.
 */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const result = this.ctx.cache.getTestSpecificationResult(file);
      return result?.failed ? -1 : (result?.duration ?? Number.POSITIVE_INFINITY);
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}
