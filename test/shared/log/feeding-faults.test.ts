import { expect, test, vi } from 'vitest';
import { checkCheckpoints, readTableCheckpoints } from '../../../shared/log/audit/check-checkpoints.ts';
import { newFindings } from '../../../shared/log/audit/findings.ts';
import { readWholeLog } from '../../../shared/log/audit/read-log.ts';
import { readBlocks } from '../../../shared/log/blocks.ts';
import { feed } from '../../../shared/log/feed.ts';
import { publishNext } from '../../../shared/log/publish.ts';
import { listSetAside } from '../../../shared/log/set-aside.ts';
import { compress } from '../../../shared/store/item.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { Table } from '../../../shared/store/table.ts';
import { newRandom, seed } from '../../support/make/chance.ts';
import type { MadeItem } from '../../support/make/made-log.ts';
import { makeConsents, toStreamRecord } from '../../support/make/made-log.ts';
import { eraseItem, key } from './audit/made-register.ts';
import type { MemoryCall } from './memory-table.ts';
import { newMemoryTable } from './memory-table.ts';

const at = new Date('2026-11-23T12:00:00.000Z');
const random = newRandom(seed);
const version = { pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) };

const newConsent = (name: string): MadeItem =>
  makeConsents(random, { now: at, email: `${name}@example.com`, versions: [version] })[0] ?? expect.fail('no consent');

const [one, two, three, four] = [newConsent('one'), newConsent('two'), newConsent('three'), newConsent('four')];
const revoked = {
  ...one,
  revokeTime: at.toISOString(),
  revokeChannel: 'web',
  revokeProof: compress({ url: 'https://shop.example/account' }),
  revokeObserved: one.observed,
};
const erased = eraseItem(two, at);

/** The changes of a shard, two batches of them: one that nobody can read is among them. */
const changes: readonly (readonly (readonly [old: MadeItem | undefined, now: MadeItem | undefined])[])[] = [
  [
    [undefined, one],
    [undefined, two],
    [undefined, { ...four, userData: 'no bytes' }],
    [undefined, three],
  ],
  [
    [one, revoked],
    [two, erased],
    [three, undefined],
    [erased, undefined],
  ],
];

const batches = changes.map((batch, i) => batch.map(([old, now], j) => toStreamRecord({ old, now }, at, i * 10 + j)));

const expected = [
  ['recorded', one],
  ['recorded', two],
  ['recorded', three],
  ['revoked', one],
  ['erased', two],
  ['removed', three],
  ['removed', two],
].map(([kind, item]) => `${kind} ${(item as MadeItem).SK}`);

const fault = (name: string): Error => Object.assign(new Error('by the test'), { name });

type Fault = (forward: () => unknown) => unknown;

/** What may become of a call, from a busy table to a container that dies. */
const faults: Readonly<Record<string, Fault>> = {
  'is refused, since the table is busy': () => {
    throw fault('ThrottlingException');
  },
  'is not made, since the container dies': () => {
    throw fault('Crash');
  },
  'is made and then the container dies, or its answer is lost': (forward) => {
    forward();
    throw fault('TimeoutError');
  },
  'is made twice, since the SDK sends again what had no answer': (forward) => {
    forward();
    return forward();
  },
};

/** Has the so many-th call meet a fault, from 1; of reads, one that fails. */
const strikeAt = (wanted: number, strike: Fault) => {
  let calls = 0;
  const intercept = (_call: MemoryCall, forward: () => unknown): unknown => {
    calls += 1;
    return calls === wanted ? strike(forward) : forward();
  };
  return { intercept, isOver: () => calls < wanted };
};

const publish = async (log: Table): Promise<void> => {
  while ((await publishNext({ log, origin: 'a/log', key }, at)) !== undefined);
};

/** Does work until it succeeds, each time in a container that remembers nothing. */
const untilDone = async (log: Table, work: (own: Table) => Promise<unknown>): Promise<void> => {
  for (let left = 3; ; left -= 1)
    try {
      await work({ ...log });
      return;
    } catch (error) {
      if (left === 0) throw error;
    }
};

/** Delivers a batch as Lambda does: once it failed, in halves; and its second half once more though it succeeded. */
const deliver = async (log: Table, batch: readonly object[]): Promise<void> => {
  const half = batch.length / 2;
  try {
    await feed({ ...log }, batch, at);
  } catch {
    for (const part of [batch.slice(0, half), batch.slice(half)]) await untilDone(log, (own) => feed(own, part, at));
  }
  await untilDone(log, (own) => feed(own, batch.slice(half), at));
};

const judge = async (log: Table) => {
  const blocks = await Array.fromAsync(readBlocks(log));
  const findings = newFindings(20);
  const held = await readTableCheckpoints(log);
  const sizes = new Set(held.map(({ size }) => size));
  const whole = await readWholeLog(log, { sizes, report: findings.report, onLeaves: () => {} });
  await whole.checkCopies({ published: held.at(-1)?.size ?? 0, segments: 1 });
  const noteKey = { name: 'a/log', publicKey: key.publicKey };
  await checkCheckpoints(held, { whole, key: noteKey }, findings.report);
  return {
    leaves: blocks.flatMap(({ leaves }) => leaves.map(({ event }) => `${event.kind} ${event.id}`)),
    setAside: (await listSetAside(log)).length,
    published: held.at(-1)?.size,
    findings: findings.kept(),
  };
};

test.each(Object.entries(faults))(
  'each event is in the log once and in its order, whichever call %s',
  async (_name, strike) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let struck = 0;
    for (let call = 1; ; call += 1) {
      const { intercept, isOver } = strikeAt(call, strike);
      const log = newMemoryTable([], intercept);
      log.put({ ...logKeyOf.signingKey('checkpoints'), publicKey: key.publicKey, wrapped: new Uint8Array(1) });
      for (const batch of batches) {
        await deliver(log, batch);
        await publish({ ...log }).catch(() => untilDone(log, publish));
      }
      if (isOver()) break;
      struck += 1;
      const { leaves, setAside, published, findings } = await judge(log);
      expect({ call, leaves, setAside, published, findings }).toEqual({
        call,
        leaves: expected,
        setAside: 1,
        published: expected.length,
        findings: [],
      });
    }

    expect(struck).toBeGreaterThan(20);
  },
);
