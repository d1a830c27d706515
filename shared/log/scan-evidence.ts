import { consentAttributes } from '../consents/consent.ts';
import { consentIndexes } from '../consents/indexes.ts';
import { evidenceKeyAttributes } from '../identity/keys/evidence-keys.ts';
import { logEntryAttributes } from '../identity/operations-log.ts';
import { versionAttributes } from '../notices/notice.ts';
import { keyOf, tableDefinition } from '../store/keys.ts';
import { scanTable } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';

const { partitionKey, sortKey } = tableDefinition;

/** An item with its keys. */
export type KeyedItem = Item & Key;

/** The attributes that put an item into lists. */
const listing = consentIndexes.map((index) => index.partitionKey);

/** Whether an item is in lists. */
export const isInLists = (item: Item): boolean => listing.some((name) => item[name] !== undefined);

/**
 * The attributes that a scan reads of any item (`scannedAttributes` of consents/exchange/export.ts says why): those of everything in
 * the log, and of its lists.
 */
const evidenceAttributes: readonly string[] = [
  ...new Set([
    partitionKey,
    sortKey,
    'salt',
    'valueDigests',
    'storedBytes',
    ...listing,
    ...[consentAttributes, versionAttributes, evidenceKeyAttributes, logEntryAttributes].flat(),
  ]),
];

/** Whether an item is that of a notice version, by its key. */
export const isVersion = ({ SK }: Key): boolean => SK.startsWith(keyOf.noticeVersion('', '').SK);

/** The account of an item in an account's own partition. */
export const accountOf = ({ PK }: Key): string => PK.slice(keyOf.account('').PK.length);

const covered = {
  attributes: evidenceAttributes,
  filter: (placeholderOf: (attribute: string) => string): string =>
    [
      ...['contentHash', ...listing].map((name) => `attribute_exists(${placeholderOf(name)})`),
      `${placeholderOf(partitionKey)} IN (:keys, :operations)`,
    ].join(' OR '),
  values: { ':keys': keyOf.evidenceKeys().PK, ':operations': keyOf.operation('').PK },
};

/**
 * All items that the log covers, strongly consistent, page by page: consents, notices and their versions, evidence keys
 * and the operations log. And all others that lists of consents show. Items written after the scan began may be among them.
 *
 * @param segments parts of the table to read at the same time
 */
export const scanEvidence = (table: Table, segments: number): AsyncGenerator<KeyedItem[]> =>
  scanTable(table, segments, covered);
