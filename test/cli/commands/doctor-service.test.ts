import { describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../../cli/commands/doctor/finding.ts';
import { supersedeVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { changeAt } from '../../support/change.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { region, secretArn } = await import('../../support/deployed-stage.ts');
const { diagnose, diagnosis } = await import('../../support/diagnosis.ts');
const { publishKey, useSoundStage, useTable } = await import('../../support/sound-stage.ts');

const stage = await useSoundStage(proxy);

const found = (check: string, found: Diagnosis) => diagnosis({ check, ...found });

test.each([
  [
    403,
    'AccessDenied',
    'Your credentials may not do this. docs/policies.md says which role may. AWS says: by the test',
  ],
  [403, 'ExpiredToken', 'Your AWS credentials have expired. Log in to AWS again.'],
])('the caller is not known: %i %s', async (status, code, todo) => {
  stage.aws.refusals.set('GetCallerIdentity', { status, code, message: 'by the test' });

  expect(await diagnose(stage)).toEqual(
    found('credentials', { state: 'wrong', says: `cannot be checked (${code})`, todo }),
  );
});

describe('public keys', () => {
  const anotherSecret = secretArn.replace('SigningKey', 'AnotherKey');
  const noneSigns = () =>
    found('public keys', {
      state: 'wrong',
      says: 'none that signs',
      todo: 'Run `key rotate`. If that does not help, read the log of the job RotateSigningKey.',
    });

  test.each([
    ['none', []],
    ['that of another secret alone', [anotherSecret]],
  ])('%s', async (_, secretIds) => {
    await useTable(stage, { secretIds });

    expect(await diagnose(stage)).toEqual(noneSigns());
  });

  test('superseded ones alone', async () => {
    await useTable(stage, { secretIds: [] });
    await supersedeVerificationKey(stage.table, await publishKey(stage, secretArn), changeAt());

    expect(await diagnose(stage)).toEqual(noneSigns());
  });

  test('that of another secret and a superseded one do no harm', async () => {
    await publishKey(stage, anotherSecret);
    await supersedeVerificationKey(stage.table, await publishKey(stage, secretArn), changeAt());

    expect(await diagnose(stage)).toEqual(found('public keys', { state: 'ok', says: '3; 2 in use' }));
  });
});

describe('key rotation', () => {
  const done = { a: ['AWSCURRENT', 'AWSPENDING'] };
  const gone = ['the secret is gone', `Restore the secret ${secretArn}, or deploy the stage again.`] as const;

  test.each([
    [
      { RotationEnabled: true, LastRotatedDate: 1, VersionIdsToStages: { a: ['AWSCURRENT'], b: ['AWSPENDING'] } },
      'not completed',
      'Read the log of the job RotateSigningKey, then run `key rotate`.',
    ],
    [
      { RotationEnabled: false, LastRotatedDate: 1, VersionIdsToStages: done },
      'not scheduled',
      'Deploy the stage again: its schedule is missing.',
    ],
    [
      { LastRotatedDate: 1, VersionIdsToStages: done },
      'not scheduled',
      'Deploy the stage again: its schedule is missing.',
    ],
    [
      { RotationEnabled: true, VersionIdsToStages: done },
      'has never run',
      'Run `key rotate`. Login answers 503 until there is a key.',
    ],
    [{ RotationEnabled: true, LastRotatedDate: 1, DeletedDate: 2, VersionIdsToStages: done }, ...gone],
  ])('%j', async (secret, says, todo) => {
    stage.secrets.set(`${secretArn} in ${region}`, secret);

    expect(await diagnose(stage)).toEqual(found('key rotation', { state: 'wrong', says, todo }));
  });

  test('of a secret that is not there', async () => {
    stage.secrets.clear();

    expect(await diagnose(stage)).toEqual(found('key rotation', { state: 'wrong', says: gone[0], todo: gone[1] }));
  });
});

test('accounts may be disabled', async () => {
  await useTable(stage, { accounts: 3 });

  expect(await diagnose(stage)).toEqual(found('accounts', { state: 'ok', says: '3; 1 enabled' }));
});
