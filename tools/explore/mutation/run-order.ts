import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('.long.test.ts');

/**
 * Runs the gate before long tests, so that the first failure tells whether the gate notices a mutant. In both, first what failed
 * at an earlier mutant, then the quickest: the next mutant is mostly in the same function.
 */
export class GateFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const result = this.ctx.cache.getTestSpecificationResult(file);
      return result?.failed ? -1 : (result?.duration ?? Number.POSITIVE_INFINITY);
    };
    return files.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b)) || rank(a) - rank(b));
  }
}
