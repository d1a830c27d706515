import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { findRuns, finishRun } from '../../../shared/consents/erasure/erasure-run.ts';
import { listErasures } from '../../../shared/consents/erasure/erasures.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';
import { changeAt } from '../../support/make/changes.ts';
import { crmHeader, crmMapping, makeFolder } from '../../support/make/exports.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/call/admin.ts');
const { addConsent, findRecord, newTenant } = await import('../../support/make/builders.ts');
const { erase } = await import('../../support/make/changes.ts');
const { erasures, table } = await import('../../support/make/table.ts');

const files = makeFolder();

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
  expect(stderr).toContain('Another command has finished what this one began.');
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

test('who is erased while an import runs that brings her back is told at its end', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const mapping = await files.put('m.json', crmMapping(tenant.projectUid, tenant.notices[0]?.name ?? ''));
  const row = '1,yes,2024-03-01 09:30:00,it,ada@example.com,Ada,https://shop.example/form,,x';
  const file = await files.put('crm.csv', `${crmHeader}\n${row}\n`);
  const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--account', accountId, '--yes'];
  await admin(...words);
  const [consent] = await adminData('consent', 'list', '--account', accountId);
  before(
    (_, input) => input.includes(`#CONSENT#${consent.id}`),
    () => erase(accountId, [consent.id], { extent: 'everything' }),
  );

  const { stderr } = await admin(...words);

  expect(stderr).toContain(
    '1 consent erased while this ran came back with the file. Run `person erase --replay` to erase them again.',
  );
  expect(await adminData('person', 'erase', '--replay', '--account', accountId, '--yes')).toMatchObject([
    { erased: 1 },
  ]);
  expect((await admin(...words)).stderr).not.toContain('back with the file');
});
