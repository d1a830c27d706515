import type { VerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { readVerificationKeys } from '../../../shared/identity/keys/verification-keys.ts';
import type { LogEntry } from '../../../shared/identity/operations-log.ts';
import { listLogEntries } from '../../../shared/identity/operations-log.ts';
import { table } from '../../support/make/table.ts';

/** All that a command on keys may change. */
interface KeysAndLog {
  readonly keys: readonly VerificationKey[];
  readonly log: readonly LogEntry[];
}

export const readKeysAndLog = async (): Promise<KeysAndLog> => ({
  keys: await readVerificationKeys(table),
  log: await listLogEntries(table, 1_000),
});

/** The log entries that have come since. */
export const findNewEntries = async (before: KeysAndLog): Promise<LogEntry[]> => {
  const known = new Set(before.log.map(({ id }) => id));
  return (await listLogEntries(table, 1_000)).filter(({ id }) => !known.has(id));
};
