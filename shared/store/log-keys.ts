import type { Key } from './client.ts';
import { keyOf } from './keys.ts';

/** Digits of numbers in sort keys, which sort numerically: indexes of leaves and sizes of the tree. */
const digits = 12;
const spell = (number: number | ''): string => `#${number === '' ? '' : String(number).padStart(digits, '0')}`;

/** The number in such a sort key. */
export const numberIn = (sortKey: string): number => Number(sortKey.slice(sortKey.lastIndexOf('#') + 1));

/** The largest number that such a key can have. */
export const largestNumber = 10 ** digits - 1;

/**
 * The catalogue of keys of the log table: every kind of item with its key. With '' as the number, a key is the prefix
 * of all.
 */
export const logKeyOf = {
  /** Leaves that were appended together. @param first index of the first leaf */
  block: (first: number | ''): Key => ({ PK: 'BLOCKS', SK: spell(first) }),
  /** The commitments of 256 leaves (C2SP tlog-tiles, entry bundles). */
  entries: (index: number | ''): Key => ({ PK: 'ENTRIES', SK: spell(index) }),
  /** Hashes of 256 complete subtrees. @param level from 1. The hashes of level 0 are those of the entries */
  tile: (level: number, index: number | ''): Key => ({ PK: `TILE#${level}`, SK: spell(index) }),
  /**
   * The leaves with events of an hour, or of a notice.
   *
   * @param part such as `2026-11-23T07`, or the id of an account and a PID
   * @param first the first event in it, as hexadecimal digits
   */
  index: (part: string, first: string, treeSize: number | ''): Key => ({
    PK: `INDEX#${part}`,
    SK: `${first}${treeSize === '' ? '' : spell(treeSize)}`,
  }),
  /** The name of the log. */
  name: (): Key => ({ PK: 'NAME', SK: 'NAME' }),
  checkpoint: (treeSize: number | ''): Key => ({ PK: 'CHECKPOINTS', SK: spell(treeSize) }),
  /** The leaves of the next checkpoint. */
  publication: (): Key => ({ PK: 'PUBLICATION', SK: 'PUBLICATION' }),
  /** The last checkpoint that was put on the event bus. */
  announced: (): Key => ({ PK: 'PUBLICATION', SK: 'ANNOUNCED' }),
  /** Up to which leaf the log has everything that was in the table before it. */
  takenIn: (): Key => ({ PK: 'TAKEN-IN', SK: 'TAKEN-IN' }),
  /**
   * A stream record that could not be read.
   *
   * @param digest of its item's key, since two shards may use the same number
   */
  aside: (sequenceNumber: string, digest = ''): Key => ({
    PK: 'ASIDE',
    SK: `${sequenceNumber}${digest === '' ? '' : `#${digest}`}`,
  }),
  /** A private key, wrapped. @param purpose what it signs */
  signingKey: (purpose: string): Key => ({ PK: 'SIGNING-KEYS', SK: purpose }),
  /** Daily sums of an account's consents. */
  sums: (accountId: string, traits: string): Key => ({ PK: `${keyOf.account(accountId).PK}#SUMS`, SK: traits }),
} as const;
