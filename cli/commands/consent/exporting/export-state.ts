import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from './durable-file.ts';

/** The file that holds the state of an unfinished export. */
export const stateFile = 'export-state.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How far a segment is: the files are valid up to these bytes, and the read resumes from this key. */
const Position = v.strictObject({
  /** Null at the beginning and at the end of the segment. */
  next: v.nullable(v.strictObject({ PK: v.string(), SK: v.string() })),
  isDone: v.boolean(),
  consents: count,
  jsonlBytes: count,
  csvBytes: count,
});
export type Position = v.InferOutput<typeof Position>;

/** The state of an unfinished export. What its files hold beyond the positions is written again. */
export const ExportState = v.strictObject({
  format: v.literal(1),
  account: v.string(),
  /** The table, or the ARN of the DynamoDB export. */
  source: v.string(),
  beganAt: v.string(),
  readUnits: v.number(),
  /** The process that writes to the folder. */
  host: v.string(),
  pid: count,
  positions: v.array(Position),
});
export type ExportState = v.InferOutput<typeof ExportState>;

/** The start of a segment. */
export const beginning: Position = { next: null, isDone: false, consents: 0, jsonlBytes: 0, csvBytes: 0 };

/** @throws CommandError usage when the state cannot be written */
export const writeState = (folder: string, state: ExportState): Promise<void> =>
  replaceFile(join(folder, stateFile), [`${JSON.stringify(state)}\n`]);
