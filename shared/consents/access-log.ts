import type { Identity } from '../identity/bearer.ts';
import { newIdentifier } from '../runtime/identifier.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { accessLogDays } from '../runtime/stage.ts';
import { dayMilliseconds, epochSeconds } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';
import type { AccessOperation } from './access-entry.ts';
import { monthOf } from './access-entry.ts';

/** Milliseconds that an answer waits for its entry. */
const patience = 1_000;

const withinPatience = async (writing: Promise<unknown>): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The entry is late.')), patience);
  try {
    await Promise.race([writing, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** What an entry says of a call. */
interface Access {
  readonly table: Table;
  readonly identity: Identity;
  readonly now: Date;
  readonly operation: AccessOperation;
}

const toItem = ({ identity, now, operation }: Access, ids: readonly string[]): Item & { PK: string; SK: string } => ({
  ...keyOf.accessEntry(identity.account.id, monthOf(now), newIdentifier(now)),
  userId: identity.user.id,
  operation,
  consents: Buffer.from(ids.join(''), 'hex'),
  expiresAt: epochSeconds(new Date(now.getTime() + accessLogDays * dayMilliseconds)),
});

/** The entry of one call in the access log. */
export interface AccessNote {
  /** Begins to write it, if ids are given, while the call reads on. Only the first time counts. */
  readonly begin: (ids: readonly string[]) => void;
  /**
   * Ends it, and begins it if nothing has. A failure is logged and fails no answer.
   *
   * @param isTold whether the answer says something of consents without showing any, such as how many a person has
   */
  readonly end: (ids: readonly string[], isTold?: boolean) => Promise<void>;
}

const noNote: AccessNote = { begin: () => {}, end: async () => {} };

/**
 * Notes who looks at which consents, in one write, if the stage keeps the access log (docs/data-protection.md, Who
 * looked). An answer that says nothing of consents is not noted.
 */
export const noteAccess = (access: Access, isNoted = false): AccessNote => {
  if (!isNoted) return noNote;
  let writing: Promise<void> | undefined;
  const put = async (ids: readonly string[]): Promise<void> => {
    try {
      await withinPatience(write(access.table, { put: toItem(access, ids), ...isNew }));
    } catch (error) {
      logger.error('access-log.unwritten', describeFault(error));
    }
  };
  const begin = (ids: readonly string[]): void => {
    if (ids.length > 0) writing ??= put(ids);
  };
  return {
    begin,
    end: async (ids, isTold = false) => {
      begin(ids);
      if (isTold) writing ??= put(ids);
      await writing;
    },
  };
};
