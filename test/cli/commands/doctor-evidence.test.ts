import { describe, expect, test } from 'vitest';
import type { Diagnosis, Finding } from '../../../cli/commands/doctor/finding.ts';
import { listEvidenceKey } from '../../../shared/identity/keys/evidence-keys.ts';
import { passTime } from '../../support/clock.ts';
import { newLocalSigner } from '../../support/evidence-signer.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { secretArn } = await import('../../support/deployed-stage.ts');
const { diagnose, diagnosis } = await import('../../support/diagnosis.ts');
const { tellTable, useSoundStage } = await import('../../support/sound-stage.ts');

const stage = await useSoundStage(proxy);

const day = 86_400_000;
const former = 'arn:aws:kms:eu-central-1:123456789012:key/1a2b3c4d-former';

const found = (check: string, found: Diagnosis) => diagnosis({ check, ...found });
const wrong = (check: string, says: string, todo: string) => found(check, { state: 'wrong', says, todo });

/** Lists another key for the stage, and then that of the stage again. */
const listFormer = async (): Promise<void> => {
  await listEvidenceKey(stage.table, { ...(await newLocalSigner('prod')), arn: former }, new Date());
  passTime(1_000);
  await listEvidenceKey(stage.table, stage.evidenceKey, new Date(Date.now() + 3_600_001));
};

/** What `doctor` finds wrong; the API's clock, which stands, aside. */
const told = async (): Promise<readonly Finding[]> =>
  (await diagnose(stage)).unsound.filter(({ check }) => check !== 'clock');

describe('the evidence key', () => {
  const another =
    'Deploy the stage with a higher `evidenceKeyGeneration` to create another key (docs/operations.md, Evidence keys).';
  const line = (command: string) => `aws kms ${command} --region eu-west-1 --key-id ${stage.kms.arn}`;

  test('is disabled', async () => {
    stage.kms.states.set(stage.kms.arn, 'Disabled');

    expect(await diagnose(stage)).toEqual(wrong('evidence key', 'disabled', `Enable it: ${line('enable-key')}`));
  });

  test('is pending deletion', async () => {
    stage.kms.states.set(stage.kms.arn, 'PendingDeletion');

    expect(await diagnose(stage)).toEqual(
      wrong(
        'evidence key',
        'pending deletion',
        `To keep it: ${line('cancel-key-deletion')} && ${line('enable-key')}. To replace it: ${another}`,
      ),
    );
  });

  test('is gone', async () => {
    stage.kms.states.clear();

    expect(await diagnose(stage)).toEqual(wrong('evidence key', 'gone', another));
  });

  test('is not the one that is listed', async () => {
    stage.aws.stacks.set('ConsentRegister-prod', {
      ...stage.aws.stacks.get('ConsentRegister-prod'),
      EvidenceKey: former,
    });
    stage.kms.states.set(former, 'Enabled');

    expect(await diagnose(stage)).toEqual(
      wrong(
        'evidence key',
        'not listed',
        'Run `evidence add-key` to list it. Until then nobody can verify what it signs.',
      ),
    );
  });

  test('was listed once, and another has taken its place since', async () => {
    await listEvidenceKey(stage.table, { ...(await newLocalSigner('prod')), arn: former }, new Date());
    passTime(3_600_000);
    expect(await told()).toEqual([]);
    passTime(1);

    expect(await told()).toMatchObject([{ check: 'evidence key', says: 'not listed' }]);
  });

  test('is not there yet, where the stage was deployed before', async () => {
    tellTable(stage, stage.table.name);
    const { EvidenceKey: _, ...outputs } = stage.aws.stacks.get('ConsentRegister-prod') ?? {};
    stage.aws.stacks.set('ConsentRegister-prod', outputs);
    expect(outputs).toMatchObject({ SigningKeySecret: secretArn });

    expect(await diagnose(stage)).toEqual(
      wrong('evidence key', 'missing', 'Deploy the stage again to create it. Until then nothing can be signed.'),
    );
  });

  test('may not be looked at', async () => {
    stage.kms.denied.add('DescribeKey');

    expect(await diagnose(stage)).toEqual(
      wrong(
        'evidence key',
        'cannot be checked (AccessDeniedException)',
        'Your credentials may not do this. docs/policies.md says which role may. AWS says: by the test',
      ),
    );
  });
});

describe('a former key', () => {
  test.each(['Enabled', 'Disabled'])('that is %s is to be deleted after a month', async (state) => {
    await listFormer();
    stage.kms.states.set(former, state);
    passTime(30 * day + 3_600_001);
    expect(await told()).toEqual([]);
    passTime(1);
    stage.kms.calls.length = 0;

    expect(await told()).toEqual([
      {
        check: 'former evidence keys',
        state: 'wrong',
        says: `${former} still exists; it stopped signing on 2026-11-20T13:00:01.001Z`,
        todo: `Delete it, so that nobody can sign with it. What it signed stays valid. aws kms schedule-key-deletion --region eu-central-1 --key-id ${former}`,
      },
    ]);
    expect(stage.kms.calls.sort()).toEqual(['DescribeKey in eu-central-1', 'DescribeKey in eu-west-1']);
  });

  test.each([undefined, 'PendingDeletion'])('that is %s is done with', async (state) => {
    await listFormer();
    if (state !== undefined) stage.kms.states.set(former, state);
    passTime(31 * day);

    expect(await told()).toEqual([{ check: 'former evidence keys', state: 'ok', says: '1 deleted' }]);
  });
});
