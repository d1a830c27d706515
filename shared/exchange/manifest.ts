import * as v from 'valibot';
import { digestAlgorithm } from './line-digest.ts';

/** Names of what is in the folder of an export. */
export const exportFiles = {
  manifest: 'manifest.json',
  notices: 'notices.jsonl',
  projects: 'projects.jsonl',
  consents: (segment: number) => `consents-${segment}.jsonl`,
  table: (segment: number) => `consents-${segment}.csv`,
} as const;

/** Files of consents, whatever their numbers. */
export const consentsPattern = /^consents-\d+\.jsonl$/;

/** Files that an export writes beside its manifest. */
export const exportedPattern = /^(?:consents-\d+\.(?:jsonl|csv)|notices\.jsonl|projects\.jsonl)$/;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What there is, in numbers. */
const Counts = v.strictObject({
  consents: count,
  revoked: count,
  erased: count,
  imported: count,
  noticeVersions: count,
  projects: count,
});

/** A file as it is on the disk. */
export const ExportedFile = v.strictObject({
  name: v.pipe(v.string(), v.regex(exportedPattern)),
  bytes: count,
  /** Line breaks. A cell of CSV may have some. */
  lines: count,
  sha256: v.string(),
});
export type ExportedFile = v.InferOutput<typeof ExportedFile>;

/** What a folder holds. */
export const Inventory = v.strictObject({
  counts: Counts,
  /** Of the first and of the last consent; null where there is none. */
  times: v.strictObject({ first: v.nullable(v.string()), last: v.nullable(v.string()) }),
  files: v.array(ExportedFile),
  /** Of all lines of JSON, whatever their order and the number of files: the same of every export of the same data. */
  digest: v.strictObject({ algorithm: v.literal(digestAlgorithm), value: v.string() }),
});
export type Inventory = v.InferOutput<typeof Inventory>;

/** What comes last into the folder of an export, and says that it is whole (docs/export.md, What is in the folder). */
export const Manifest = v.strictObject({
  format: v.literal('consent-register-export'),
  formatVersion: v.literal(1),
  account: v.strictObject({ id: v.string(), name: v.string() }),
  /** The table that was read, or the ARN of DynamoDB's export. */
  source: v.string(),
  /** Whatever was there by then is in it. */
  asOf: v.string(),
  finishedAt: v.string(),
  ...Inventory.entries,
});
export type Manifest = v.InferOutput<typeof Manifest>;
