import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as v from 'valibot';
import type { Nameable, NameableVersion } from '../../../shared/consents/exchange/faults.ts';
import type { NoticeImport, NoticeImportPlan } from '../../../shared/consents/exchange/import-notices.ts';
import { groupNotices, planNoticeImport } from '../../../shared/consents/exchange/import-notices.ts';
import { consentsPattern, exportFiles, NoticeLine } from '../../../shared/consents/exchange/lines.ts';
import type { Project } from '../../../shared/identity/project.ts';
import { listProjects } from '../../../shared/identity/project.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { contentHash } from '../../../shared/notices/notice.ts';
import { timeOf } from '../../../shared/runtime/identifier.ts';
import { attempt } from '../../../shared/runtime/values.ts';
import { storedId, storedTime } from '../../../shared/schema/scalar.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import { CommandError } from '../../errors.ts';
import { failReading } from '../../input/files.ts';
import { readHead, refuseOtherKinds } from '../../input/records.ts';
import { checkName, checkUid } from '../../input/values.ts';
import { noticeName } from '../../notices/file.ts';
import { toWord } from '../../output/format.ts';
import { needErasures } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';
import { checkFolder } from './export-files.ts';
import type { Assumed } from './import-mapping.ts';
import { listAssumed, readMapping } from './import-mapping.ts';
import type { RecordSource } from './import-read.ts';
import { openExportRecords, openForeignRecords } from './import-read.ts';

/** The options of an import as typed. */
export interface Wanted {
  readonly file: string;
  readonly mapping: string | undefined;
  readonly accountId: string;
  readonly source: string;
}

/** What to import, and what it depends on. */
export interface Opened extends Pick<Nameable, 'lineage'> {
  readonly supply: RecordSource;
  /** What the account lacks; empty except for the folder of an export. */
  readonly missing: NoticeImportPlan['missing'];
  /** What the mapping leaves open; nothing for the consents of a register. */
  readonly assumed: readonly Assumed[];
}

/** Derives ids from the key. */
type KeyOfIds = (erasures: Table) => Promise<Uint8Array>;

/** @throws CommandError when it cannot be read, or cannot be imported as a whole */
export const openImport = async (stage: Stage, wanted: Wanted, keyOfIds: KeyOfIds): Promise<Opened> => {
  const { file, mapping } = wanted;
  const { table } = stage;
  const found = await stat(file).catch(failReading(file));
  if (found.isDirectory()) {
    if (mapping === undefined) return openFolder(table, wanted);
    throw new CommandError(
      '--mapping is only for a file of other software. Leave it out for the folder of an export.',
      'usage',
    );
  }
  refuseOtherKinds(file, await readHead(file));
  if (mapping !== undefined) return openForeign(stage, wanted, mapping, keyOfIds);
  if (formatOf(file) === 'csv') {
    throw new CommandError(
      `A CSV file needs --mapping <file>, which says what its columns mean. \`consent import ${toWord(file)} --suggest-mapping\` prints one to fill in.`,
      'usage',
    );
  }
  const nameable = await readNameable(table, wanted.accountId);
  const supply = openExportRecords([file], nameable);
  return { supply, missing: noFoundations, lineage: nameable.lineage, assumed: [] };
};

const noFoundations: NoticeImportPlan['missing'] = { projects: [], notices: new Map() };

const formats: Readonly<Record<string, 'csv' | 'jsonl'>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

/** The format that a file's name shows. */
export const formatOf = (file: string): 'csv' | 'jsonl' | undefined => formats[extname(file).toLowerCase()];

const openForeign = async (
  stage: Stage,
  { file, mapping: _, ...owner }: Wanted,
  mappingFile: string,
  keyOfIds: KeyOfIds,
): Promise<Opened> => {
  const erasures = needErasures(stage);
  const mapping = await readMapping(mappingFile);
  const format = mapping.format ?? formatOf(file);
  if (format === undefined) {
    throw new CommandError(
      `The name of ${escapeInvisible(file)} does not show its format. Add "format": "csv" or "jsonl" to the mapping file.`,
      'usage',
    );
  }
  const nameable = await readNameable(stage.table, owner.accountId);
  const importKey = await keyOfIds(erasures);
  const supply = openForeignRecords(file, format, { ...owner, ...nameable, mapping, importKey });
  return { supply, missing: noFoundations, lineage: nameable.lineage, assumed: listAssumed(mapping) };
};

const openFolder = async (table: Table, { file, accountId }: Wanted): Promise<Opened> => {
  const folder = await readFolder(file);
  const { missing, clashes } = await planNoticeImport(table, accountId, folder);
  if (clashes.length > 0) {
    throw new CommandError(
      `${clashes.slice(0, 5).join(' ')} Import the folder into another register. Or import a file of its consents with --mapping, which says what they belong to here.`,
      'refused',
    );
  }
  const nameable = await readNameable(table, accountId, missing);
  return { supply: openExportRecords(folder.files, nameable), missing, lineage: nameable.lineage, assumed: [] };
};

const damaged = (file: string): CommandError =>
  new CommandError(`${escapeInvisible(file)} is not what an export has. Export again. Nothing was changed.`, 'usage');

const readLines = async <Line>(file: string, parse: (value: unknown) => Line): Promise<Line[]> => {
  const text = await readFile(file, 'utf8').catch(failReading(file));
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => parse(JSON.parse(line)));
  } catch {
    throw damaged(file);
  }
};

/** @throws CommandError usage when it is not a complete export, or differs from its manifest */
const readFolder = async (folder: string): Promise<NoticeImport & { readonly files: readonly string[] }> => {
  const { manifest, wrong } = await checkFolder(folder);
  if (wrong.length > 0) {
    const what = wrong.map(escapeInvisible).join(', ');
    throw new CommandError(
      `${escapeInvisible(folder)} differs from its manifest: ${what} changed. Export again, or import only the file that you changed.`,
      'usage',
    );
  }
  const lines = await readLines(join(folder, exportFiles.notices), (value) => v.parse(Version, value));
  const projects = await readLines(join(folder, exportFiles.projects), (value) => v.parse(ProjectLine, value));
  if (!areConsistent(projects, lines)) throw damaged(folder);
  return {
    files: manifest.files.filter(({ name }) => consentsPattern.test(name)).map(({ name }) => join(folder, name)),
    projects,
    notices: groupNotices(lines),
  };
};

/** What consents may refer to: the account's projects and notices, and those created by the import. */
const readNameable = async (
  table: Table,
  accountId: string,
  { projects: newProjects, notices }: NoticeImport = noFoundations,
): Promise<Nameable> => {
  const [projects, lineage] = await Promise.all([listProjects(table, accountId), readLineage(table, accountId)]);
  const coming = [...notices.values()].flat().map((line) => [line.versionId, { ...line, id: line.versionId }] as const);
  return {
    projects: new Map([...newProjects, ...projects].map((project) => [project.uid, project])),
    lineage: new Map<string, NameableVersion>([...coming, ...lineage]),
  };
};

/** A project as this register makes them. */
const ProjectLine = v.strictObject({
  uid: v.pipe(
    v.string(),
    v.check((uid) => checkUid(uid) === undefined),
  ),
  id: storedId,
  name: v.pipe(
    v.string(),
    v.check((name) => checkName(name) === undefined),
  ),
  createdAt: storedTime,
});

/** A version as this register publishes them. */
const Version = v.pipe(
  NoticeLine,
  v.check(({ name }) => noticeName.test(name)),
  v.check(({ versionId, publishedAt }) => timeOf(versionId).getTime() === new Date(publishedAt).getTime()),
  v.check(({ content, contentHash: hash }) => attempt(() => contentHash(content)) === hash),
);

const hasDistinct = <Line>(lines: readonly Line[], tell: (line: Line) => unknown): boolean =>
  new Set(lines.map(tell)).size === lines.length;

/** Whether projects are distinct, and the versions of each notice are 1, 2, 3 and so on under one name of its own. */
const areConsistent = (projects: readonly Project[], versions: readonly NoticeLine[]): boolean => {
  const notices = [...Map.groupBy(versions, ({ pid }) => pid).values()];
  return (
    hasDistinct(projects, ({ uid }) => uid) &&
    hasDistinct(projects, ({ id }) => id) &&
    hasDistinct(versions, ({ versionId }) => versionId) &&
    hasDistinct(notices, ([first]) => first?.name) &&
    notices.every(
      (lines) =>
        hasDistinct(lines, ({ version }) => version) &&
        lines.every(({ name, version }) => name === lines[0]?.name && version <= lines.length),
    )
  );
};
