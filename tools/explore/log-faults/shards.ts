import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Random } from '../../../test/support/random.ts';
import type { StreamEvent } from './stream-events.ts';

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
