import { afterEach, expect, test } from 'vitest';
import type { Interception } from '../../support/faults/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { runAdmin } = await import('../../support/call/admin.ts');
const { newTenant } = await import('../../support/make/builders.ts');
const { useDeployedStage } = await import('../../support/make/deployed-stage.ts');

const { accountId } = await newTenant();
await useDeployedStage();

afterEach(() => {
  proxy.intercept = undefined;
});

const report = (...words: readonly string[]) => runAdmin('report', ...words, '--account', accountId, '--stage', 'prod');

/** Lets the engine tell another size of the list of consents. */
const describeWith =
  (bytes: number): Interception =>
  async ({ name, forward }) => {
    const answer = await forward();
    const { Table } = answer.output;
    if (name !== 'DescribeTable' || typeof Table !== 'object') return answer;
    return {
      status: 200,
      output: {
        Table: {
          ...Table,
          ItemCount: 100_000,
          TableSizeBytes: bytes,
          GlobalSecondaryIndexes: [{ IndexName: 'project', IndexSizeBytes: bytes }],
        },
      },
    };
  };

test('what costs more than a cent says so before it reads', async () => {
  const cent = 80_000 * 8_192;
  proxy.intercept = describeWith(cent);
  const cheap = await report();
  proxy.intercept = describeWith(10 * cent);
  const dear = await report();

  expect(cheap.stderr).not.toContain('$');
  expect(dear.stderr).toContain(
    'Reading takes up to 800,000 read units, $0.10 at the price of us-east-1: enough for the consents of all accounts.',
  );
});

test('by gap each consent is read besides, with its proof', async () => {
  proxy.intercept = describeWith(8_192_000);

  expect((await report('--by', 'gap')).stderr).toContain(
    'Reading takes up to 105,000 read units, $0.01 at the price of us-east-1: enough for the consents of all accounts.',
  );
  expect((await report()).stderr).not.toContain('$');
});

test('without the right to ask for the size it says that the cost is not known, and counts', async () => {
  proxy.intercept = async ({ name, forward }) =>
    name === 'DescribeTable' ? storeError(400, 'AccessDeniedException') : forward();
  const { exitCode, stderr } = await report();

  expect(exitCode).toBe(0);
  expect(stderr).toContain('The cost of reading is unknown: your credentials may not call dynamodb:DescribeTable.');
});
