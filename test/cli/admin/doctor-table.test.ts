import { UpdateTableCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import type { Diagnosis } from '../../../cli/admin/doctor/finding.ts';
import { tableDefinition } from '../../../shared/store/table.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { diagnose, diagnosis } = await import('../../support/diagnosis.ts');
const { useSoundStage, useTable } = await import('../../support/sound-stage.ts');

const stage = await useSoundStage(proxy);

const found = (check: string, found: Diagnosis) => diagnosis(stage.table.name, { check, ...found });

/** Lets the engine describe the table in another way. */
const describeTableWith = (changed: Readonly<Record<string, unknown>>): void => {
  const { intercept } = proxy;
  proxy.intercept = async (call) => {
    const answer = await (intercept?.(call) ?? call.forward());
    const { Table } = answer?.output ?? {};
    if (call.name !== 'DescribeTable' || typeof Table !== 'object') return answer;
    return { status: 200, output: { Table: { ...Table, ...changed } } };
  };
};

test.each(['CREATING', 'ARCHIVED', 'INACCESSIBLE_ENCRYPTION_CREDENTIALS'])('a table is %s', async (status) => {
  describeTableWith({ TableStatus: status });

  expect(await diagnose(stage)).toEqual(
    found('table', {
      state: 'wrong',
      says: status,
      todo: 'Wait until it is ACTIVE; restore it when it is not coming back (docs/operations.md, Restore).',
    }),
  );
});

test('a table may be changed meanwhile', async () => {
  describeTableWith({ TableStatus: 'UPDATING' });

  expect(await diagnose(stage)).toEqual(found('table', { state: 'ok', says: 'UPDATING' }));
});

const indexAdvice =
  'Wait while it is being created; deploy the stage anew when it is missing. Searches by project need it.';

test('an index is missing', async () => {
  const { intercept } = proxy;
  const keys = [tableDefinition.partitionKey, tableDefinition.sortKey];
  const AttributeDefinitions = keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
  proxy.intercept = async (call) =>
    call.name === 'CreateTable'
      ? call.forward({ ...call.input, AttributeDefinitions, GlobalSecondaryIndexes: undefined })
      : intercept?.(call);
  await useTable(stage, {});

  expect(await diagnose(stage)).toEqual(found('index', { state: 'wrong', says: 'GSI1 missing', todo: indexAdvice }));
});

test.each(['CREATING', 'DELETING'])('an index is %s', async (status) => {
  describeTableWith({ GlobalSecondaryIndexes: [{ IndexName: 'GSI1', IndexStatus: status }] });

  expect(await diagnose(stage)).toEqual(found('index', { state: 'wrong', says: `GSI1 ${status}`, todo: indexAdvice }));
});

test('the table can be deleted', async () => {
  await stage.table.client.send(
    new UpdateTableCommand({ TableName: stage.table.name, DeletionProtectionEnabled: false }),
  );

  expect(await diagnose(stage)).toEqual(
    found('deletion protection', {
      state: 'wrong',
      says: 'off',
      todo: 'aws dynamodb update-table --deletion-protection-enabled, unless the stage is for development.',
    }),
  );
});

test('the table cannot be restored', async () => {
  stage.recovery = { PointInTimeRecoveryStatus: 'DISABLED' };

  expect(await diagnose(stage)).toEqual(
    found('point-in-time recovery', {
      state: 'wrong',
      says: 'off',
      todo: 'aws dynamodb update-continuous-backups (docs/operations.md, Restore, has the line).',
    }),
  );
});

test('the table can be restored since a moment ago', async () => {
  stage.recovery = { PointInTimeRecoveryStatus: 'ENABLED' };

  expect(await diagnose(stage)).toEqual(
    found('point-in-time recovery', { state: 'ok', says: 'on, back to its beginning' }),
  );
});

test.each([
  ['nothing', undefined],
  ['another attribute', 'endsAt'],
])('items expire by %s', async (_, attribute) => {
  const specify = (AttributeName: string, Enabled: boolean) =>
    stage.table.client.send(
      new UpdateTimeToLiveCommand({
        TableName: stage.table.name,
        TimeToLiveSpecification: { AttributeName, Enabled },
      }),
    );
  await specify(tableDefinition.timeToLive, false);
  if (attribute !== undefined) await specify(attribute, true);

  expect(await diagnose(stage)).toEqual(
    found('time to live', {
      state: 'wrong',
      says: 'off',
      todo: 'aws dynamodb update-time-to-live (docs/operations.md, Restore, has the line); expired items stay.',
    }),
  );
});
