import { expect, test } from 'vitest';
import type { Block } from '../../../shared/log/blocks.ts';
import { appendLeaves, leafName, readBlocks } from '../../../shared/log/blocks.ts';
import { leavesOfItem } from '../../../shared/log/feed.ts';
import type { LogEvent } from '../../../shared/log/log-event.ts';
import { repairLog } from '../../../shared/log/repair.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { newTenant } from '../../support/make/builders.ts';
import { putEveryForm } from '../../support/make/exports.ts';
import { openRegisterLog, restore } from '../../support/make/register-log.ts';
import { readAllItems } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const tenant = await newTenant({ notices: 2 });
const forms = await putEveryForm(tenant);
const items = await readAllItems(table);

/** When the stream has nothing of these records any more. */
const later = (): Date => new Date(Date.now() + 26 * 3_600_000);

const manner = { segments: 3, onItems: () => {}, onFirst: async () => undefined, clock: later };

const eventsIn = async (log: Parameters<typeof readBlocks>[0]): Promise<LogEvent[]> => {
  const blocks: Block[] = await Array.fromAsync(readBlocks(log));
  return blocks.flatMap(({ leaves }) => leaves.map(({ event }) => event));
};

test('every record that the log lacks is appended once', async () => {
  const { log } = await openRegisterLog();
  const old = await restore(items);
  let begun = 0;
  const onFirst = async (): Promise<undefined> => {
    begun += 1;
  };
  const first = await repairLog({ table: old, log }, { ...manner, onFirst });
  const again = await repairLog({ table: old, log }, { ...manner, onFirst });
  const events = await eventsIn(log);

  expect(first.unreadable).toEqual([]);
  expect(first.kinds.published).toBe(2);
  expect(again).toEqual({ kinds: {}, unreadable: [] });
  expect(begun).toBe(1);
  expect(new Set(events.map(leafName)).size).toBe(events.length);
  expect(events.filter(({ kind }) => kind === 'operation').length).toBeGreaterThan(0);
  for (const id of Object.values(forms).flat())
    expect(events.filter((event) => event.id === id).length, id).toBeGreaterThan(0);
});

test('what is appended has the leaf that the record has today', async () => {
  const { log } = await openRegisterLog();
  await repairLog({ table, log }, manner);
  const blocks: Block[] = await Array.fromAsync(readBlocks(log));
  const entries = new Map(
    blocks.flatMap(({ leaves }) =>
      leaves.map(({ event, entry }) => [leafName(event), Buffer.from(entry).toString('hex')]),
    ),
  );
  const expected = items.flatMap(leavesOfItem);

  expect(expected.length).toBeGreaterThan(8);
  expect(entries).toEqual(
    new Map(expected.map(({ event, entry }) => [leafName(event), Buffer.from(entry).toString('hex')])),
  );
});

test('what the feed appends at the same time is in the log once', async () => {
  const { log } = await openRegisterLog();
  const leaves = items.flatMap(leavesOfItem);
  const onFirst = () => appendLeaves(log, leaves.slice(3, 8), new Date()).then(() => undefined);
  await repairLog({ table, log }, { ...manner, onFirst });
  const events = await eventsIn(log);

  expect(events).toHaveLength(leaves.length);
  expect(new Set(events.map(leafName)).size).toBe(leaves.length);
});

test('an item that nobody can read is named, and the others are appended', async () => {
  const { log } = await openRegisterLog();
  const copy = await restore(items);
  const id = 'f'.repeat(32);
  await write(copy, {
    put: { ...keyOf.consent(tenant.accountId, id), contentHash: Buffer.alloc(32), lang: 'xx' },
    ...isNew,
  });
  const { unreadable, kinds } = await repairLog({ table: copy, log }, manner);

  expect(unreadable).toEqual([keyOf.consent(tenant.accountId, id).PK]);
  expect(kinds.published).toBe(2);
});

test('an erased consent that the stream may still bring is left to the feed, which brings when it was given', async () => {
  const { log } = await openRegisterLog();
  const erased = items.flatMap(leavesOfItem).filter(({ event }) => event.kind === 'erased');
  await repairLog({ table, log }, { ...manner, clock: () => new Date() });
  expect((await eventsIn(log)).filter(({ kind }) => kind === 'erased')).toEqual([]);

  await appendLeaves(log, erased, new Date());
  await repairLog({ table, log }, manner);
  expect((await eventsIn(log)).filter(({ kind }) => kind === 'erased')).toHaveLength(erased.length);
});

test.each([true, false])('an erasure is marked as first unless the log has when it was given: %j', async (isKnown) => {
  const { log } = await openRegisterLog();
  const erased = items.flatMap(leavesOfItem).filter(({ event }) => event.kind === 'erased');
  expect(erased.length).toBeGreaterThan(0);
  const now = new Date();
  const given = erased.map(({ event: { id }, entry }) => ({
    event: { kind: 'recorded' as const, id, time: now.getTime() },
    entry,
  }));
  if (isKnown) await appendLeaves(log, given, now);
  await repairLog({ table, log }, manner);

  const events = (await eventsIn(log)).filter(({ kind }) => kind === 'erased');
  expect(events.map(({ isFirst }) => isFirst)).toEqual(erased.map(() => (isKnown ? undefined : true)));
});
