import type { Change } from '../../identity/operations-log.ts';
import type { Project } from '../../identity/project.ts';
import { measureContent, putVersion } from '../../notices/new-version.ts';
import type { NoticeHead } from '../../notices/notice.ts';
import { putName } from '../../notices/publishing.ts';
import { tellRetirement } from '../../notices/retirement.ts';
import type { Table } from '../../store/client.ts';
import { raiseTo, readLast } from '../../store/counter.ts';
import { keyOf } from '../../store/keys.ts';
import type { Put } from '../../store/write.ts';
import { isNew, transact } from '../../store/write.ts';
import type { Foundations } from './foundations.ts';
import type { NoticeLine } from './notice-line.ts';

const changedMeanwhile = (): Error => new Error('Somebody else made a project or a notice of the folder meanwhile.');

const retirementOf = ({ retiredAt }: NoticeLine) => (retiredAt === null ? {} : { retiredAt });

const toHead = (line: NoticeLine): NoticeHead => {
  const { pid, name, versionId, version, content } = line;
  return { pid, name, versionId, version, ...measureContent(content), ...retirementOf(line) };
};

/** The writes of a version as it was, with its publisher and its time. */
const putOldVersion = (accountId: string, line: NoticeLine): readonly Put[] => {
  const { content, publishedAt, publishedBy, currentUntil } = line;
  const ended = { ...(currentUntil !== null && { currentUntil }), ...retirementOf(line) };
  const [version, text] = putVersion(accountId, {
    head: toHead(line),
    content,
    publishedAt: new Date(publishedAt),
    publishedBy,
  });
  return [{ ...version, put: { ...version.put, ...ended } }, text];
};

/** Skips what an interrupted run has already written. */
const layVersion = async (table: Table, accountId: string, line: NoticeLine): Promise<void> => {
  const refusals = await transact(table, putOldVersion(accountId, line));
  if (refusals === undefined) return;
  if (refusals[0]?.existing?.contentHash !== line.contentHash) throw changedMeanwhile();
};

/** Writes the versions first: a notice exists when its head does. */
const layNotice = async (
  table: Table,
  accountId: string,
  lines: readonly NoticeLine[],
  { record }: Change,
): Promise<void> => {
  for (const line of lines) await layVersion(table, accountId, line);
  const current = lines.at(-1);
  if (current === undefined) return;
  const { pid, name, version, contentHash, retiredAt } = current;
  const toldRetirement = retiredAt === null ? {} : tellRetirement(retiredAt);
  for (;;) {
    const isNumberNew = (await readLast(table, 'NOTICE')) < pid;
    const refusals = await transact(table, [
      ...(isNumberNew ? [raiseTo('NOTICE', pid)] : []),
      { put: { ...keyOf.notice(accountId, pid), ...toHead(current) }, ...isNew },
      putName(accountId, name, pid),
      record({ accountId, pid, notice: name, version, contentHash, ...toldRetirement }),
    ]);
    if (refusals === undefined) return;
    if (!isNumberNew || refusals[0] === undefined) throw changedMeanwhile();
  }
};

const layProject = async (table: Table, accountId: string, project: Project, { record }: Change): Promise<void> => {
  const refusals = await transact(table, [
    { put: { ...keyOf.project(accountId, project.uid), ...project }, ...isNew },
    record({ accountId, projectUid: project.uid, name: project.name }),
  ]);
  if (refusals !== undefined) throw changedMeanwhile();
};

/**
 * Creates the projects and notices that an account lacks, as they were: with their ids, PIDs, times and publishers.
 * Each gets an entry in the operations log. After an interruption, run it again.
 */
export const layFoundations = async (
  table: Table,
  accountId: string,
  { projects, notices }: Foundations,
  newChange: () => Change,
): Promise<void> => {
  for (const project of projects) await layProject(table, accountId, project, newChange());
  for (const [, lines] of [...notices].sort(([one], [other]) => one - other)) {
    await layNotice(table, accountId, lines, newChange());
  }
};
