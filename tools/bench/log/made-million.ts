import { createHash } from 'node:crypto';
import { toIdentifier } from '../../../shared/identifier.ts';
import type { Leaf } from '../../../shared/log/log-event.ts';
import { leavesOfItem } from '../../../shared/log/stream-records.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { MadeItem } from '../../../test/support/made-consents.ts';
import { madeAccount, makeConsents } from '../../../test/support/made-consents.ts';
import { newRandom } from '../../../test/support/random.ts';
import { noticeVersionItems } from '../../explore/log-damage/history.ts';

/** A year of consents, each of which is made anew from its number. */
export interface MadeMillion {
  readonly count: number;
  readonly timeOf: (i: number) => number;
  readonly item: (i: number) => MadeItem;
  readonly leaf: (i: number) => Leaf;
  /** The event alone, without the work that its entry takes. */
  readonly event: (i: number) => Leaf['event'];
}

const start = Date.parse('2025-11-23T00:00:00Z');
const year = 365 * 24 * 3_600_000;
const version = { pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) };

export const makeMillion = (count: number, proof: Readonly<Record<string, string>>): MadeMillion => {
  const now = new Date(start);
  const [template] = makeConsents(newRandom(1), { now, email: 'ada@example.com', versions: [version], proof });
  if (template === undefined) throw new Error('There is no consent.');
  const timeOf = (i: number): number => start + Math.floor((i * year) / count);
  const hashOf = (i: number): Buffer => createHash('sha256').update(String(i)).digest();
  const item = (i: number): MadeItem => {
    const [time, hash] = [new Date(timeOf(i)), hashOf(i)];
    const id = toIdentifier(time, hash.subarray(0, 16));
    return { ...template, ...keyOf.consent(madeAccount, id), time: time.toISOString(), salt: hash.subarray(16) };
  };
  const leaf = (i: number): Leaf => {
    const [only] = leavesOfItem(item(i));
    if (only === undefined) throw new Error('There is no leaf.');
    return only;
  };
  const { event: known } = leaf(0);
  const event = (i: number): Leaf['event'] => {
    const time = timeOf(i);
    const id = toIdentifier(new Date(time), hashOf(i).subarray(0, 16));
    return { ...known, id, time, ...(known.facets && { facets: { ...known.facets, given: time } }) };
  };
  return { count, timeOf, item, leaf, event };
};

/** The version that made consents name. */
export const versionItem = (time: number): MadeItem =>
  noticeVersionItems({ pid: version.pid, id: version.versionId, title: 'privacy', at: new Date(time) }).version;
