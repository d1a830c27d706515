import { expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { newComparison } from '../../../shared/consents/person-data.ts';
import { normaliseValue } from '../../../shared/schema/matching.ts';

/** How many spellings of a value are compared, each in another consent, before that is refused. */
const countCompared = (key: string, text: string): number => {
  const refusal = new Error('Too long.');
  const isMatch = newComparison(new Map([[key, normaliseValue(key, text)]]), () => refusal);
  for (let i = 0; ; i += 1) {
    try {
      expect(isMatch({ [key]: text + ' '.repeat(i) })).toBe(true);
    } catch (error) {
      expect(error).toBe(refusal);
      return i;
    }
  }
};

test.each([
  ['a name', 'name', 'x'.repeat(1_000), 1_000],
  ['a name that becomes 18 times as long', 'name', '\ufdfa'.repeat(200), 3_600],
  ['an email, whose domain takes longer', 'email', `a@${'b'.repeat(998)}`, 4_000],
  ['an email whose domain becomes longer', 'email', `a@${'ü.'.repeat(100)}b`, 3_200],
])('as much of %s is compared in one call as takes a bounded time', (_what, key, text, cost) => {
  const compared = countCompared(key, text);

  expect(compared).toBeGreaterThan(0);
  expect(compared).toBeLessThanOrEqual(Math.ceil(limits.comparedCharacters / cost));
});

test('all that one consent can have is compared in one call', () => {
  const values = Array.from({ length: limits.userDataKeys }, (_, i): [string, string] => [
    i === 0 ? 'email' : `k${i}`,
    '\ufdfa'.repeat(227),
  ]);
  const findable = new Map(values.map(([key, text]) => [key, normaliseValue(key, text)]));

  expect(newComparison(findable, () => new Error('Too long.'))(Object.fromEntries(values))).toBe(true);
});
