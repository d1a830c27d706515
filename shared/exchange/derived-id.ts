import { keyedDigest } from '../digest.ts';
import { toIdentifier } from '../identifier.ts';

/** What tells one record of other software from another. */
export interface ForeignRecord {
  readonly accountId: string;
  /** As the operator calls where it comes from. */
  readonly source: string;
  /** By which the other software knows it. */
  readonly key: string;
  readonly projectUid: string;
  readonly pid: number;
  readonly time: Date;
}

/**
 * The id of a consent that other software recorded. The same record always gets the same id, so that it is imported once. The project and
 * the notice are part of it: one row of a table may hold several consents that were given at the same moment. It stays of a consent that
 * was erased, and the key of a record may be an email address: nobody without the import key can tell it from the id.
 */
export const deriveIdentifier = (
  importKey: Uint8Array,
  { accountId, source, key, projectUid, pid, time }: ForeignRecord,
): string =>
  toIdentifier(
    time,
    keyedDigest(importKey)('import', accountId, source, key, projectUid, String(pid), time.toISOString()),
  );
