import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWanted } from '../../../cli/local/stream.ts';
import { checkFeed, feed, streamFilter } from '../../../shared/log/feed.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { followStream } from '../../support/make/register-log.ts';
import { putItem } from '../../support/make/stored.ts';
import { createThree } from '../../support/make/tables.ts';

const minute = 60_000;

/** A register of its own: its check at a minute, and its feed, which carries what Lambda would hand over. */
const open = async () => {
  const [table, , log] = await createThree(`feed-mark-${randomUUID()}`);
  if (table === undefined || log === undefined) throw new Error('There are no tables.');
  const next = await followStream(table);
  return {
    markAhead: async () => {
      for (const [on, key] of [
        [table, keyOf.feedMark()],
        [log, logKeyOf.feedMark()],
      ] as const)
        await putItem(on, { ...key, at: '9999-01-01T00:00:00.000Z' });
    },
    check: (at: number) => checkFeed({ table, log }, new Date(at * minute)),
    carry: async (at: number) => {
      const records = (await next()).filter((record) => isWanted(record, streamFilter));
      await feed(log, records, new Date(at * minute));
      return records.length;
    },
  };
};

test('a feed that stops fails the check after an hour, until it goes on', async () => {
  const { check, carry } = await open();
  await check(0);
  await carry(1);
  for (const at of [15, 30, 45, 60]) await check(at);

  await expect(check(75)).rejects.toThrow('The log may lack consents since 1970-01-01T00:00:00.000Z.');
  await expect(check(90)).rejects.toThrow('since 1970-01-01T00:00:00.000Z.');
  await carry(91);
  await check(105);
});

test('a feed that is late but goes on fails no check', async () => {
  const { check, carry } = await open();
  for (let at = 0; at < 300; at += 15) {
    await check(at);
    if (at % 45 === 0) await carry(at);
  }
});

test('a mark that somebody dates ahead hides no stopped feed', async () => {
  const { check, carry, markAhead } = await open();
  await check(0);
  await carry(1);
  await markAhead();
  await check(15);
  await check(30);

  await expect(check(90)).rejects.toThrow('The log may lack consents since 1970-01-01T00:15:00.000Z.');
  await markAhead();
  await carry(91);
  await check(105);
  await expect(check(180)).rejects.toThrow('since 1970-01-01T01:30:00.000Z.');
});

test('one check an hour suffices', async () => {
  const { check, carry } = await open();
  await check(0);
  for (const at of [60, 120]) {
    await carry(at - 59);
    await check(at);
  }
  await expect(check(180)).rejects.toThrow('since 1970-01-01T01:00:00.000Z.');
});

test('a feed that never ran has an hour from the first check', async () => {
  const { check } = await open();
  await check(0);
  await check(59);

  await expect(check(61)).rejects.toThrow('The log may lack consents since');
});

test('checks within five minutes mark the table once, so that a mark does not call for the next', async () => {
  const { check, carry } = await open();
  await check(0);
  expect(await carry(0)).toBe(1);
  await check(4);

  expect(await carry(4)).toBe(0);
});
