import { expect, test } from 'vitest';
import { planLists, valueList } from '../../../shared/consents/lists.ts';

/** Keys of values that ever more people share; `own` stands for those of the callers. */
const rarestFirst = ['tax_code', 'email', 'mobile_phone', 'phone', 'own', 'last_name', 'first_name'];

test('of several values the list is asked first that the fewest people share, in whatever order they are given', () => {
  for (const keys of [rarestFirst, rarestFirst.toReversed()]) {
    const values = new Map(keys.map((key) => [key, 'x']));

    expect(planLists('an account', { values, projectUid: undefined })).toEqual(
      rarestFirst.map((key) => valueList('an account', [key, 'x'])),
    );
  }
});
