import { listAccounts } from '../../identity/account.ts';
import type { Project } from '../../identity/project.ts';
import { listProjects } from '../../identity/project.ts';
import type { NoticeHead, NoticeVersion } from '../../notices/notice.ts';
import { findNotice, listNotices, listNoticeVersions } from '../../notices/notice.ts';
import type { Table } from '../../store/client.ts';
import { readLast } from '../../store/counter.ts';
import type { NoticeLine } from './notice-line.ts';

/** What consents refer to: projects, and notices with all their versions, the oldest first. */
export interface Foundations {
  readonly projects: readonly Project[];
  readonly notices: ReadonlyMap<number, readonly NoticeLine[]>;
}

/** Which of them an account lacks, and why some of them cannot be created. */
export interface FoundationPlan {
  readonly missing: Foundations;
  readonly clashes: readonly string[];
}

/** @param lines of all versions, in any order */
export const groupNotices = (lines: readonly NoticeLine[]): Foundations['notices'] =>
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
const findTaken = async (table: Table, accountId: string, pids: readonly number[]): Promise<string[]> => {
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
export const planFoundations = async (
  table: Table,
  accountId: string,
  wanted: Foundations,
): Promise<FoundationPlan> => {
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
  const taken = await findTaken(table, accountId, [...notices.keys()]);
  return {
    missing: { projects: planned.projects, notices },
    clashes: [...planned.clashes, ...clashing, ...taken],
  };
};
