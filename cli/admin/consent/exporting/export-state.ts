import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from './durable-file.ts';

/** Where the state of an export is that has not finished. */
export const stateFile = 'export-state.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How far a segment is: what the files have up to these bytes, and where the table goes on. */
const Position = v.strictObject({
  /** Null at the beginning, and where the segment is done. */
  next: v.nullable(v.strictObject({ PK: v.string(), SK: v.string() })),
  isDone: v.boolean(),
  consents: count,
  jsonlBytes: count,
  csvBytes: count,
});
export type Position = v.InferOutput<typeof Position>;

/** Of an export that has not finished. All that its files have beyond the positions is written anew. */
export const ExportState = v.strictObject({
  format: v.literal(1),
  account: v.string(),
  /** The table, or the ARN of DynamoDB's export. */
  source: v.string(),
  beganAt: v.string(),
  readUnits: v.number(),
  /** Who writes to the folder. */
  host: v.string(),
  pid: count,
  positions: v.array(Position),
});
export type ExportState = v.InferOutput<typeof ExportState>;

/** Where a segment begins. */
export const beginning: Position = { next: null, isDone: false, consents: 0, jsonlBytes: 0, csvBytes: 0 };

/** @throws CommandError usage when it cannot be written */
export const writeState = (folder: string, state: ExportState): Promise<void> =>
  replaceFile(join(folder, stateFile), [`${JSON.stringify(state)}\n`]);
