import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Foundations } from '../../../../shared/consents/exchange/foundations.ts';
import { groupNotices } from '../../../../shared/consents/exchange/foundations.ts';
import { consentsPattern, exportFiles } from '../../../../shared/consents/exchange/manifest.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { refuseReading } from '../../../typed/file-reading.ts';
import { checkFolder } from '../exporting/check-folder.ts';
import { areConsistent, parseNoticeLine, parseProjectLine } from './folder-lines.ts';

/** The folder of an export that matches its manifest. */
export interface ExportFolder extends Foundations {
  readonly files: readonly string[];
}

const damaged = (file: string): CommandError =>
  new CommandError(`${tame(file)} is not what an export has. Export again. Nothing was changed.`, 'usage');

const readLines = async <Line>(file: string, parse: (value: unknown) => Line): Promise<Line[]> => {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw refuseReading(file, error);
  });
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
export const openExportFolder = async (folder: string): Promise<ExportFolder> => {
  const { manifest, wrong } = await checkFolder(folder);
  if (wrong.length > 0) {
    const what = wrong.map(tame).join(', ');
    throw new CommandError(
      `${tame(folder)} differs from its manifest: ${what} changed. Export again, or import only the file that you changed.`,
      'usage',
    );
  }
  const lines = await readLines(join(folder, exportFiles.notices), parseNoticeLine);
  const projects = await readLines(join(folder, exportFiles.projects), parseProjectLine);
  if (!areConsistent(projects, lines)) throw damaged(folder);
  return {
    files: manifest.files.filter(({ name }) => consentsPattern.test(name)).map(({ name }) => join(folder, name)),
    projects,
    notices: groupNotices(lines),
  };
};
