import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { contract } from '../../../shared/contract.ts';
import { newIdentifier } from '../../../shared/identifier.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { newConsents } from '../../../shared/store/consent.ts';
import { putLookups } from '../../../shared/store/lookup.ts';
import { findSubject } from '../../../shared/subject.ts';

const itemsPerWrite = 25;
const writersAtOnce = 4;

const observed = { userId: 1, sessionId: '0'.repeat(32), sourceIp: '127.0.0.1', userAgent: '', requestId: '-' };

const writeBatch = async ({ name, client }: Table, items: readonly Item[]): Promise<void> => {
  let open = items.map((Item) => ({ PutRequest: { Item } }));
  while (open.length > 0) {
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: { [name]: open } }));
    open = (UnprocessedItems[name] ?? []) as typeof open;
  }
};

const writeAll = async (table: Table, items: readonly Item[]): Promise<void> => {
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < items.length) {
      const from = next;
      next += itemsPerWrite;
      await writeBatch(table, items.slice(from, from + itemsPerWrite));
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, write));
};

/** Stores consents as `add` does, but for the conditions and transactions, each with the lookups that go with it. */
export const seedConsents = async (
  table: Table,
  accountId: string,
  requests: readonly Record<string, unknown>[],
): Promise<void> => {
  const parsed = requests.map((request) => v.parse(contract.addConsent.request, request));
  const [first] = parsed;
  if (first === undefined) return;
  const subject = await findSubject(table, accountId, first);
  const items = parsed.flatMap((request) => {
    const now = new Date();
    const call = { observed, now, newId: () => newIdentifier(now) };
    return newConsents(accountId, request, subject, call).flatMap((consent) => [
      consent,
      ...putLookups(accountId, consent, request.userData).map(({ put }) => put),
    ]);
  });
  await writeAll(table, items);
};
