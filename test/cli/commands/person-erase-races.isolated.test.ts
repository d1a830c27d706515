import { setTimeout as sleep } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../../cli/errors.ts';
import { forReader } from '../../../cli/output/format.ts';
import { completeErasure } from '../../../shared/consents/erasure/erase.ts';
import { findUndonePlans, listErasures } from '../../../shared/consents/erasure/erasures.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { lagIndexes } from '../../support/faults/index-lag.ts';
import { startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';
import { changeAt } from '../../support/make/changes.ts';
import { crmHeader, crmMapping, makeFolder, newPath } from '../../support/make/exports.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/call/admin.ts');
const { addConsent, findRecord, newTenant } = await import('../../support/make/builders.ts');
const { erase } = await import('../../support/make/changes.ts');
const { erasures, logTable, table } = await import('../../support/make/table.ts');

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
  name === 'PutItem' && input.includes(`"${erasures.name}"`) && input.includes('consentIds');

const isEnding = (name: string, input: string): boolean =>
  name === 'UpdateItem' && input.includes(`"${erasures.name}"`) && input.includes('doneTime');

const isErasing = (name: string, input: string): boolean =>
  name === 'TransactWriteItems' && input.includes(`"${table.name}"`) && input.includes('eraseTime');

const words = ({ accountId }: { readonly accountId: string }, ...more: readonly string[]) => [
  ...['person', 'erase', ...more, '--account', accountId, '--yes', '--json'],
];

test('two commands that erase the same end with everything erased once', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const { consentId } = await addConsent(tenant, { userData: ada });
  let other: unknown;
  before(isEnding, async () => {
    const [plan] = await findUndonePlans(erasures, accountId);
    other =
      plan &&
      (await completeErasure({ table, erasures, log: logTable, accountId }, plan, { newChange: () => changeAt() }));
  });

  expect(await adminData(...words(tenant, 'email=ada@example.com'))).toMatchObject({ erased: 1 });

  expect(other).toEqual({ erased: 0, before: 1, missing: 0 });
  expect(await findRecord(tenant, consentId)).toMatchObject({ userData: {} });
  expect(await findUndonePlans(erasures, accountId)).toEqual([]);
  expect((await Array.fromAsync(listErasures(erasures, accountId))).flat()).toHaveLength(1);
});

test('a consent that the index shows only after the person was erased is erased as well', async () => {
  const tenant = await newTenant();
  const [early, late] = [await addConsent(tenant, { userData: ada }), await addConsent(tenant, { userData: ada })];
  let lags = true;
  const lag = lagIndexes(
    (_, id) => lags && id === late.consentId,
    () => 1,
  );
  proxy.intercept = async (call) => {
    if (isErasing(call.name, JSON.stringify(call.input))) lags = false;
    return lag(call);
  };
  onTestFinished(() => {
    proxy.intercept = undefined;
  });

  expect(await adminData(...words(tenant, 'email=ada@example.com'))).toMatchObject({ erased: 2 });

  for (const { consentId } of [early, late])
    expect(await findRecord(tenant, consentId)).toMatchObject({ userData: {} });
});

test('a command that dies before it has looked for the person again leaves the erasure undone', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const [early, late] = [await addConsent(tenant, { userData: ada }), await addConsent(tenant, { userData: ada })];
  const lag = lagIndexes(
    (_, id) => id === late.consentId,
    () => 1,
  );
  let [isErased, isDead] = [false, false];
  proxy.intercept = async (call) => {
    isErased ||= isErasing(call.name, JSON.stringify(call.input));
    isDead ||= isErased && call.name === 'Query';
    return isDead ? storeError(400, 'AccessDeniedException') : lag(call);
  };
  onTestFinished(() => {
    proxy.intercept = undefined;
  });
  const asked = words(tenant, 'email=ada@example.com', '--reference', 'DSR-1');

  expect((await admin(...asked)).exitCode).not.toBe(0);

  proxy.intercept = undefined;
  expect(await findRecord(tenant, early.consentId)).toMatchObject({ userData: {} });
  expect(await findUndonePlans(erasures, accountId)).toHaveLength(1);
  const answer = () => admin('person', 'erased', 'DSR-1', '--account', accountId);
  expect((await answer()).stdout).toMatch(/^Not yet: an erasure for this reference has not ended\./);
  expect(await adminData(...asked)).toMatchObject({ erased: 1 });
  expect(await findRecord(tenant, late.consentId)).toMatchObject({ userData: {} });
  expect((await answer()).stdout).toMatch(/^Yes: 2 consents erased for this reference\./);
});

test('a consent that another write brings back leaves the erasure undone, and the next one completes it', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const { consentId } = await addConsent(tenant, { userData: ada });
  const item = await getItem(table, keyOf.consent(accountId, consentId));
  before(
    (name, input) => name === 'BatchGetItem' && input.includes('"PK,SK,eraseTime"'),
    () => table.client.send(new PutCommand({ TableName: table.name, Item: item })),
  );

  expect(await admin(...words(tenant, 'email=ada@example.com'))).toMatchObject({ exitCode: exitCodes.unreachable });

  expect(await findUndonePlans(erasures, accountId)).toHaveLength(1);
  expect(await adminData(...words(tenant, '--replay'))).toMatchObject([{ erased: 1 }]);
  expect(await findRecord(tenant, consentId)).toMatchObject({ userData: {} });
  expect(await findUndonePlans(erasures, accountId)).toEqual([]);
});

test('what a person agrees to while being erased stays, and the same command again erases it', async () => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: ada });
  let later = '';
  before(isListing, async () => {
    await sleep(2);
    ({ consentId: later } = await addConsent(tenant, { userData: ada }));
  });

  expect(await adminData(...words(tenant, 'email=ada@example.com'))).toMatchObject({ erased: 1 });

  expect(await findRecord(tenant, later)).toMatchObject({ userData: ada });
  expect(await adminData(...words(tenant, 'email=ada@example.com'))).toMatchObject({ erased: 1 });
  expect(await findRecord(tenant, later)).toMatchObject({ userData: {} });
});

test('a person who is erased while an import brings them back is reported at its end', async () => {
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
    forReader(
      '1 consent erased while this ran came back with the file. Run `person erase --replay` to erase them again.',
    ),
  );
  expect(await adminData('person', 'erase', '--replay', '--account', accountId, '--yes')).toMatchObject([
    { erased: 1 },
  ]);
  expect((await admin(...words)).stderr).not.toContain('back with the file');
});

test('what an import brings back of a consent that is erased further while it runs is reported too', async () => {
  const tenant = await newTenant();
  const { accountId } = tenant;
  const { consentId } = await addConsent(tenant, { userData: ada });
  await erase(accountId, [consentId]);
  const [folder, own] = [newPath(), ['--account', accountId]];
  await admin('consent', 'export', folder, ...own);
  before(
    (_, input) => input.includes(`#CONSENT#${consentId}`),
    () => erase(accountId, [consentId], { extent: 'everything' }),
  );

  const { stderr } = await admin('consent', 'import', folder, '--source', 'a copy', ...own, '--yes');

  expect(stderr).toContain('1 consent erased while this ran came back with the file.');
  expect(await adminData('person', 'erase', '--replay', ...own, '--yes')).toMatchObject([{ erased: 1 }]);
});
