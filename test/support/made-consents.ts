import { marshall } from '@aws-sdk/util-dynamodb';
import { toLambdaRecord } from '../../cli/local/stream.ts';
import { findableValues } from '../../shared/consents/evidence.ts';
import { newConsents } from '../../shared/consents/new-consent.ts';
import { keyedDigest } from '../../shared/digest.ts';
import { toIdentifier } from '../../shared/identifier.ts';
import type { NamedVersion } from '../../shared/notices/reference.ts';
import type { Item, Key } from '../../shared/store/client.ts';
import type { Random } from './random.ts';

/** Items that are made without a table, for runs that need many. */
export type MadeItem = Item & Key;

export const madeAccount = 'a'.repeat(32);

/** With the key of erasures that such runs have. */
export const madeDigester = keyedDigest(Buffer.alloc(32));

const observed = {
  userId: 1,
  sessionId: '0'.repeat(32),
  sourceIp: '203.0.113.7',
  userAgent: 'Firefox',
  requestId: 'r',
};
const project = {
  accountId: madeAccount,
  uid: 'shop',
  id: 'b'.repeat(32),
  name: 'Shop',
  createdAt: '2026-11-01T00:00:00.000Z',
};

interface Wanted {
  readonly now: Date;
  readonly email: string;
  readonly versions: readonly NamedVersion[];
  readonly proof?: Readonly<Record<string, string>>;
}

/** An id that a seed repeats. */
export const madeId = (random: Random, now: Date): string =>
  toIdentifier(now, Buffer.from(Array.from({ length: 16 }, () => random.below(256))));

/** Bytes in memory of their own: what was compressed, or was cut from what Node.js shares, keeps many KB with it. */
const copyValue = (value: unknown): unknown => {
  if (value instanceof Uint8Array) {
    const own = Buffer.alloc(value.length);
    own.set(value);
    return own;
  }
  const isMap = Object.getPrototypeOf(value ?? 0) === Object.prototype;
  return isMap
    ? Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, copyValue(each)]))
    : value;
};

/** An item that keeps no other memory than its own, so that a million of them fit. */
export const copyItem = (item: MadeItem): MadeItem => copyValue(item) as MadeItem;

/** The items of a request's consents, as the service writes them. */
export const makeConsents = (random: Random, { now, email, versions, proof = { html: email } }: Wanted): MadeItem[] => {
  const userData = { email };
  const request = {
    projectUid: project.uid,
    notices: [],
    isList: true,
    lang: 'eng' as const,
    channel: 'web' as const,
    proof,
    userData,
    values: findableValues(userData),
  };
  const circumstances = { observed, now, newId: () => madeId(random, now) };
  return newConsents(madeAccount, request, { project, versions }, circumstances).map(({ item }) => copyItem(item));
};

const toImage = (item: Item) => marshall(item, { removeUndefinedValues: true });

/** A change of an item as the stream of its table tells Lambda. */
export const toStreamRecord = (
  { old, now }: { readonly old?: MadeItem | undefined; readonly now?: MadeItem | undefined },
  at: Date,
  serial: number,
): object => {
  const { PK, SK } = now ?? old ?? { PK: '', SK: '' };
  const record = {
    eventName: old === undefined ? 'INSERT' : now === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      SequenceNumber: String(serial).padStart(21, '0'),
      ApproximateCreationDateTime: at,
      Keys: { PK: { S: PK }, SK: { S: SK } },
      ...(old && { OldImage: toImage(old) }),
      ...(now && { NewImage: toImage(now) }),
    },
  } as const;
  return toLambdaRecord(record, 'stream');
};
