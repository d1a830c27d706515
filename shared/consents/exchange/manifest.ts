import * as v from 'valibot';

/** Names of the files in the folder of an export. */
export const exportFiles = {
  manifest: 'manifest.json',
  notices: 'notices.jsonl',
  projects: 'projects.jsonl',
  consents: (segment: number) => `consents-${segment}.jsonl`,
  table: (segment: number) => `consents-${segment}.csv`,
} as const;

/** Files of consents, with any number. */
export const consentsPattern = /^consents-\d+\.jsonl$/;

/** Files of an export, besides its manifest. */
export const exportedPattern = /^(?:consents-\d+\.(?:jsonl|csv)|notices\.jsonl|projects\.jsonl)$/;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The contents in numbers. */
const Counts = v.strictObject({
  consents: count,
  revoked: count,
  erased: count,
  imported: count,
  noticeVersions: count,
  projects: count,
});

/** A file on the disk. */
const ExportedFile = v.strictObject({
  name: v.pipe(v.string(), v.regex(exportedPattern)),
  bytes: count,
  sha256: v.string(),
});
export type ExportedFile = v.InferOutput<typeof ExportedFile>;

/** The last file of an export. It says that the folder is complete (docs/export.md, What is in the folder). */
export const Manifest = v.strictObject({
  format: v.literal('consent-register-export'),
  formatVersion: v.literal(1),
  account: v.strictObject({ id: v.string(), name: v.string() }),
  /** The table. */
  source: v.string(),
  /** Everything that existed at this time is in the export. */
  asOf: v.string(),
  finishedAt: v.string(),
  counts: Counts,
  /** Times of the first and the last consent. Null if there is none. */
  times: v.strictObject({ first: v.nullable(v.string()), last: v.nullable(v.string()) }),
  files: v.array(ExportedFile),
});
export type Manifest = v.InferOutput<typeof Manifest>;
