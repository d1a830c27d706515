import { setImmediate as turn } from 'node:timers/promises';
import { checkCheckpoints, readHeld } from '../../../shared/log/auditing/check-checkpoints.ts';
import { newFindings } from '../../../shared/log/auditing/finding.ts';
import { readWholeLog } from '../../../shared/log/auditing/read-whole-log.ts';
import { readBlocks } from '../../../shared/log/blocks.ts';
import { feed } from '../../../shared/log/feeding.ts';
import { identityOf } from '../../../shared/log/log-event.ts';
import type { Publisher } from '../../../shared/log/publication.ts';
import { publishNext } from '../../../shared/log/publication.ts';
import type { Table } from '../../../shared/store/client.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { MemoryCall } from '../../../test/support/memory-table.ts';
import { newMemoryTable } from '../../../test/support/memory-table.ts';
import type { Random } from '../../../test/support/random.ts';
import { newSigner } from '../log-damage/register.ts';
import type { StreamEvent } from './shards.ts';
import { dealToShards, newStreamEvents, readShards } from './shards.ts';

/** That a container dies: nothing of it goes on. */
class Crash extends Error {
  override readonly name = 'Crash';
}

const throttled = (): Error => Object.assign(new Error('by the run'), { name: 'ThrottlingException' });
const lost = (): Error => Object.assign(new Error('by the run'), { name: 'TimeoutError' });

/** What happened to calls, by kind. */
type FaultCounts = Record<
  'calls' | 'throttled' | 'crash before a write' | 'crash after a write' | 'lost answer' | 'write done twice',
  number
>;

const newCounts = (): FaultCounts => ({
  calls: 0,
  throttled: 0,
  'crash before a write': 0,
  'crash after a write': 0,
  'lost answer': 0,
  'write done twice': 0,
});

const ofFeeding: ReadonlySet<unknown> = new Set([logKeyOf.block('').PK, logKeyOf.aside('').PK]);

/** A batch is one write, a checkpoint hundreds: with as many faults for each, none would ever be done. */
const shareOf = ({ name, input: { Item } }: MemoryCall): number =>
  name === 'PutCommand' && !ofFeeding.has(Item?.PK) ? 0.05 : 1;

/** Lets calls fail as DynamoDB, the network and Lambda make them fail; each waits for others, so that they meet. @param rate of faults */
const newFaults = (random: Random, rate: { readonly now: number }, counts: FaultCounts) => {
  const strikes = (kind: Exclude<keyof FaultCounts, 'calls'>, share: number): boolean => {
    const isSo = random.chance(rate.now * share);
    if (isSo) counts[kind] += 1;
    return isSo;
  };
  return async (call: MemoryCall, forward: () => unknown): Promise<unknown> => {
    const share = shareOf(call);
    counts.calls += 1;
    for (let turns = random.below(4); turns > 0; turns -= 1) await turn();
    if (strikes('throttled', share)) throw throttled();
    if (call.name !== 'PutCommand') return forward();
    if (strikes('crash before a write', share)) throw new Crash();
    // The SDK sends again what had no answer.
    if (strikes('write done twice', share)) forward();
    const answer = forward();
    await turn();
    if (strikes('lost answer', share)) throw lost();
    if (strikes('crash after a write', share)) throw new Crash();
    return answer;
  };
};

interface FaultRun {
  readonly counts: FaultCounts;
  readonly deliveries: number;
  readonly failures: number;
  readonly shards: number;
  readonly leaves: number;
  readonly checkpoints: number;
  readonly setAside: number;
  /** What is wrong with the log in the end. */
  readonly violations: readonly string[];
}

interface Course {
  readonly events: number;
  readonly random: Random;
  readonly rate?: number;
}

const start = Date.parse('2026-11-23T00:00:00Z');
/** Milliseconds of the run's clock from one event to the next. */
const step = 60;
/** By how much the clock of a container is off, in milliseconds. */
const skew = 20_000;

const makeEvents = (count: number, random: Random): StreamEvent[] => {
  const next = newStreamEvents(random);
  return Array.from({ length: count }, (_, i) => next(new Date(start + i * step)));
};

/** Each event once, in the order that its record had, and none that nobody expected. */
const judgeLeaves = async (
  log: Table,
  events: readonly StreamEvent[],
): Promise<{ readonly leaves: number; readonly violations: string[] }> => {
  const at = new Map<string, number>();
  const violations: string[] = [];
  let end = 0;
  for await (const { first, leaves } of readBlocks(log)) {
    if (first !== end) violations.push(`a block begins at ${first} instead of ${end}`);
    for (const { event } of leaves) {
      if (at.has(identityOf(event))) violations.push(`${identityOf(event)} is there twice`);
      at.set(identityOf(event), end);
      end += 1;
    }
  }
  const lastOf = new Map<string, number>();
  const expected = events.flatMap((event) => event.expected);
  for (const identity of expected) {
    const [index, id] = [at.get(identity), identity.slice(2)];
    if (index === undefined) violations.push(`${identity} is lost`);
    else if (index < (lastOf.get(id) ?? -1)) violations.push(`${identity} comes before what was before it`);
    lastOf.set(id, index ?? -1);
  }
  if (at.size !== expected.length) violations.push(`${at.size} leaves instead of ${expected.length}`);
  return { leaves: end, violations };
};

/** Tiles, index and checkpoints fit the blocks. */
const judgeTree = async ({
  log,
  key,
  origin,
}: Publisher): Promise<{ readonly checkpoints: number; readonly violations: string[] }> => {
  const findings = newFindings(20);
  const held = await readHeld(log);
  const checkpoints = new Set(held.map(({ size }) => size));
  const whole = await readWholeLog(log, { checkpoints, sizes: new Set(), report: findings.report, onLeaves: () => {} });
  await checkCheckpoints(held, whole, { name: origin, publicKey: key.publicKey }, findings.report);
  const last = held.at(-1)?.size ?? 0;
  const open = last === whole.size ? [] : [`the last checkpoint has ${last} of ${whole.size} leaves`];
  return { checkpoints: held.length, violations: [...findings.kept().map((each) => JSON.stringify(each)), ...open] };
};

/**
 * Runs work in one of some containers that are free, each of which remembers what it has read; one in which work failed is gone, and sometimes
 * one that is idle.
 */
const newContainers = (log: Table, random: Random) => {
  const idle: Table[] = [];
  return async (work: (own: Table) => Promise<unknown>): Promise<void> => {
    if (random.chance(0.02)) idle.shift();
    const own = idle.splice(random.below(Math.max(1, idle.length)), 1)[0] ?? { name: log.name, client: log.client };
    await work(own);
    idle.push(own);
  };
};

/** Feeds a log with events of many shards while everything fails that can, and publishes it at the same time. */
export const runFaults = async ({ events: count, random, rate: most = 0.04 }: Course): Promise<FaultRun> => {
  const [counts, rate] = [newCounts(), { now: most }];
  const log = newMemoryTable([], newFaults(random.fork(), rate, counts));
  const publisher = { log, origin: 'log-faults', key: newSigner() };
  const events = makeEvents(count, random.fork());
  const times = new Map(events.map((event, i) => [event, start + i * step]));
  const shards = dealToShards(events, random.fork(), { shards: 4, splitEvery: Math.ceil(count / 6) });
  let [deliveries, failures, isOver, clock] = [0, 0, false, start];
  const inContainer = newContainers(log, random.fork());
  const invoke = async (batch: readonly StreamEvent[]): Promise<void> => {
    deliveries += 1;
    const latest = Math.max(...batch.map((event) => times.get(event) ?? start));
    clock = Math.max(clock, latest);
    const now = new Date(clock + random.below(2 * skew) - skew);
    const records = batch.map(({ toRecord }) => toRecord());
    await inContainer((own) => feed(own, records, now));
  };
  const publishNow = () => publishNext(publisher, new Date(clock)).catch(() => 'failed' as const);
  const publishing = Array.from({ length: 2 }, async () => {
    while (!isOver) {
      await publishNow();
      for (let turns = 200; turns > 0 && !isOver; turns -= 1) await turn();
    }
  });
  const onFailure = (): void => {
    failures += 1;
  };
  await readShards(shards, { random: random.fork(), batchSize: 60, again: 0.1, invoke, onFailure });
  isOver = true;
  await Promise.all(publishing);
  while ((await publishNow()) !== undefined);
  rate.now = 0;
  const poison = events.filter(({ isPoison }) => isPoison).length;
  const setAside = log.items().filter(({ PK }) => PK === logKeyOf.aside('').PK).length;
  const [ofLeaves, ofTree] = [await judgeLeaves(log, events), await judgeTree(publisher)];
  const lostAside = setAside === poison ? [] : [`${setAside} records were put aside instead of ${poison}`];
  return {
    counts,
    deliveries,
    failures,
    shards: shards.length,
    leaves: ofLeaves.leaves,
    setAside,
    checkpoints: ofTree.checkpoints,
    violations: [...ofLeaves.violations, ...ofTree.violations, ...lostAside],
  };
};
