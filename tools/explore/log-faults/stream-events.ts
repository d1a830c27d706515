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
