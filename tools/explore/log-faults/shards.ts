import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { toErasedItem } from '../../../shared/consents/erased-form.ts';
import { compress } from '../../../shared/store/compression.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import {
  copyItem,
  madeAccount,
  madeDigester,
  makeConsents,
  toStreamRecord,
} from '../../../test/support/made-consents.ts';
import type { Random } from '../../../test/support/random.ts';

/** A change of an item, as the stream of its table has it: what the log takes of it, and the record. */
export interface StreamEvent {
  readonly partition: string;
  /** Identities of the leaves that it comes to, in their order. */
  readonly expected: readonly string[];
  /** As Lambda hands it over: made anew each time, since all of them together are gigabytes. */
  readonly toRecord: () => object;
  readonly isPoison: boolean;
}

const version = { pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) };

const revokeProof = compress({ url: 'https://shop.example/account' });

/** Short: of a proof, the log takes a hash. */
const proof = { url: 'https://shop.example/newsletter' };

const newConsent = (random: Random, now: Date, serial: number): MadeItem => {
  const [consent] = makeConsents(random, { now, email: `p${serial}@example.com`, versions: [version], proof });
  if (consent === undefined) throw new Error('There is no consent.');
  return consent;
};

const slot = { recorded: '01', revoked: '02', erased: '03', removed: '04' } as const;

/** Makes changes of items, one after the other: consents that are recorded, revoked, erased, erased with everything; and some that nobody can read. */
export const newStreamEvents = (random: Random) => {
  const alive: MadeItem[] = [];
  const erased: MadeItem[] = [];
  let serial = 0;
  const tell = (
    old: MadeItem | undefined,
    now: MadeItem | undefined,
    at: Date,
    ...kinds: (keyof typeof slot)[]
  ): StreamEvent => {
    const { PK, SK } = now ?? old ?? { PK: '', SK: '' };
    serial += 1;
    const number = serial;
    return {
      partition: PK,
      isPoison: false,
      expected: kinds.map((kind) => `${slot[kind]}${SK}`),
      toRecord: () => toStreamRecord({ old, now }, at, number),
    };
  };
  const take = (list: MadeItem[]): MadeItem => {
    const [item] = list.splice(random.below(list.length), 1);
    if (item === undefined) throw new Error('There is nothing to take.');
    return item;
  };
  const revoke = (at: Date): StreamEvent => {
    const i = random.below(alive.length);
    const old = alive[i] as MadeItem;
    const more = {
      revokeTime: at.toISOString(),
      revokeChannel: 'web',
      revokeProof,
      revokeObserved: old.observed,
    };
    const now: MadeItem = { ...old, ...more };
    alive[i] = now;
    return tell(old, now, at, ...(old.revokeTime === undefined ? (['revoked'] as const) : []));
  };
  const erase = (at: Date): StreamEvent => {
    const old = take(alive);
    const now = copyItem(toErasedItem({ accountId: madeAccount, item: old, digester: madeDigester }, at));
    erased.push(now);
    return tell(old, now, at, 'erased');
  };
  const remove = (at: Date): StreamEvent => {
    const old = take(erased.length > 0 && random.chance(0.3) ? erased : alive);
    return tell(old, undefined, at, 'removed');
  };
  const poison = (at: Date): StreamEvent => {
    const item = newConsent(random, at, serial);
    return { ...tell(undefined, { ...item, userData: 'no bytes', lang: 7 }, at), isPoison: true };
  };
  return (at: Date): StreamEvent => {
    const what = random.below(100);
    if (what < 2) return poison(at);
    if (what < 60 || alive.length < 10) {
      const item = newConsent(random, at, serial);
      alive.push(item);
      return tell(undefined, item, at, 'recorded');
    }
    if (what < 85) return revoke(at);
    return what < 93 ? erase(at) : remove(at);
  };
};

/** A shard of the stream: items whose keys hash to its part. It ends where it was split. */
interface Shard {
  readonly from: number;
  readonly until: number;
  readonly events: StreamEvent[];
  /** What must be read to its end before this one is begun. */
  readonly parent: Shard | undefined;
  isRead: boolean;
}

const places = 2 ** 16;
const placeOf = (partition: string): number => createHash('sha256').update(partition).digest().readUInt16BE(0);

const newShard = (from: number, until: number, parent?: Shard): Shard => ({
  from,
  until,
  events: [],
  parent,
  isRead: false,
});

/** Deals events to shards, some of which are split on the way. */
export const dealToShards = (
  events: Iterable<StreamEvent>,
  random: Random,
  { shards: count, splitEvery }: { readonly shards: number; readonly splitEvery: number },
): Shard[] => {
  const all = Array.from({ length: count }, (_, i) =>
    newShard(Math.floor((i * places) / count), Math.floor(((i + 1) * places) / count)),
  );
  let open = [...all];
  let dealt = 0;
  for (const event of events) {
    const place = placeOf(event.partition);
    open.find(({ from, until }) => place >= from && place < until)?.events.push(event);
    dealt += 1;
    if (dealt % splitEvery !== 0) continue;
    const shard = random.pick(open);
    const middle = Math.floor((shard.from + shard.until) / 2);
    const children = [newShard(shard.from, middle, shard), newShard(middle, shard.until, shard)];
    all.push(...children);
    open = [...open.filter((other) => other !== shard), ...children];
  }
  return all;
};

/** How Lambda hands over: a batch of one shard at a time, until it is taken. */
interface Delivery {
  readonly random: Random;
  readonly batchSize: number;
  /** Chance that a batch that was taken comes again, because Lambda did not note that it was. */
  readonly again: number;
  readonly invoke: (events: readonly StreamEvent[]) => Promise<void>;
  readonly onFailure: () => void;
}

/** Half of a batch that failed comes first, then the other (`bisectBatchOnFunctionError`). */
const deliver = async (batch: readonly StreamEvent[], delivery: Delivery): Promise<void> => {
  try {
    await delivery.invoke(batch);
  } catch {
    delivery.onFailure();
    const { random } = delivery;
    if (batch.length > 1 && random.chance(0.5)) {
      const half = Math.ceil(batch.length / 2);
      await deliver(batch.slice(0, half), delivery);
      await deliver(batch.slice(half), delivery);
    } else await deliver(batch, delivery);
  }
};

const readShard = async (shard: Shard, delivery: Delivery): Promise<void> => {
  const { random, batchSize, again } = delivery;
  while (shard.parent?.isRead === false) await turn();
  for (let at = 0; at < shard.events.length; ) {
    const batch = shard.events.slice(at, at + 1 + random.below(batchSize));
    await deliver(batch, delivery);
    if (!random.chance(again)) at += batch.length;
    else if (random.chance(0.3)) at = Math.max(0, at - random.below(batchSize));
  }
  shard.isRead = true;
};

/** Hands over all of them, the shards at the same time, each in its order. */
export const readShards = async (shards: readonly Shard[], delivery: Delivery): Promise<void> => {
  await Promise.all(shards.map((shard) => readShard(shard, delivery)));
};
