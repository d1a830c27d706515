import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FoundationPlan } from '../../../../shared/consents/exchange/foundations.ts';
import { planFoundations } from '../../../../shared/consents/exchange/foundations.ts';
import type { Nameable } from '../../../../shared/consents/exchange/line-faults.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { CommandError } from '../../../command-error.ts';
import { needErasures } from '../../../stage/erasures.ts';
import type { Stage } from '../../../stage/stage.ts';
import { refuseReading } from '../../../typed/file-reading.ts';
import { openExportFolder } from './export-folder.ts';
import { readMapping } from './mapping-file.ts';
import { readNameable } from './nameable.ts';
import type { Supply } from './supply.ts';
import { supplyForeign, supplyOurs } from './supply.ts';

/** The options of an import as typed. */
export interface Wanted {
  readonly file: string;
  readonly mapping: string | undefined;
  readonly accountId: string;
  readonly source: string;
}

/** What to import, and what it depends on. */
export interface Opened extends Pick<Nameable, 'lineage'> {
  readonly supply: Supply;
  /** What the account lacks; empty except for the folder of an export. */
  readonly missing: FoundationPlan['missing'];
}

const nothingMissing: FoundationPlan['missing'] = { projects: [], notices: new Map() };

const formats: Readonly<Record<string, 'csv' | 'jsonl'>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
};

const isFolder = async (file: string): Promise<boolean> => {
  const found = await stat(file).catch((error) => {
    throw refuseReading(file, error);
  });
  return found.isDirectory();
};

const openFolder = async (table: Table, { file, accountId }: Wanted): Promise<Opened> => {
  const folder = await openExportFolder(file);
  const { missing, clashes } = await planFoundations(table, accountId, folder);
  if (clashes.length > 0) {
    throw new CommandError(
      `${clashes.slice(0, 5).join(' ')} Import the folder into another register. Or import a file of its consents with --mapping, which says what they belong to here.`,
      'refused',
    );
  }
  const nameable = await readNameable(table, accountId, missing);
  return { supply: supplyOurs(folder.files, nameable), missing, lineage: nameable.lineage };
};

/** Derives ids from the key. */
export type KeyOfIds = (erasures: Table) => Promise<Uint8Array>;

const openForeign = async (
  stage: Stage,
  { file, mapping: path = '', ...owner }: Wanted,
  keyOfIds: KeyOfIds,
): Promise<Opened> => {
  const erasures = needErasures(stage);
  const mapping = await readMapping(path);
  const format = mapping.format ?? formats[extname(file).toLowerCase()];
  if (format === undefined) {
    throw new CommandError(
      `The name of ${tame(file)} does not show its format. Add "format": "csv" or "jsonl" to the mapping file.`,
      'usage',
    );
  }
  const nameable = await readNameable(stage.table, owner.accountId);
  const importKey = await keyOfIds(erasures);
  const supply = supplyForeign(file, format, { ...owner, ...nameable, mapping, importKey });
  return { supply, missing: nothingMissing, lineage: nameable.lineage };
};

/** @throws CommandError when it cannot be read, or cannot be imported as a whole */
export const openImport = async (stage: Stage, wanted: Wanted, keyOfIds: KeyOfIds): Promise<Opened> => {
  const { file, mapping } = wanted;
  const { table } = stage;
  if (await isFolder(file)) {
    if (mapping === undefined) return openFolder(table, wanted);
    throw new CommandError(
      '--mapping is only for a file of other software. Leave it out for the folder of an export.',
      'usage',
    );
  }
  if (mapping !== undefined) return openForeign(stage, wanted, keyOfIds);
  if (formats[extname(file).toLowerCase()] === 'csv') {
    throw new CommandError('A CSV file needs --mapping <file>, which says what its columns mean.', 'usage');
  }
  const nameable = await readNameable(table, wanted.accountId);
  return { supply: supplyOurs([file], nameable), missing: nothingMissing, lineage: nameable.lineage };
};
