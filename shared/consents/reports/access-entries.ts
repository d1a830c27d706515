import * as v from 'valibot';
import { beginningAt, timeOf } from '../../runtime/identifier.ts';
import { accessLogDays } from '../../runtime/stage.ts';
import type { Period } from '../../runtime/time.ts';
import { dayMilliseconds, epochSeconds } from '../../runtime/time.ts';
import { keyOf } from '../../store/keys.ts';
import { queryPages } from '../../store/read.ts';
import type { Table } from '../../store/table.ts';
import type { AccessOperation } from '../access-entry.ts';
import { AccessEntry, monthOf } from '../access-entry.ts';

/** An entry of the access log. */
export interface ListedAccess {
  readonly time: Date;
  readonly userId: number;
  readonly operation: AccessOperation;
  readonly consentIds: readonly string[];
}

/** The entries to list. */
export interface AccessFilter extends Period {
  readonly userId?: number | undefined;
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
    months.push(monthOf(at));
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
    (consentId === undefined || entry.consentIds.includes(consentId));
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
