import type { Item, Table } from '../store/client.ts';
import type { Lineage } from './lineage.ts';
import { toLineage } from './lineage.ts';
import { findNoticeVersions, parseNoticeHead } from './notice.ts';

/** The versions of one notice that this container has read, and the current one among them. */
interface Known {
  readonly lineage: Lineage;
  readonly current: string;
}

/**
 * What this container has read, by account and PID. Versions never change, so it holds as long as the notice has the
 * same current version. New ones replace the oldest.
 */
const known = new Map<string, Known>();
const capacityVersions = 20_000;

const nameOf = (accountId: string, pid: number): string => `${accountId}#${pid}`;

const remember = (name: string, found: Known): void => {
  known.delete(name);
  known.set(name, found);
  let excess = [...known.values()].reduce((sum, { lineage }) => sum + lineage.size, 0) - capacityVersions;
  for (const [oldest, { lineage }] of known) {
    if (excess <= 0) break;
    known.delete(oldest);
    excess -= lineage.size;
  }
};

/** Reads the versions of a notice with strong consistency, and remembers them. */
export const readVersionsAnew = async (table: Table, accountId: string, pid: number): Promise<Lineage> => {
  const versions = await findNoticeVersions(table, accountId, pid);
  const lineage = toLineage([], versions);
  const current = versions.toSorted((one, other) => one.version - other.version).at(-1);
  if (current !== undefined) remember(nameOf(accountId, pid), { lineage, current: current.id });
  return lineage;
};

/** All versions of a notice, by id, without reading them if this container knows them. @param head of the notice, as of now */
export const readVersions = async (table: Table, accountId: string, head: Item): Promise<Lineage> => {
  const { pid, versionId } = parseNoticeHead(head);
  const found = known.get(nameOf(accountId, pid));
  return found?.current === versionId ? found.lineage : readVersionsAnew(table, accountId, pid);
};
