import { join } from 'node:path';
import newman from 'newman';
import { beforeAll, expect, test } from 'vitest';
import { provisionDemo } from '../../cli/local/demo.ts';
import { loadFunctions } from '../../cli/local/functions.ts';
import { startGateway } from '../../cli/local/gateway.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import collection from '../../docs/collection.json' with { type: 'json' };
import { table } from '../support/table.ts';

const file = join(import.meta.dirname, '../../docs/collection.json');
const port = await findFreePort();

beforeAll(async () => {
  await provisionDemo(table, new Date());
  const server = await startGateway(port, loadFunctions());
  return () => server.close();
});

test('the collection runs from its first request to its last', { timeout: 60_000 }, async () => {
  const summary = await new Promise<newman.NewmanRunSummary>((resolve, reject) => {
    newman.run(
      { collection: file, envVar: [{ key: 'baseUrl', value: `http://127.0.0.1:${port}` }], reporters: [] },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
  });

  expect(summary.run.failures).toEqual([]);
  expect(summary.run.executions.map(({ response }) => response.code)).toEqual(collection.item.map(() => 200));
});
