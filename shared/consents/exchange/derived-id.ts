import { keyedDigest } from '../../digest.ts';
import { toIdentifier } from '../../identifier.ts';

/** What identifies a record of other software. */
export interface ForeignRecord {
  readonly accountId: string;
  /** The operator's name for the source. */
  readonly source: string;
  /** The record's key in the other software. */
  readonly key: string;
  readonly projectUid: string;
  readonly pid: number;
  readonly time: Date;
}

/**
 * The id of a consent that other software recorded. The same record always gets the same id, so that it is imported
 * once. The project and the notice are part of it, since one row of a table may hold several consents of the same
 * moment. The id stays after an erasure, and the key of a record may be an email address: without the import key,
 * nobody can derive one from the other.
 */
export const deriveIdentifier = (
  importKey: Uint8Array,
  { accountId, source, key, projectUid, pid, time }: ForeignRecord,
): string =>
  toIdentifier(
    time,
    keyedDigest(importKey)('import', accountId, source, key, projectUid, String(pid), time.toISOString()),
  );
