import { expect, test } from 'vitest';
import { sayCheck, technicalChecks } from '../../verifier/check-sentences.ts';
import type { Message } from '../../verifier/verification.ts';
import { sampleSayings } from './sayings.ts';

const technical = sampleSayings(Object.keys(technicalChecks));

test('each check says a sentence, with every name that it is given', () => {
  for (const saying of technical) {
    const says = sayCheck(saying);

    expect(says).toMatch(/^\S.*\.$/);
    expect(says).not.toMatch(/ {2}|undefined|\bnull\b|NaN|\[object/);
    for (const name of JSON.stringify(saying).match(/§\w+/g) ?? []) expect(says).toContain(name);
  }
});

test('one leaf is not written in the plural', () => {
  const ofOne = (facts: unknown): unknown =>
    JSON.parse(JSON.stringify(facts), (name, value) => (['size', 'smaller'].includes(name) ? 1 : value));
  const said = technical.map(([code, facts]) => sayCheck([code, ofOne(facts)] as unknown as Message));

  expect(said.filter((says) => /\b1 leaf\b/.test(says)).length).toBeGreaterThan(10);
  expect(said.filter((says) => /\b1 leaves/.test(says))).toEqual([]);
});
