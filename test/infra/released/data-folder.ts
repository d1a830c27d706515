import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { nameErasuresTable, nameLogTable } from '../../../cli/local/table.ts';
import type { Item, Key } from '../../../shared/store/client.ts';
import { parseDynamoLine } from '../../../shared/store/dynamo-json.ts';
import { readAllItems } from '../../support/all-items.ts';
import { putItem } from '../../support/edit-item.ts';
import { openPatiently } from '../../support/patient-table.ts';
import type { Known } from './make-data.ts';

/**
 * What a release wrote: its tables as lines of DynamoDB's JSON, the keys and anchors of its local service, what else is
 * known of the data, and what the release answers about it.
 */
export const recorded = join(import.meta.dirname, 'data');

const tablesOf = (name: string) => ({
  table: openPatiently(name),
  erasures: openPatiently(nameErasuresTable(name)),
  log: openPatiently(nameLogTable(name)),
});

/** In JSON, bytes are base64. */
const toJson = (value: AttributeValue): object => {
  if (value.B !== undefined) return { B: Buffer.from(value.B).toString('base64') };
  if (value.BS !== undefined) return { BS: value.BS.map((bytes) => Buffer.from(bytes).toString('base64')) };
  if (value.L !== undefined) return { L: value.L.map(toJson) };
  if (value.M !== undefined) return { M: toMembers(value.M) };
  return value;
};

const toMembers = (members: Readonly<Record<string, AttributeValue>>): object =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, toJson(value)]));

/** With the key first, and the other attributes by name. */
const toLine = ({ PK, SK, ...rest }: Item): string => {
  const named = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ Item: toMembers(marshall({ PK, SK, ...Object.fromEntries(named) })) });
};

const byKey = (a: Item, b: Item): number => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1);

const kept = ['signing-key.json', 'evidence-key.json', 'encryption-key.json', 'anchors'];

/**
 * Writes the folder anew.
 *
 * @param name of the table that the service has
 * @param dataDir of the service, with its keys and anchors
 */
export const writeRecorded = async (name: string, dataDir: string, known: Known): Promise<void> => {
  rmSync(recorded, { recursive: true, force: true });
  mkdirSync(recorded);
  for (const [of, table] of Object.entries(tablesOf(name))) {
    const lines = (await readAllItems(table)).sort(byKey).map(toLine);
    writeFileSync(join(recorded, `${of}.jsonl`), `${lines.join('\n')}\n`);
  }
  for (const file of kept) cpSync(join(dataDir, file), join(recorded, file), { recursive: true });
  writeRecordedJson('known', known);
};

const writeRecordedJson = (name: 'known' | 'answers', content: object): void =>
  writeFileSync(join(recorded, `${name}.json`), `${JSON.stringify(content, undefined, 1)}\n`);

/** Keeps what the release answers about its own data. */
export const writeAnswers = (answers: object): void => writeRecordedJson('answers', answers);

/** What is known of the recorded data. */
export const readKnown = (): Known => JSON.parse(readFileSync(join(recorded, 'known.json'), 'utf8'));

/** What the release answers about its own data, by what was asked. */
export const readAnswers = (): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(join(recorded, 'answers.json'), 'utf8'));

const readItems = (of: string): (Item & Key)[] =>
  readFileSync(join(recorded, `${of}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map(parseDynamoLine);

/** Puts the recorded items into tables that are there. */
export const loadItems = async (name: string): Promise<void> => {
  for (const [of, table] of Object.entries(tablesOf(name))) {
    await Promise.all(readItems(of).map((item) => putItem(table, item)));
  }
};

/** The moment in the name of a version of an anchor, in which it was written. */
const momentOf = (name: string): Date =>
  new Date(name.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})-.*/, '$1-$2-$3T$4:$5:$6.$7Z'));

/** Copies keys and anchors into a folder, as the service left them. */
export const copyKeys = (folder: string): void => {
  for (const file of kept) cpSync(join(recorded, file), join(folder, file), { recursive: true });
  const files = readdirSync(join(folder, 'anchors'), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const moment = momentOf(basename(file.name));
    utimesSync(join(file.parentPath, file.name), moment, moment);
  }
};
