import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';
import { describeModuleUse } from './module-use.ts';

/** Files whose time is mostly that of other programs, the longest first: where no earlier run is known, none of them may be the last. */
const longest = ['test/e2e/', 'test/docs/recipes', 'test/infra/app'];

/**
 * Runs explorations first, then what takes long, so that all workers end at the same time. Files after which modules are read
 * anew come last: among the others each would have the next one read them too.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      if (moduleId.includes('/test/nightly/')) return -1;
      const place = longest.findIndex((beginning) => moduleId.includes(`/${beginning}`));
      if (place !== -1) return place;
      return describeModuleUse(moduleId).leavesSpoilt ? longest.length + 1 : longest.length;
    };
    const ranks = new Map(files.map((file) => [file, rank(file)]));
    const rankOf = (file: TestSpecification): number => ranks.get(file) ?? 0;
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
