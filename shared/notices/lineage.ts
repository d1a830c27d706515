import { attempt, memoize } from '../runtime/values.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet, queryItems } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { findNoticeVersions, listNotices, listNoticeVersions, parseNoticeHead, parseNoticeVersion } from './notice.ts';

/** A version among those of its notice, with what decides the states of consents to it. */
export interface LineageVersion extends NoticeVersion {
  /** The account's name for the notice. */
  readonly name: string;
  /** Days for which a consent to it holds. 0 means no limit. */
  readonly validityDays: number;
  /** The first later version that asks people again. */
  readonly askedAgainBy: NoticeVersion | undefined;
}

/** The versions of all notices of an account, by id. */
export type Lineage = ReadonlyMap<string, LineageVersion>;

/**
 * The first later version that asks again, by the id of a version. It visits each version once, because there may be
 * thousands.
 */
export const findAskingAgain = <Version extends Pick<NoticeVersion, 'id' | 'pid' | 'version' | 'askAgain'>>(
  versions: readonly Version[],
): ReadonlyMap<string, Version> => {
  const nextOfNotice = new Map<number, Version>();
  const found = new Map<string, Version>();
  for (const version of [...versions].sort((one, other) => other.version - one.version)) {
    const next = nextOfNotice.get(version.pid);
    if (next !== undefined) found.set(version.id, next);
    if (version.askAgain) nextOfNotice.set(version.pid, version);
  }
  return found;
};

/** The lineage of versions and heads that were read. */
export const toLineage = (notices: readonly NoticeHead[], versions: readonly NoticeVersion[]): Lineage => {
  const names = new Map(notices.map(({ pid, name }) => [pid, name]));
  const asking = findAskingAgain(versions);
  return new Map(
    versions.map((version) => {
      const { id, pid } = version;
      return [id, { ...version, name: names.get(pid) ?? String(pid), askedAgainBy: asking.get(id) }];
    }),
  );
};

/** Reads what decides the states of an account's consents, usually with two queries. */
export const readLineage = async (table: Table, accountId: string): Promise<Lineage> => {
  const [notices, versions] = await Promise.all([listNotices(table, accountId), listNoticeVersions(table, accountId)]);
  return toLineage(notices, versions);
};

/** Reads the same without versions that somebody damaged or put under another key, and without the names of notices. */
export const readSoundLineage = async (table: Table, accountId: string): Promise<Lineage> => {
  const items = await queryItems(table, keyOf.noticeVersion(accountId, ''));
  return toLineage(
    [],
    items.flatMap((item) => attempt(() => parseNoticeVersion(item)) ?? []),
  );
};

/**
 * Reads the same for one notice, and no head of another one. The query must still pass the versions of all notices,
 * because they are sorted by time of publication.
 */
export const readNoticeLineage = async (table: Table, accountId: string, pid: number): Promise<Lineage> => {
  const [[head], versions] = await Promise.all([
    batchGet(table, [keyOf.notice(accountId, pid)], { consistent: true }),
    findNoticeVersions(table, accountId, pid),
  ]);
  return toLineage(head === undefined ? [] : [parseNoticeHead(head)], versions);
};

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

const cacheKeyOf = (accountId: string, pid: number): string => `${accountId}#${pid}`;

const keep = (name: string, found: Known): void => {
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
  if (current !== undefined) keep(cacheKeyOf(accountId, pid), { lineage, current: current.id });
  return lineage;
};

/** All versions of a notice, by id, without reading them if this container knows them. @param head of the notice, as of now */
export const readVersions = async (table: Table, accountId: string, head: Item): Promise<Lineage> => {
  const { pid, versionId } = parseNoticeHead(head);
  const found = known.get(cacheKeyOf(accountId, pid));
  return found?.current === versionId ? found.lineage : readVersionsAnew(table, accountId, pid);
};

const sortHistories = memoize((lineage: Lineage) =>
  Map.groupBy(
    [...lineage.values()].sort((one, other) => one.version - other.version),
    ({ pid }) => pid,
  ),
);

/** All versions of the notice of a version, the oldest first. They are sorted once for all consents. */
export const historyOf = (lineage: Lineage, { pid }: LineageVersion): readonly LineageVersion[] =>
  sortHistories(lineage).get(pid) ?? [];

/**
 * The lineage with all of the versions that exist. If a consent names a version that the lineage lacks, one was
 * published concurrently, and the lineage is read again.
 */
export const coverVersions = async (
  table: Table,
  accountId: string,
  lineage: Lineage,
  versionIds: readonly string[],
): Promise<Lineage> => (versionIds.every((id) => lineage.has(id)) ? lineage : readLineage(table, accountId));

/** A consent names a version that its notice does not have: somebody changed one of them. */
export class MissingVersion extends Error {
  override readonly name = 'MissingVersion';
  readonly versionId: string;

  constructor(versionId: string) {
    super(`A consent names version ${versionId}, which is not there.`);
    this.versionId = versionId;
  }
}

/** The version that a consent names. @throws MissingVersion */
export const versionOf = <Version>(lineage: ReadonlyMap<string, Version>, versionId: string): Version => {
  const version = lineage.get(versionId);
  if (version === undefined) throw new MissingVersion(versionId);
  return version;
};
