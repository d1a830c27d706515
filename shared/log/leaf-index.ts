import pMap from 'p-map';
import { toChunks } from '../chunks.ts';
import type { Item, Table } from '../store/client.ts';
import { logKeyOf } from '../store/keys.ts';
import { queryItems } from '../store/query.ts';
import { write } from '../store/write.ts';
import type { LeafPlace, Located, Row } from './index-rows.ts';
import { ends, eventIn, hourOf, keyBytes, partOfEnds, partOfNotice, readRows, toKey, toRows } from './index-rows.ts';

/** Rows in an item: about 7 KB. */
const rowsTogether = 256;
const writesAtOnce = 8;

const toItems = (rows: readonly Row[], treeSize: number) => {
  const alike = Map.groupBy(rows, ({ part, takenIn }) => `${part} ${takenIn ?? ''}`);
  return [...alike.values()].flatMap((each) => {
    const [{ part, takenIn } = { part: '', takenIn: undefined }] = each;
    const sorted = each.map(({ bytes }) => bytes).sort(Buffer.compare);
    return toChunks(sorted, rowsTogether).map((some) => {
      const first = Buffer.from(some[0] ?? []).toString('hex', 0, keyBytes);
      const key = logKeyOf.index(part, first, treeSize);
      return { ...key, treeSize, ...(takenIn !== undefined && { takenIn }), rows: Buffer.concat(some) };
    });
  });
};

/**
 * The items with the places of a checkpoint's leaves. The same events always give the same items.
 *
 * @param first index of the first of the consecutive leaves
 * @param treeSize number of leaves of the checkpoint
 */
export const planIndex = (
  events: readonly Located[],
  { first, treeSize }: { readonly first: number; readonly treeSize: number },
) =>
  toItems(
    events.flatMap((event, i) => toRows(event, first + i)),
    treeSize,
  );

/** Writes the items. It may be repeated. */
export const writeIndex = async (log: Table, ...range: Parameters<typeof planIndex>): Promise<void> => {
  const condition = 'attribute_not_exists(PK) OR #rows = :rows';
  await pMap(
    planIndex(...range),
    (put) => write(log, { put, condition, names: { '#rows': 'rows' }, values: { ':rows': put.rows } }),
    { concurrency: writesAtOnce },
  );
};

const placesOf = (items: readonly Item[], wanted: Buffer): LeafPlace[] =>
  items.flatMap((item) => [...readRows(item)].flatMap(({ key, place }) => (key.equals(wanted) ? [place] : [])));

/**
 * The place of an event's leaf. Undefined until a checkpoint has it. If the event has several, as after its record was
 * deleted outside the service and put back otherwise, the first counts. So the hour is read from its start; an end of a
 * consent is found among its ends. One round trip for a megabyte, which has 36,000 events.
 */
export const findLeaf = async (log: Table, event: Located): Promise<LeafPlace | undefined> => {
  const key = toKey(event);
  const part = ends.has(event.kind) ? partOfEnds(event.id) : hourOf(event);
  const { PK, SK } = logKeyOf.index(part, key.toString('hex'), '');
  const items = await queryItems(log, { PK, SK: '' }, { range: { from: '0', until: `${SK}#~` } });
  return placesOf(items, key).toSorted((one, other) => one.index - other.index)[0];
};

/**
 * The places of the leaves of a notice's versions, by their ids. One query, of about a kilobyte for eight versions. If a
 * version has several, as one that somebody deleted and put back otherwise, the first counts.
 */
export const findVersionLeaves = async (
  log: Table,
  account: string,
  pid: number,
): Promise<ReadonlyMap<string, LeafPlace>> => {
  const items = await queryItems(log, logKeyOf.index(partOfNotice(account, pid), '', ''));
  const rows = items.flatMap((item) => [...readRows(item)]).sort((one, other) => other.place.index - one.place.index);
  return new Map(rows.map(({ key, place }) => [eventIn(key).id, place]));
};

/** An event that ended a consent, and the place of its leaf. */
export type LoggedEnd = ReturnType<typeof eventIn> & { readonly place: LeafPlace };

/** What ended a consent according to the log. One query, of at most three small items. */
export const findEnds = async (log: Table, consentId: string): Promise<readonly LoggedEnd[]> => {
  const items = await queryItems(log, logKeyOf.index(partOfEnds(consentId), '', ''));
  return items.flatMap((item) => [...readRows(item)]).map(({ key, place }) => ({ ...eventIn(key), place }));
};
