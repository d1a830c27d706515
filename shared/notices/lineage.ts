import { batchGet, batchGetNamed } from '../store/batch-get.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { listNotices, listNoticeVersions, parseNoticeHead } from './notice.ts';
import { parseNoticeText } from './text.ts';

/** A version among those of its notice: what tells the states of consents to it. */
export interface LineageVersion extends NoticeVersion {
  /** By which the account knows the notice. */
  readonly name: string;
  /** How long a consent to it holds; 0 is without limit. */
  readonly validityDays: number;
  /** The first later version that asks again the people who agreed to this one. */
  readonly askedAgainBy: NoticeVersion | undefined;
}

/** The versions of all notices of an account, by id. */
export type Lineage = ReadonlyMap<string, LineageVersion>;

type Terms = Pick<NoticeVersion, 'validityDays' | 'askAgain' | 'retentionDays'>;

/** Of versions that were published before their heads had it. */
const readTerms = async (table: Table, accountId: string, ids: readonly string[]): Promise<Map<string, Terms>> => {
  const items = await batchGetNamed(
    table,
    ids.map((id) => keyOf.noticeText(accountId, id)),
  );
  return new Map(
    items.flatMap((item, i) => {
      const id = ids[i];
      return item === undefined || id === undefined ? [] : [[id, parseNoticeText(item)]];
    }),
  );
};

/** By the id of a version, the first later one of its notice that asks again. Each version is looked at once: there may be thousands. */
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

/** The lineage of versions that were read, with the heads of their notices. */
export const toLineage = async (
  table: Table,
  accountId: string,
  notices: readonly NoticeHead[],
  versions: readonly NoticeVersion[],
): Promise<Lineage> => {
  const names = new Map(notices.map(({ pid, name }) => [pid, name]));
  const bare = versions.filter(({ validityDays }) => validityDays === undefined).map(({ id }) => id);
  const terms = await readTerms(table, accountId, bare);
  const known = versions.map((version) => ({ ...version, ...terms.get(version.id) }));
  const asking = findAskingAgain(known);
  return new Map(
    known.map((version) => {
      const { id, pid, validityDays = 0 } = version;
      return [id, { ...version, name: names.get(pid) ?? String(pid), validityDays, askedAgainBy: asking.get(id) }];
    }),
  );
};

/** Reads what tells the states of an account's consents: two queries, as a rule. */
export const readLineage = async (table: Table, accountId: string): Promise<Lineage> => {
  const [notices, versions] = await Promise.all([listNotices(table, accountId), listNoticeVersions(table, accountId)]);
  return toLineage(table, accountId, notices, versions);
};

/**
 * The same of one notice: the head of no other is read. A query must pass by the versions of all, since they are kept in the order in which
 * they were published.
 */
export const readNoticeLineage = async (table: Table, accountId: string, pid: number): Promise<Lineage> => {
  const [[head], versions] = await Promise.all([
    batchGet(table, [keyOf.notice(accountId, pid)], { consistent: true }),
    listNoticeVersions(table, accountId, pid),
  ]);
  return toLineage(table, accountId, head === undefined ? [] : [parseNoticeHead(head)], versions);
};

const histories = new WeakMap<Lineage, ReadonlyMap<number, readonly LineageVersion[]>>();

/** All versions of the notice of one of them, the oldest first. They are sorted once, for as many consents as ask. */
export const historyOf = (lineage: Lineage, { pid }: LineageVersion): readonly LineageVersion[] => {
  const sorted =
    histories.get(lineage) ??
    Map.groupBy(
      [...lineage.values()].sort((one, other) => one.version - other.version),
      (version) => version.pid,
    );
  histories.set(lineage, sorted);
  return sorted.get(pid) ?? [];
};

/**
 * The lineage that has all of the versions, where they are there: read anew if one was published since it was read, which one sees by
 * the consents to it.
 */
export const coverVersions = async (
  table: Table,
  accountId: string,
  lineage: Lineage,
  versionIds: readonly string[],
): Promise<Lineage> => (versionIds.every((id) => lineage.has(id)) ? lineage : readLineage(table, accountId));

/** The version that a consent names. */
export const versionOf = (lineage: Lineage, versionId: string): LineageVersion => {
  const version = lineage.get(versionId);
  if (version === undefined) throw new Error('A consent names a version that is not there.');
  return version;
};
