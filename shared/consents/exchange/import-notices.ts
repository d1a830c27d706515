import { listAccounts, rosterWrites } from '../../identity/account.ts';
import type { Change } from '../../identity/operations-log.ts';
import type { Project } from '../../identity/project.ts';
import { listProjects } from '../../identity/project.ts';
import type { NoticeHead, NoticeVersion } from '../../notices/notice.ts';
import { findNotice, listNotices, listNoticeVersions } from '../../notices/notice.ts';
import { measureContent, putName, putVersion, toRetirementTarget } from '../../notices/publishing.ts';
import { raiseTo, readLast } from '../../store/counter.ts';
import { keyOf } from '../../store/keys.ts';
import type { Table } from '../../store/table.ts';
import type { Put } from '../../store/write.ts';
import { isNew, transact, transactFresh } from '../../store/write.ts';
import type { NoticeLine } from './lines.ts';

/** What consents refer to: projects, and notices with all their versions, the oldest first. */
export interface NoticeImport {
  readonly projects: readonly Project[];
  readonly notices: ReadonlyMap<number, readonly NoticeLine[]>;
}

/** Which of them an account lacks, and why some of them cannot be created. */
export interface NoticeImportPlan {
  readonly missing: NoticeImport;
  readonly clashes: readonly string[];
}

/** @param lines of all versions, in any order */
export const groupNotices = (lines: readonly NoticeLine[]): NoticeImport['notices'] =>
  Map.groupBy(
    [...lines].sort((one, other) => one.version - other.version),
    ({ pid }) => pid,
  );

const planProjects = (wanted: readonly Project[], here: readonly Project[]) => {
  const byUid = new Map(here.map((project) => [project.uid, project]));
  return {
    projects: wanted.filter(({ uid }) => !byUid.has(uid)),
    clashes: wanted
      .filter(({ uid, id }) => (byUid.get(uid)?.id ?? id) !== id)
      .map(({ uid }) => `Project "${uid}" is another one here, with another id.`),
  };
};

interface Here {
  readonly heads: readonly NoticeHead[];
  readonly versions: ReadonlyMap<string, NoticeVersion>;
}

/** Why a notice cannot be created as it was. Undefined if it exists or can be created. */
const findClash = (lines: readonly NoticeLine[], { heads, versions }: Here): string | undefined => {
  const [{ pid, name } = { pid: 0, name: '' }] = lines;
  const named = heads.find((head) => head.name === name);
  const head = heads.find((each) => each.pid === pid);
  if (named !== undefined && named.pid !== pid)
    return `Notice "${name}" has PID ${named.pid} here, and ${pid} in the folder.`;
  if (head !== undefined && head.name !== name)
    return `PID ${pid} is notice "${head.name}" here, and "${name}" in the folder.`;
  const other = lines.find(({ versionId, contentHash }) => {
    const version = versions.get(versionId);
    return version === undefined ? head !== undefined : version.contentHash !== contentHash || version.pid !== pid;
  });
  return other && `Version ${other.version} of notice "${name}" is not here, or is another one; the notice is here.`;
};

/** PIDs are unique in the register, so another account may have one. */
const findUsedPids = async (table: Table, accountId: string, pids: readonly number[]): Promise<string[]> => {
  const last = await readLast(table, 'NOTICE');
  const given = pids.filter((pid) => pid <= last);
  if (given.length === 0) return [];
  const others = (await listAccounts(table)).filter(({ id }) => id !== accountId);
  const clashes: string[] = [];
  for (const pid of given) {
    const heads = await Promise.all(others.map(({ id }) => findNotice(table, id, pid)));
    if (heads.some((head) => head !== undefined))
      clashes.push(`PID ${pid} is that of a notice of another account here.`);
  }
  return clashes;
};

/** Compares what consents refer to with what the account has. */
export const planNoticeImport = async (
  table: Table,
  accountId: string,
  wanted: NoticeImport,
): Promise<NoticeImportPlan> => {
  const [projects, heads, versions] = await Promise.all([
    listProjects(table, accountId),
    listNotices(table, accountId),
    listNoticeVersions(table, accountId),
  ]);
  const here = { heads, versions: new Map(versions.map((version) => [version.id, version])) };
  const planned = planProjects(wanted.projects, projects);
  const clashing = [...wanted.notices.values()].flatMap((lines) => findClash(lines, here) ?? []);
  const pids = new Set(heads.map(({ pid }) => pid));
  const notices = new Map([...wanted.notices].filter(([pid]) => !pids.has(pid)));
  const taken = await findUsedPids(table, accountId, [...notices.keys()]);
  return {
    missing: { projects: planned.projects, notices },
    clashes: [...planned.clashes, ...clashing, ...taken],
  };
};

const changedMeanwhile = (): Error =>
  new Error('Somebody else made a project or a notice of the folder at the same time.');

const retirementOf = ({ retiredAt }: NoticeLine) => (retiredAt === null ? {} : { retiredAt });

const toHead = (line: NoticeLine): NoticeHead => {
  const { pid, name, versionId, version, content } = line;
  return { pid, name, versionId, version, ...measureContent(content), ...retirementOf(line) };
};

/** The writes of a version as it was, with its publisher and its time. */
const putOldVersion = (log: Table | undefined, accountId: string, line: NoticeLine): readonly Put[] => {
  const { content, publishedAt, publishedBy, currentUntil } = line;
  const ended = { ...(currentUntil !== null && { currentUntil }), ...retirementOf(line) };
  const [version, ...others] = putVersion(log, accountId, {
    head: toHead(line),
    content,
    publishedAt: new Date(publishedAt),
    publishedBy,
  });
  return [{ ...version, put: { ...version.put, ...ended } }, ...others];
};

/** The table into which is imported, and the log, where it is known. */
interface ImportSite {
  readonly table: Table;
  readonly log: Table | undefined;
}

/** Skips what an interrupted run has already written. */
const importVersion = async ({ table, log }: ImportSite, accountId: string, line: NoticeLine): Promise<void> => {
  const refusals = await transact(table, putOldVersion(log, accountId, line));
  if (refusals === undefined) return;
  if (refusals[0]?.existing?.contentHash !== line.contentHash) throw changedMeanwhile();
};

/** Writes the versions first: a notice exists when its head does. */
const importNotice = async (
  { table, log }: ImportSite,
  accountId: string,
  lines: readonly NoticeLine[],
  { record }: Change,
): Promise<void> => {
  for (const line of lines) await importVersion({ table, log }, accountId, line);
  const current = lines.at(-1);
  if (current === undefined) return;
  const { pid, name, version, contentHash, retiredAt } = current;
  const toldRetirement = retiredAt === null ? {} : toRetirementTarget(retiredAt);
  const others = [
    { put: { ...keyOf.notice(accountId, pid), ...toHead(current) }, ...isNew },
    putName(accountId, name, pid),
    record({ accountId, pid, notice: name, version, contentHash, ...toldRetirement }),
  ];
  const refusals = await transactFresh(table, async () => {
    const isNumberNew = (await readLast(table, 'NOTICE')) < pid;
    const roster = await rosterWrites(table, accountId, retiredAt === null ? { pid } : {});
    return { raced: [...(isNumberNew ? [raiseTo('NOTICE', pid)] : []), ...roster], others };
  });
  if (refusals !== undefined) throw changedMeanwhile();
};

const importProject = async (table: Table, accountId: string, project: Project, { record }: Change): Promise<void> => {
  const others = [
    { put: { ...keyOf.project(accountId, project.uid), ...project }, ...isNew },
    record({ accountId, projectUid: project.uid, name: project.name }),
  ];
  const refusals = await transactFresh(table, async () => ({
    raced: await rosterWrites(table, accountId, { uid: project.uid }),
    others,
  }));
  if (refusals !== undefined) throw changedMeanwhile();
};

/**
 * Creates the projects and notices that an account lacks, as they were: with their ids, PIDs, times and publishers.
 * Each gets an entry in the operations log. After an interruption, run it again.
 */
export const importNotices = async (
  site: ImportSite,
  accountId: string,
  { projects, notices }: NoticeImport,
  newChange: () => Change,
): Promise<void> => {
  for (const project of projects) await importProject(site.table, accountId, project, newChange());
  for (const [, lines] of [...notices].sort(([one], [other]) => one - other)) {
    await importNotice(site, accountId, lines, newChange());
  }
};
