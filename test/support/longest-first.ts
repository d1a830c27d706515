import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files whose time is mostly that of other programs, the longest first: where no earlier run is known, none of them may be the last. */
const longest = ['test/checks', 'test/e2e/', 'test/docs/recipes', 'test/infra/app'];

/** Runs explorations first, then what takes long, so that all workers end at the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      if (moduleId.endsWith('.long.test.ts')) return -1;
      const place = longest.findIndex((beginning) => moduleId.includes(`/${beginning}`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
