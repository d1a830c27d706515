import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { finishRun } from '../../../shared/erasure/course.ts';
import { listErasures } from '../../../shared/erasure/erasures.ts';
import { findRuns } from '../../../shared/erasure/runs.ts';
import { changeAt } from '../../support/change.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/admin.ts');
const { addConsent, findRecord, newTenant } = await import('../../support/builders.ts');
const { erasures, table } = await import('../../support/table.ts');

const ada = { email: 'ada@example.com' };

/** Runs something once, before the first call that meets the condition. */
const before = (isTheOne: (name: string, input: string) => boolean, act: () => Promise<unknown>): void => {
  let isDone = false;
  proxy.intercept = async ({ name, input, forward }) => {
    if (!isDone && isTheOne(name, JSON.stringify(input))) {
      isDone = true;
      await act();
    }
    return forward();
  };
  onTestFinished(() => {
    proxy.intercept = undefined;
  });
};

const isListing = (name: string, input: string): boolean =>
  name === 'TransactWriteItems' && input.includes(`"${erasures.name}"`);

test('where somebody else finishes what is still being listed, one line says so, and the same command again erases', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const { consentId } = await addConsent(tenant, { userData: ada });
  const words = ['person', 'erase', 'email=ada@example.com', '--account', accountId, '--yes', '--json'];
  before(isListing, async () => {
    for (const run of await findRuns(table, accountId)) {
      await finishRun({ table, erasures, accountId }, run, { newChange: () => changeAt() });
    }
  });

  const { exitCode, stderr } = await admin(...words);

  expect(exitCode).toBe(exitCodes.unreachable);
  expect(stderr).toContain('Somebody else has finished what this command began.');
  expect(await findRecord(tenant, consentId)).toMatchObject({ userData: ada });
  expect(await adminData(...words)).toMatchObject({ erased: 1 });
  expect(await findRecord(tenant, consentId)).toMatchObject({ userData: {} });
  expect(await findRuns(table, accountId)).toEqual([]);
  expect((await Array.fromAsync(listErasures(erasures, accountId))).flat()).toHaveLength(1);
});

test('what a person agrees to while she is erased stays, and the same command again erases it', async () => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: ada });
  const words = ['person', 'erase', 'email=ada@example.com', '--account', tenant.accountId, '--yes'];
  let later = '';
  before(isListing, async () => {
    ({ consentId: later } = await addConsent(tenant, { userData: ada }));
  });

  expect(await adminData(...words)).toMatchObject({ erased: 1 });

  expect(await findRecord(tenant, later)).toMatchObject({ userData: ada });
  expect(await adminData(...words)).toMatchObject({ erased: 1 });
  expect(await findRecord(tenant, later)).toMatchObject({ userData: {} });
});
