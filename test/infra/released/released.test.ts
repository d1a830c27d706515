import { expect, test } from 'vitest';
import { buildOnce } from '../../support/built.ts';
import { findChanged, recordDeployed } from './lasting.ts';
import released from './released.json' with { type: 'json' };
import replacing from './replacing.json' with { type: 'json' };

await buildOnce();

const { stages: now, indexes } = recordDeployed();

/** A release may add resources. Those of the last one stay, with every property whose change would replace them. */
test.each(Object.entries(released.stages))(
  '%s: an update from the last release replaces no table, key, bucket, secret, vault, trail, log or address',
  (stage, lasting) => {
    const { [stage]: today = {} } = now;
    const kept = Object.fromEntries(Object.entries(today).filter(([id]) => id in lasting));

    expect(kept).toEqual(lasting);
  },
);

/** CloudFormation makes or deletes one index of a table in an update, and the next only when DynamoDB has filled it. */
test.each(Object.entries(released.indexes))(
  '%s: an update from the last release changes at most one index of a table',
  (stage, tables) => {
    const { [stage]: today = {} } = indexes;
    const changed = Object.entries(tables).map(([id, before]) => [id, findChanged(before, today[id] ?? [])]);

    expect(changed.filter(([, names = []]) => names.length > 1)).toEqual([]);
  },
);

test.each([
  ['a second index', ['a', 'b'], ['a', 'b', 'c', 'd'], ['c', 'd']],
  ['one in the place of another', ['a', 'b'], ['a', 'c'], ['b', 'c']],
  ['the same indexes in another order', ['a', 'b'], ['b', 'a'], []],
])('%s: the names of what an update changes', (_, before, after, changed) => {
  const toIndexes = (names: readonly string[]) => names.map((IndexName) => ({ IndexName }));

  expect(findChanged(toIndexes(before), toIndexes(after))).toEqual(changed);
});

test('the record has every kind of resource that it is about, and every stage', () => {
  const types = Object.values(now).flatMap((lasting) => Object.values(lasting).map(({ type }) => type));

  expect(Object.keys(now)).toEqual(Object.keys(released.stages));
  expect([...new Set(types)].sort()).toEqual(Object.keys(replacing.properties));
});
