import { expect, test } from 'vitest';
import { buildOnce } from '../../support/built.ts';
import { recordLasting } from './lasting.ts';
import released from './released.json' with { type: 'json' };
import replacing from './replacing.json' with { type: 'json' };

await buildOnce();

const now = recordLasting();

/** A release may add resources. Those of the last one stay, with every property whose change would replace them. */
test.each(Object.entries(released.stages))(
  '%s: an update from the last release replaces no table, key, bucket, secret, vault, trail, log or address',
  (stage, lasting) => {
    const { [stage]: today = {} } = now;
    const kept = Object.fromEntries(Object.entries(today).filter(([id]) => id in lasting));

    expect(kept).toEqual(lasting);
  },
);

test('the record has every kind of resource that it is about, and every stage', () => {
  const types = Object.values(now).flatMap((lasting) => Object.values(lasting).map(({ type }) => type));

  expect(Object.keys(now)).toEqual(Object.keys(released.stages));
  expect([...new Set(types)].sort()).toEqual(Object.keys(replacing.properties));
});
