import type { Key } from './client.ts';
import { keyOf } from './keys.ts';

const ofErasures = (accountId: string): string => `${keyOf.account(accountId).PK}#ERASURES`;

/** The catalogue of keys of the erasures table: every kind of item with its key. */
export const erasuresKeyOf = {
  /** The key of the digests that remain of erased consents. */
  erasureKey: (): Key => ({ PK: 'ERASURE-KEY', SK: 'ERASURE-KEY' }),
  /** The key from which ids of imported consents derive. */
  importKey: (): Key => ({ PK: 'IMPORT-KEY', SK: 'IMPORT-KEY' }),
  /** The latest erasure of a consent. */
  latest: (accountId: string, consentId: string): Key => ({
    PK: `${keyOf.account(accountId).PK}#ERASED#${consentId}`,
    SK: 'ERASED',
  }),
  /** Lists an erasure of the account by its time. */
  erasure: (accountId: string, time: Date, consentId: string, extent: string): Key => ({
    PK: ofErasures(accountId),
    SK: `${time.toISOString()}#${consentId}#${extent}`,
  }),
  /** The prefix of all erasures of the account. */
  erasures: (accountId: string): Key => ({ PK: ofErasures(accountId), SK: '' }),
} as const;
