import { setImmediate as turn } from 'node:timers/promises';
import { logKeyOf } from '../../../shared/store/keys.ts';
import type { MemoryCall } from '../../../test/support/memory-table.ts';
import type { Random } from '../../../test/support/random.ts';

/** That a container dies: nothing of it goes on. */
class Crash extends Error {
  override readonly name = 'Crash';
}

const throttled = (): Error => Object.assign(new Error('by the run'), { name: 'ThrottlingException' });
const lost = (): Error => Object.assign(new Error('by the run'), { name: 'TimeoutError' });

/** What happened to calls, by kind. */
export type FaultCounts = Record<
  'calls' | 'throttled' | 'crash before a write' | 'crash after a write' | 'lost answer' | 'write done twice',
  number
>;

export const newCounts = (): FaultCounts => ({
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
export const newFaults = (random: Random, rate: { readonly now: number }, counts: FaultCounts) => {
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
