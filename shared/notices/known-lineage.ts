import type { Item, Key, Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { LineageVersion } from './lineage.ts';
import { toLineage, unitsOfVersions } from './lineage.ts';
import { findNoticeVersions, parseNoticeHead } from './notice.ts';

/** The versions of one notice, by id, and the current one. @property units about how many read units they took */
export interface NoticeLineage {
  readonly versions: ReadonlyMap<string, LineageVersion>;
  readonly current: string | undefined;
  readonly units: number;
}

/**
 * Lineages that this container has read, by account and PID. Versions never change, so one holds as long as its notice
 * has the same current version. New ones replace the oldest.
 */
const known = new Map<string, NoticeLineage>();
const capacityVersions = 20_000;

const nameOf = (accountId: string, pid: number): string => `${accountId}#${pid}`;

const remember = (name: string, lineage: NoticeLineage): void => {
  known.delete(name);
  known.set(name, lineage);
  let excess = [...known.values()].reduce((sum, { versions }) => sum + versions.size, 0) - capacityVersions;
  for (const [oldest, { versions }] of known) {
    if (excess <= 0) break;
    known.delete(oldest);
    excess -= versions.size;
  }
};

/** Reads the versions of a notice with strong consistency, and remembers them. An unknown notice has none. */
export const readVersions = async (table: Table, accountId: string, pid: number): Promise<NoticeLineage> => {
  const { versions, read } = await findNoticeVersions(table, accountId, pid);
  const last = versions.toSorted((one, other) => one.version - other.version).at(-1);
  const lineage = await toLineage(table, accountId, [], versions);
  const found = { versions: lineage, current: last?.id, units: unitsOfVersions(read) };
  if (last !== undefined) remember(nameOf(accountId, pid), { ...found, units: 0 });
  return found;
};

/** The lineage of a notice that this container has read, if any. Its head says whether it still holds. */
export const findKnown = (accountId: string, pid: number): NoticeLineage | undefined =>
  known.get(nameOf(accountId, pid));

/** The key of the head that says whether a known lineage still holds; none if the lineage must be read anyway. */
export const keysOfKnown = (accountId: string, pid: number): Key[] =>
  findKnown(accountId, pid) ? [keyOf.notice(accountId, pid)] : [];

/** Whether a lineage has every version of the notice of a head. */
export const isUpToDate = ({ current }: NoticeLineage, head: Item): boolean =>
  parseNoticeHead(head).versionId === current;
