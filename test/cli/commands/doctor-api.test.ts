import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../../cli/commands/doctor/finding.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { nameErasuresTable, nameLogTable } from '../../../cli/local/table.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { secretArn } = await import('../../support/deployed-stage.ts');
const { diagnose, diagnosis } = await import('../../support/diagnosis.ts');
const { useSoundStage } = await import('../../support/sound-stage.ts');

const stage = await useSoundStage(proxy);

const found = (check: string, found: Diagnosis) => diagnosis({ check, ...found });

describe('the API', () => {
  const advice = (url: string) => `Call ${url}/details yourself, and look at the logs and alarms of the stage.`;

  test.each([
    [200, '<html>'],
    [200, 'null'],
    [403, '{"message":"Forbidden"}'],
    [503, '{"code":"store.unavailable"}'],
  ])('answers %i %s', async (status, body) => {
    stage.api.answer = { ...stage.api.answer, status, body };

    expect(await diagnose(stage)).toEqual(
      found('API', {
        state: 'wrong',
        says: `${stage.api.url} answers ${status}, unlike a consent register`,
        todo: advice(stage.api.url),
      }),
    );
  });

  test('does not answer', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    stage.aws.stacks.set('ConsentRegister-prod', {
      TableName: stage.table.name,
      ErasuresTableName: nameErasuresTable(stage.table.name),
      LogTableName: nameLogTable(stage.table.name),
      ApiUrl: url,
      SigningKeySecret: secretArn,
      EvidenceKey: stage.kms.arn,
    });

    expect(await diagnose(stage)).toEqual(
      diagnosis(
        { check: 'API', state: 'wrong', says: `${url} does not answer`, todo: advice(url) },
        { check: 'clock', state: 'skipped', says: 'the API does not send its time' },
      ),
    );
  });
});

describe('the clock', () => {
  const answerAt = (seconds: number): void => {
    stage.api.answer = { ...stage.api.answer, date: new Date(Date.now() + seconds * 1_000).toUTCString() };
  };

  test.each([-60, 60])('is %i s off, which is fine', async (seconds) => {
    answerAt(seconds);

    expect(await diagnose(stage)).toEqual(found('clock', { state: 'ok', says: '60 s off the clock of the API' }));
  });

  test.each([-61, 61])('is %i s off', async (seconds) => {
    answerAt(seconds);

    expect(await diagnose(stage)).toEqual(
      found('clock', {
        state: 'wrong',
        says: '61 s off the clock of the API',
        todo: 'Set the clock of this machine. The operations log uses its time.',
      }),
    );
  });

  test.each([undefined, 'yesterday'])('cannot be told from the date %s', async (date) => {
    stage.api.answer = { ...stage.api.answer, date };

    expect(await diagnose(stage)).toEqual(found('clock', { state: 'skipped', says: 'the API does not send its time' }));
  });
});
