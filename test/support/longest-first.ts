import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The files that take longest, mostly by waiting, longest first: where no earlier run is known, none of them may be the last. */
const longest = [
  'docs/recipes.test.ts',
  'docs/recipes-php-forms.test.ts',
  'e2e/lifecycle.test.ts',
  'functions/consent-register/long-lists.test.ts',
  'functions/consent-register/search-model.test.ts',
  'e2e/reference-page.test.ts',
  'e2e/admin-script.test.ts',
  'docs/recipes-forms.test.ts',
  'functions/consent-register/search.test.ts',
  'abuse/theft/explore.test.ts',
  'client/faults.test.ts',
  'growth.long.test.ts',
  'e2e/reference-snippets.test.ts',
  'infra/app.test.ts',
];

/** Runs the files first that take longest, so that all workers end at the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((file) => moduleId.endsWith(`/test/${file}`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
