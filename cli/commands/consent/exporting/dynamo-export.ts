import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { tame } from '../../../../shared/schema/visible-text.ts';
import { CommandError } from '../../../command-error.ts';
import { countEach } from '../../../printing/progress.ts';
import { failReading } from '../../../typed-values.ts';

const summaryFile = 'manifest-summary.json';
const filesFile = 'manifest-files.json';

/** Where DynamoDB puts its exports in a bucket or below a prefix: each in a folder named by the export's id. */
const exportsFolder = 'AWSDynamoDB';

const Summary = v.object({
  exportArn: v.string(),
  /** The moment that the export captures. */
  exportTime: v.pipe(v.string(), v.isoTimestamp()),
  itemCount: v.number(),
  outputFormat: v.string(),
  /** Missing in exports from before DynamoDB had incremental exports. */
  exportType: v.optional(v.string(), 'FULL_EXPORT'),
});

const DataFile = v.object({
  itemCount: v.number(),
  /** MD5 of the file as stored in S3, in base64. */
  md5Checksum: v.string(),
  dataFileS3Key: v.string(),
});

/** A gzipped file of items. */
export interface DataFile {
  readonly path: string;
  readonly items: number;
  readonly md5: string;
}

/** A full-table export by DynamoDB to S3, in a local folder. */
export interface DynamoExport {
  readonly arn: string;
  readonly time: string;
  readonly files: readonly DataFile[];
}

const refuse = (message: string): CommandError => new CommandError(message, 'usage');

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The folder of the export: the named one, or the only one in it. */
const locate = async (folder: string): Promise<string> => {
  if (folder === '') throw refuse('Give the folder of the DynamoDB export; the name must not be empty.');
  const own = await readdir(folder).catch(failReading(folder));
  if (own.includes(summaryFile)) return folder;
  const parent = own.includes(exportsFolder) ? join(folder, exportsFolder) : folder;
  const places: string[] = [];
  for (const name of await namesIn(parent)) {
    const place = join(parent, name);
    if ((await namesIn(place)).includes(summaryFile)) places.push(place);
  }
  const [place, ...others] = places;
  if (place === undefined) {
    throw refuse(
      `${tame(folder)} has no ${summaryFile}. Name the folder AWSDynamoDB/<id> that the export to S3 wrote.`,
    );
  }
  if (others.length > 0) throw refuse(`${tame(folder)} has several exports. Name one: ${places.map(tame).join(', ')}.`);
  return place;
};

const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(failReading(file));

const parse = <Schema extends v.GenericSchema>(schema: Schema, text: string, file: string): v.InferOutput<Schema> => {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    throw refuse(`${tame(file)} does not have the form that DynamoDB writes. Download the export again.`);
  }
};

/**
 * Finds an export of DynamoDB in a folder.
 *
 * @throws CommandError usage when there is none, when there are several, or when it is not a full export as JSON
 */
export const findDynamoExport = async (folder: string): Promise<DynamoExport> => {
  const place = await locate(folder);
  const file = join(place, summaryFile);
  const { exportArn, exportTime, outputFormat, exportType, itemCount } = parse(Summary, await readText(file), file);
  if (outputFormat !== 'DYNAMODB_JSON') {
    throw refuse(`The export has the format ${tame(outputFormat)}. Export the table as DYNAMODB_JSON.`);
  }
  if (exportType !== 'FULL_EXPORT') {
    throw refuse(`The export is ${tame(exportType)} and has only what changed. Make a full export.`);
  }
  const list = join(place, filesFile);
  const lines = (await readText(list)).split('\n').filter((line) => line.trim() !== '');
  const files = lines.map((line) => parse(DataFile, line, list));
  const items = files.reduce((sum, { itemCount: count }) => sum + count, 0);
  if (items !== itemCount) {
    throw refuse(
      `${tame(list)} lists ${countEach(items, 'item')}, but ${summaryFile} says ${itemCount}. Download the export again.`,
    );
  }
  return {
    arn: exportArn,
    time: exportTime,
    files: files.map(({ dataFileS3Key, itemCount: count, md5Checksum: md5 }) => ({
      path: join(place, 'data', basename(dataFileS3Key)),
      items: count,
      md5,
    })),
  };
};
