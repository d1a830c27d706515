import type { Change } from '../../shared/identity/operations-log.ts';
import type { JournalEntry } from '../../shared/log/journal.ts';
import { enterLeaves, readJournalOfNotice } from '../../shared/log/journal.ts';
import { leafOfVersion } from '../../shared/log/leaves.ts';
import type { Leaf } from '../../shared/log/log-event.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import type { NoticeHead, NoticeVersion } from '../../shared/notices/notice.ts';
import {
  contentHash,
  findNotice,
  findNoticeByName,
  findNoticeVersions,
  findPidsOfName,
  readNoticeText,
} from '../../shared/notices/notice.ts';
import { isOfNow, publishNotice, versionTerms } from '../../shared/notices/publishing.ts';
import { canonicalDigest } from '../../shared/runtime/digest.ts';
import { attempt, isSameBytes } from '../../shared/runtime/values.ts';
import { keyOf } from '../../shared/store/keys.ts';
import type { Table } from '../../shared/store/table.ts';
import { CommandError } from '../errors.ts';
import { diffContents } from './diff.ts';
import type { NoticeFolder } from './folder.ts';
import { refuseMarkup } from './folder.ts';

/** A folder, and the account's notice of the same name. */
export interface Comparison {
  readonly path: string;
  readonly folder: NoticeFolder;
  readonly current: NoticeHead | undefined;
  /** The leaf of the current version if the journal of the log lacks it. */
  readonly missingLeaf: Leaf | undefined;
  readonly isChanged: boolean;
  /** The diff from the current version to the folder; empty if they are equal. */
  readonly diff: string;
  /** The consequence for earlier consents; none if nothing changes, or nobody could agree yet. */
  readonly consequence: Consequence | undefined;
}

const refuseRetired = ({ name, retiredAt }: NoticeHead): void => {
  if (retiredAt === undefined) return;
  throw new CommandError(
    `${name}: the notice is retired, so no new version can be published. \`notice retire ${name} --undo\` allows it again.`,
    'refused',
  );
};

/** The log is undefined where it is not known. */
interface Tables {
  readonly table: Table;
  readonly log: Table | undefined;
}

/** The leaf of a version. Undefined for one that the log could not take. */
const leafOf = (accountId: string, version: NoticeVersion): Leaf | undefined =>
  attempt(() => leafOfVersion(accountId, { ...keyOf.noticeVersion(accountId, version.id), ...version }));

/** How the versions of a notice and the journal of the log fit. */
interface Fit {
  /** Whether the versions are those that the journal has, with what it has of each. */
  readonly isSame: boolean;
  /** The leaf of the last version if the journal lacks it. */
  readonly missingLeaf: Leaf | undefined;
}

const compareJournal = async (
  log: Table,
  accountId: string,
  versions: readonly NoticeVersion[],
  last: NoticeVersion,
): Promise<Fit> => {
  const journal = await readJournalOfNotice(log, accountId, last.pid);
  const byId = new Map(versions.map((version) => [version.id, version]));
  const isSame = ({ versionId = '', entry }: JournalEntry): boolean => {
    const version = byId.get(versionId);
    const leaf = version && leafOf(accountId, version);
    return leaf !== undefined && entry !== undefined && isSameBytes(leaf.entry, entry);
  };
  const leaf = leafOf(accountId, last);
  const isEntered = journal?.some(({ versionId }) => versionId === last.id) ?? false;
  return {
    isSame: leaf !== undefined && (journal?.every(isSame) ?? false),
    missingLeaf: isEntered ? undefined : leaf,
  };
};

/** Whether the item of a version says what its content does, and is of now. It decides who is asked again, and when. */
const isOfContent = (version: NoticeVersion, content: NoticeContent): boolean => {
  const { contentHash: hash, languages, validityDays, askAgain, retentionDays, publishedAt } = version;
  const stored = { languages, validityDays, askAgain, retentionDays };
  return (
    hash === contentHash(content) &&
    isSameBytes(canonicalDigest(stored), canonicalDigest(versionTerms(content))) &&
    isOfNow(new Date(publishedAt), new Date())
  );
};

/** The head of a notice, and the content of its current version. */
interface Current extends Pick<Comparison, 'missingLeaf'> {
  readonly head: NoticeHead;
  readonly content: NoticeContent;
}

/**
 * The current version. The log covers a version and says nothing of the head, in which somebody could write that the new content
 * is published already. What does not fit is read again: another version may have come in the meantime.
 *
 * @throws CommandError finding when the table does not fit itself, or the journal of the log
 */
const findCurrent = async (
  tables: Tables,
  accountId: string,
  pid: number,
  readings = 1,
): Promise<Current | undefined> => {
  const { table, log } = tables;
  const head = await findNotice(table, accountId, pid);
  if (head === undefined) return undefined;
  const [versions, content] = await Promise.all([
    findNoticeVersions(table, accountId, pid),
    readNoticeText(table, accountId, head.versionId),
  ]);
  const last = versions.find(({ version }) => version === versions.length);
  const isLast = last?.id === head.versionId && last.version === head.version && last.currentUntil === undefined;
  if (last && isLast && last.contentHash === head.contentHash && isOfContent(last, content)) {
    const { isSame, missingLeaf } = log
      ? await compareJournal(log, accountId, versions, last)
      : { isSame: true, missingLeaf: undefined };
    if (isSame) return { head, content, missingLeaf };
  }
  if (readings === 1) return findCurrent(tables, accountId, pid, 2);
  throw new CommandError(
    `${head.name}: the head of notice ${pid}, its versions, the text of the last one and the journal of the log say different things: somebody has changed the table. Nothing is published until it is put back.`,
    'finding',
  );
};

/** @throws CommandError finding when several notices have the name: one of them is not what people agreed to */
const refuseNamesake = async (table: Table, accountId: string, name: string): Promise<void> => {
  const pids = await findPidsOfName(table, accountId, name);
  if (pids.length > 1)
    throw new CommandError(
      `${name}: the heads of notices ${pids.join(' and ')} have this name: somebody has changed the table. Nothing is published until it is put back.`,
      'finding',
    );
};

/**
 * Compares a folder with the published version.
 *
 * @param log with whose journal the versions are compared. Undefined where it is not known
 * @throws CommandError for a changed folder: usage when a new version may not have its markup, refused when the notice is retired.
 * For a table that somebody changed: finding
 */
export const compare = async (
  table: Table,
  accountId: string,
  { path, folder }: Pick<Comparison, 'path' | 'folder'>,
  log?: Table,
): Promise<Comparison> => {
  const pid = await findNoticeByName(table, accountId, folder.name);
  const found = pid === undefined ? undefined : await findCurrent({ table, log }, accountId, pid);
  const { head: current, content: published, missingLeaf } = found ?? {};
  if (current !== undefined && current.name !== folder.name)
    throw new CommandError(
      `${folder.name}: its name leads to notice ${current.pid}, which is ${current.name}.`,
      'finding',
    );
  if (current !== undefined) await refuseNamesake(table, accountId, folder.name);
  const isChanged = published === undefined || contentHash(published) !== contentHash(folder.content);
  if (isChanged) refuseMarkup(folder);
  if (isChanged && current) refuseRetired(current);
  const before = current === undefined ? 'not published' : `${folder.name} version ${current.version}`;
  return {
    path,
    folder,
    current,
    missingLeaf: isChanged ? undefined : missingLeaf,
    isChanged,
    diff: diffContents(published, folder.content, { before, after: path }),
    consequence: isChanged && current && published ? foreseeConsequence(current, published, folder.content) : undefined,
  };
};

/** The outcome for a folder. */
export interface Publication {
  readonly name: string;
  readonly outcome: 'published' | 'unchanged' | 'would publish';
  /** Undefined for a notice that is not published yet. */
  readonly pid: number | undefined;
  readonly version: number;
  readonly versionId: string | undefined;
  readonly contentHash: string;
  /** Whether people who agreed earlier must be asked again. */
  readonly asksAgain: boolean;
  /** When the notice was retired; undefined for a notice in use. */
  readonly retiredAt: string | undefined;
  readonly diff: string;
}

/** What publishing would do. */
export const foresee = ({ folder, current, isChanged, diff, consequence }: Comparison): Publication => ({
  name: folder.name,
  outcome: isChanged ? 'would publish' : 'unchanged',
  pid: current?.pid,
  version: (current?.version ?? 0) + (isChanged ? 1 : 0),
  versionId: isChanged ? undefined : current?.versionId,
  contentHash: contentHash(folder.content),
  asksAgain: consequence?.asksAgain ?? false,
  retiredAt: current?.retiredAt,
  diff,
});

/**
 * Publishes what has changed. Before it says that a version says the same, the journal gets that version: somebody may have made
 * it up, and may take it out again.
 *
 * @throws CommandError refused when another version was published after the comparison, or the notice was retired
 */
export const publish = async (
  { table, log }: Tables,
  accountId: string,
  comparison: Comparison,
  change: Change,
): Promise<Publication> => {
  const { folder, current, isChanged, missingLeaf } = comparison;
  if (!isChanged) {
    if (log && missingLeaf) await enterLeaves(log, [missingLeaf]);
    return foresee(comparison);
  }
  const { name, content } = folder;
  const published = await publishNotice(table, { log, accountId, name, content, current }, change);
  if (published === undefined) {
    throw new CommandError(
      `${folder.name}: another version was published in the meantime, or the notice was retired. Check it, then run this again.`,
      'refused',
    );
  }
  const { pid, version, versionId } = published;
  return { ...foresee(comparison), outcome: 'published', pid, version, versionId };
};

/** What publishing changed content means for earlier consents. */
interface Consequence {
  /** Whether people must be asked again. */
  readonly asksAgain: boolean;
  readonly says: string;
}

const advice = (name: string, version: number): string =>
  `${name}: version ${version} already asks again. If this is only a small correction, remove askAgain from notice.json first.`;

/**
 * What publishing content after the current version means for consents (docs/api.md, States).
 *
 * @param published the content of the current version
 */
const foreseeConsequence = (
  { name, version }: Pick<NoticeHead, 'name' | 'version'>,
  published: NoticeContent,
  content: NoticeContent,
): Consequence => {
  const next = `${name}: version ${version + 1}`;
  if (content.askAgain !== true) {
    return { asksAgain: false, says: `${next} asks nobody again; earlier consents stay as they are.` };
  }
  const asks = `${next} asks again: it supersedes earlier consents, and \`consent due\` lists whom to ask.`;
  return { asksAgain: true, says: published.askAgain === true ? `${asks}\n${advice(name, version)}` : asks };
};
