import { marshall } from '@aws-sdk/util-dynamodb';
import { toLambdaRecord } from '../../../cli/local/lambda-record.ts';
import { toErasedItem } from '../../../shared/consents/erased-form.ts';
import { findableValues } from '../../../shared/consents/evidence.ts';
import { newConsents } from '../../../shared/consents/new-consent.ts';
import { keyedDigest } from '../../../shared/digest.ts';
import { toIdentifier } from '../../../shared/identifier.ts';
import type { Item, Key } from '../../../shared/store/client.ts';
import { compress } from '../../../shared/store/compression.ts';
import type { Random } from '../../support/random.ts';

/** A change of an item, as the stream of its table has it: what the log takes of it, and the record. */
export interface StreamEvent {
  readonly partition: string;
  /** Identities of the leaves that it comes to, in their order. */
  readonly expected: readonly string[];
  readonly record: object;
  readonly isPoison: boolean;
}

const account = 'a'.repeat(32);
const observed = {
  ...{ userId: 1, sessionId: '0'.repeat(32), sourceIp: '203.0.113.7', userAgent: 'Firefox', requestId: 'r' },
};
const project = { uid: 'shop', id: 'b'.repeat(32) };
const version = { pid: 1, versionId: 'c'.repeat(32), contentHash: 'd'.repeat(64) };
const digester = keyedDigest(Buffer.alloc(32));

const newConsent = (random: Random, now: Date, serial: number): Item & Key => {
  const userData = { email: `p${serial}@example.com` };
  const bytes = Buffer.from(Array.from({ length: 16 }, () => random.below(256)));
  const request = {
    ...{ projectUid: project.uid, notices: [{ versionId: version.versionId }], isList: false },
    ...{ lang: 'eng' as const, channel: 'web' as const, proof: { url: `https://shop.example/${serial}` }, userData },
    values: findableValues(userData),
  };
  const circumstances = { observed, now, newId: () => toIdentifier(now, bytes) };
  const [consent] = newConsents(
    account,
    request,
    { project: { ...project, name: '' }, versions: [version] } as never,
    circumstances,
  );
  if (consent === undefined) throw new Error('There is no consent.');
  return { ...consent.item };
};

const toImage = (item: Item) => marshall(item, { removeUndefinedValues: true });

const slot = { recorded: '01', revoked: '02', erased: '03', removed: '04' } as const;

/** Makes changes of items, one after the other: consents that are recorded, revoked, erased, erased with everything; and some that nobody can read. */
export const newStreamEvents = (random: Random) => {
  const alive: (Item & Key)[] = [];
  const erased: (Item & Key)[] = [];
  let serial = 0;
  const tell = (
    old: (Item & Key) | undefined,
    now: (Item & Key) | undefined,
    at: Date,
    ...kinds: (keyof typeof slot)[]
  ): StreamEvent => {
    const { PK, SK } = now ?? old ?? { PK: '', SK: '' };
    serial += 1;
    return {
      partition: PK,
      isPoison: false,
      expected: kinds.map((kind) => `${slot[kind]}${SK}`),
      record: toLambdaRecord(
        {
          eventName: old === undefined ? 'INSERT' : now === undefined ? 'REMOVE' : 'MODIFY',
          dynamodb: {
            ...{ SequenceNumber: String(serial).padStart(21, '0'), ApproximateCreationDateTime: at },
            Keys: { PK: { S: PK }, SK: { S: SK } },
            ...(old && { OldImage: toImage(old) }),
            ...(now && { NewImage: toImage(now) }),
          },
        },
        'stream',
      ),
    };
  };
  const take = (list: (Item & Key)[]): Item & Key => {
    const [item] = list.splice(random.below(list.length), 1);
    if (item === undefined) throw new Error('There is nothing to take.');
    return item;
  };
  const revoke = (at: Date): StreamEvent => {
    const i = random.below(alive.length);
    const old = alive[i] as Item & Key;
    const more = {
      revokeTime: at.toISOString(),
      revokeChannel: 'web',
      revokeProof: compress({ url: 'x' }),
      revokeObserved: old.observed,
    };
    const now: Item & Key = { ...old, ...more };
    alive[i] = now;
    return tell(old, now, at, ...(old.revokeTime === undefined ? (['revoked'] as const) : []));
  };
  const erase = (at: Date): StreamEvent => {
    const old = take(alive);
    const now: Item & Key = toErasedItem({ accountId: account, item: old, digester }, at);
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
