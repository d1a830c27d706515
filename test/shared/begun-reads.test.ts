import { expect, test, vi } from 'vitest';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { Common, readAtFirstCall } from '../../functions/environment.ts';
import { listProjects } from '../../shared/api/contract.ts';
import { limits } from '../../shared/api/limits.ts';
import { operation } from '../../shared/api/stack.ts';
import { getItem, queryItems } from '../../shared/store/read.ts';
import type { Table } from '../../shared/store/table.ts';
import { encoders, toEvent } from '../support/call/event.ts';
import { newTenant } from '../support/make/builders.ts';

const key = { PK: 'x', SK: 'x' };

const query = (table: Table, limit: number) => queryItems(table, key, { limit });

test.each<[string, (table: Table) => Promise<unknown>, number]>([
  ['one query for a hundred items', (table) => query(table, limits.itemsBeforehand), 200],
  ['a query for more', (table) => query(table, limits.itemsBeforehand + 1), 500],
  ['two queries', (table) => Promise.all([query(table, 1), query(table, 1)]), 500],
  ['another read', (table) => getItem(table, key), 500],
])('of what an operation begins before the caller is known: %s', async (_, read, expected) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { token } = await newTenant();
  const run = operation(listProjects, readAtFirstCall(Common), {
    begins: (_request, { table }) => read(table),
    steps: async () => ({ data: [], next: null, accountName: 'A' }),
  });

  const { statusCode } = await run(toEvent('listProjects', encoders.json({}), { token }), newLambdaContext('x'));

  expect(statusCode).toBe(expected);
});
