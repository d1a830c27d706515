import { beforeAll, expect, test } from 'vitest';
import { provisionDemo } from '../../cli/local/demo.ts';
import { startGateway } from '../../cli/local/gateway.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import collection from '../../docs/collection.json' with { type: 'json' };
import { table } from '../support/table.ts';
import { runCollection } from './collection-run.ts';

const port = await findFreePort();

beforeAll(async () => {
  await provisionDemo(table, new Date());
  const server = await startGateway(port, loadFunctions());
  return () => server.close();
});

test('the collection runs from its first request to its last', { timeout: 60_000 }, async () => {
  const { statuses, failures } = await runCollection(collection, `http://127.0.0.1:${port}`);

  expect(failures).toEqual([]);
  expect(statuses).toEqual(collection.item.map(() => 200));
});
