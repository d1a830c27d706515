import { batchGetNamed } from '../store/batch-get.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { NoticeVersion } from './notice.ts';
import { listNotices, listNoticeVersions } from './notice.ts';
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

const findAskingAgain = (version: NoticeVersion, all: readonly NoticeVersion[]): NoticeVersion | undefined =>
  all
    .filter(({ pid, version: number, askAgain }) => pid === version.pid && number > version.version && askAgain)
    .sort((one, other) => one.version - other.version)[0];

/** Reads what tells the states of an account's consents: two queries, as a rule. */
export const readLineage = async (table: Table, accountId: string): Promise<Lineage> => {
  const [notices, versions] = await Promise.all([listNotices(table, accountId), listNoticeVersions(table, accountId)]);
  const names = new Map(notices.map(({ pid, name }) => [pid, name]));
  const bare = versions.filter(({ validityDays }) => validityDays === undefined).map(({ id }) => id);
  const terms = await readTerms(table, accountId, bare);
  const known = versions.map((version) => ({ ...version, ...terms.get(version.id) }));
  return new Map(
    known.map((version) => {
      const { id, pid, validityDays = 0 } = version;
      return [
        id,
        {
          ...version,
          name: names.get(pid) ?? String(pid),
          validityDays,
          askedAgainBy: findAskingAgain(version, known),
        },
      ];
    }),
  );
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
