import * as v from 'valibot';
import type { Identity } from '../identity/bearer.ts';
import { beginningAt, newIdentifier, timeOf } from '../runtime/identifier.ts';
import { describeFault, logger } from '../runtime/logger.ts';
import { accessLogDays } from '../runtime/stage.ts';
import type { Period } from '../runtime/time.ts';
import { dayMilliseconds, epochSeconds } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import { queryPages } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';

/** Milliseconds that an answer waits for its entry. */
const timeoutMilliseconds = 1_000;

const withTimeout = async (writing: Promise<unknown>): Promise<void> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The entry is late.')), timeoutMilliseconds);
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
  ...keyOf.accessEntry(identity.account.id, monthText(now), newIdentifier(now)),
  userId: identity.user.id,
  operation,
  consents: Buffer.from(ids.join(''), 'hex'),
  expiresAt: epochSeconds(new Date(now.getTime() + accessLogDays * dayMilliseconds)),
});

/** The entry of one call in the access log. */
interface AccessNote {
  /** Begins to write it, if ids are given, while the call reads on. Only the first time counts. */
  readonly begin: (ids: readonly string[]) => void;
  /**
   * Ends it, and begins it if nothing has. A failure is logged and fails no answer.
   *
   * @param hasSource whether the answer says something of consents without showing any, such as how many a person has
   */
  readonly end: (ids: readonly string[], isTold?: boolean) => Promise<void>;
}

const noNote: AccessNote = { begin: () => {}, end: async () => {} };

/**
 * Notes who looks at which consents, in one write, if the stage keeps the access log (docs/officers.md, Who
 * looked). An answer that says nothing of consents is not noted.
 */
export const noteAccess = (access: Access, isNoted = false): AccessNote => {
  if (!isNoted) return noNote;
  let writing: Promise<void> | undefined;
  const put = async (ids: readonly string[]): Promise<void> => {
    try {
      await withTimeout(write(access.table, { put: toItem(access, ids), ...isNew }));
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

/** The operations that show personal data of consents. */
const accessOperations = ['search', 'list', 'due', 'evidence'] as const;
export type AccessOperation = (typeof accessOperations)[number];

/** Who looked at which consents. It has ids alone, and nothing of what they hold. */
const AccessEntry = v.object({
  /** The id of the entry, which has its time. */
  SK: v.string(),
  userId: v.number(),
  operation: v.picklist(accessOperations),
  /** 16 bytes for the id of each consent. */
  consents: v.instance(Uint8Array),
  expiresAt: v.number(),
});

/** The attributes of an entry besides its keys. */
export const accessAttributes = Object.keys(AccessEntry.entries).filter((name) => name !== 'SK');

/** The month of an entry, such as `2026-11`: those of an account and a month are one partition. */
const monthText = (time: Date): string => time.toISOString().slice(0, 7);

/** An entry of the access log. */
export interface ListedAccess {
  readonly time: Date;
  readonly userId: number;
  readonly operation: AccessOperation;
  readonly consentIds: readonly string[];
}

/** The entries to list. */
interface AccessFilter extends Period {
  readonly userId?: number | undefined;
  /** An id, or its beginning. */
  readonly consentId?: string | undefined;
}

const idBytes = 16;

const toIds = (bytes: Uint8Array): string[] => {
  const hex = Buffer.from(bytes).toString('hex');
  return Array.from({ length: bytes.length / idBytes }, (_, i) => hex.slice(2 * idBytes * i, 2 * idBytes * (i + 1)));
};

/** The months of a period, the latest first. */
const monthsOf = (from: Date, before: Date): string[] => {
  const months: string[] = [];
  const last = new Date(before.getTime() - 1);
  for (let at = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1)); ; ) {
    months.push(monthText(at));
    if (at <= from) return months;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  }
};

/** Entries of an account, the latest first. Those whose time is over are left out, although DynamoDB deletes them some days later. */
export async function* listAccesses(
  table: Table,
  accountId: string,
  { from, before, userId, consentId }: AccessFilter,
  now: Date,
): AsyncGenerator<readonly ListedAccess[]> {
  const earliest = new Date(now.getTime() - accessLogDays * dayMilliseconds);
  const start = from !== undefined && from > earliest ? from : earliest;
  const end = before ?? new Date(now.getTime() + dayMilliseconds);
  if (start >= end) return;
  const isWanted = (entry: ListedAccess): boolean =>
    (userId === undefined || entry.userId === userId) &&
    (consentId === undefined || entry.consentIds.some((id) => id.startsWith(consentId)));
  for (const month of monthsOf(start, end)) {
    const range = { from: beginningAt(start), until: beginningAt(end) };
    const pages = queryPages(table, keyOf.accessEntry(accountId, month, ''), { range, order: 'descending' });
    for await (const items of pages) {
      const entries = items
        .map((item) => v.parse(AccessEntry, item))
        .filter((entry) => entry.expiresAt > epochSeconds(now));
      yield entries
        .map(({ SK, consents, ...entry }) => ({
          time: timeOf(SK),
          userId: entry.userId,
          operation: entry.operation,
          consentIds: toIds(consents),
        }))
        .filter(isWanted);
    }
  }
}
