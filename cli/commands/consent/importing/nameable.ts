import { listProjects } from '../../../../shared/identity/project.ts';
import type { Foundations } from '../../../../shared/consents/exchange/foundations.ts';
import type { Nameable } from '../../../../shared/consents/exchange/line-faults.ts';
import type { NoticeLine } from '../../../../shared/consents/exchange/notice-line.ts';
import type { LineageVersion } from '../../../../shared/notices/lineage.ts';
import { readLineage } from '../../../../shared/notices/lineage.ts';
import { measureContent } from '../../../../shared/notices/new-version.ts';
import type { Table } from '../../../../shared/store/client.ts';

const noFoundations: Foundations = { projects: [], notices: new Map() };

/** The parts of a new version that the check of consents needs. */
const toVersion = (line: NoticeLine): LineageVersion => {
  const { versionId, pid, name, version, content, publishedAt, publishedBy } = line;
  return {
    ...{ id: versionId, pid, name, version, publishedAt, publishedBy, ...measureContent(content) },
    languages: Object.keys(content.descriptionHtml),
    validityDays: content.validityDays,
    askedAgainBy: undefined,
  };
};

/** What consents may refer to: the account's projects and notices, and those created by the import. */
export const readNameable = async (
  table: Table,
  accountId: string,
  { projects: newProjects, notices }: Foundations = noFoundations,
): Promise<Nameable> => {
  const [projects, lineage] = await Promise.all([listProjects(table, accountId), readLineage(table, accountId)]);
  const coming = [...notices.values()].flat().map((line) => [line.versionId, toVersion(line)] as const);
  return {
    projects: new Map([...newProjects, ...projects].map((project) => [project.uid, project])),
    lineage: new Map([...coming, ...lineage]),
  };
};
