import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { listEvidenceKey, readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import { supersedeVerificationKey } from '../../../shared/identity/keys/verification-keys.ts';
import { newMachineKey } from '../../../shared/identity/machine-key.ts';
import type { KeyTerms } from '../../../shared/identity/machine-keys.ts';
import { createKey, endKey, noteUse } from '../../../shared/identity/machine-keys.ts';
import { createUser } from '../../../shared/identity/user.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';
import { changeAt } from '../../support/make/changes.ts';
import { passTime } from '../../support/make/clock.ts';
import { newLocalSigner } from '../../support/make/evidence-signer.ts';
import { putItem } from '../../support/make/stored.ts';

const proxy = await startStoreProxy();
const { region, secretArn } = await import('../../support/make/deployed-stage.ts');
const { diagnose, expectOnly, ok, skipped, wrong } = await import('../../support/make/sound-stage.ts');
const { publishKey, useSoundStage, useTable } = await import('../../support/make/sound-stage.ts');

const stage = await useSoundStage(proxy);

const prod = 'ConsentRegister-prod';
const tellOutput = (name: string, value: string): unknown =>
  stage.aws.stacks.set(prod, { ...stage.aws.stacks.get(prod), [name]: value });

test.each([
  [
    403,
    'AccessDenied',
    'Your credentials may not do this. docs/commands.md says which role may. AWS says: by the test',
  ],
  [403, 'ExpiredToken', 'Your AWS credentials have expired. Log in to AWS again.'],
])('the caller is not known: %i %s', async (status, code, todo) => {
  stage.aws.refusals.set('GetCallerIdentity', { status, code, message: 'by the test' });

  await expectOnly(stage, wrong('credentials', `cannot be checked (${code})`, todo));
});

test('accounts may be disabled', async () => {
  await useTable(stage, { accounts: 3 });

  await expectOnly(stage, ok('accounts', '3; 1 enabled'));
});

test('keys for machines that work and that nobody used for 90 days are named', async () => {
  await useTable(stage, {});
  const [account] = await listAccounts(stage.table);
  const accountId = account?.id ?? '';
  const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const user = { accountId, name: 'Ada', email: 'ada@shop.example', passwordHash: '' };
  const id = (await createUser(stage.table, user, changeAt())) ?? 0;
  const make = async (madeAgo: number, usedAgo?: number, terms: KeyTerms = {}): Promise<string> => {
    const { text: _, ...key } = newMachineKey({ userId: id, accountId });
    await createKey(stage.table, key, terms, changeAt(ago(madeAgo)));
    if (usedAgo !== undefined) await noteUse(stage.table, key, ago(usedAgo));
    return key.keyId;
  };
  await make(80);
  await make(200, 90);
  await make(200, undefined, { endsAt: ago(1) });
  await endKey(stage.table, { id, accountId }, await make(200), changeAt());
  await expectOnly(stage, ok('keys for machines', '2 in force, none unused for 90 days'));

  const used = await make(200, 91);
  const unused = await make(150, undefined, { note: 'shop back end' });
  const day = ago(91).toISOString().slice(0, 10);
  await expectOnly(
    stage,
    wrong(
      'keys for machines',
      `2 keys unused for 90 days: ${used} of user ${id}, last used on ${day}; ${unused} of user ${id} (shop back end), never used`,
      `End each key that nobody needs, such as the first: \`user key end ${id} ${used}\`.`,
    ),
  );
});

describe('public keys', () => {
  const anotherSecret = secretArn.replace('SigningKey', 'AnotherKey');
  const supersedeOne = async () =>
    supersedeVerificationKey(stage.table, await publishKey(stage, secretArn), changeAt());

  test.each([
    ['none', [], async () => {}],
    ['that of another secret alone', [anotherSecret], async () => {}],
    ['superseded ones alone', [], supersedeOne],
  ])('%s', async (_what, secretIds, arrange) => {
    await useTable(stage, { secretIds });
    await arrange();

    await expectOnly(
      stage,
      wrong(
        'public keys',
        'none that signs',
        'Run `key rotate`. If that does not help, read the log of the job RotateSigningKey.',
      ),
    );
  });

  test('that of another secret and a superseded one do no harm', async () => {
    await publishKey(stage, anotherSecret);
    await supersedeOne();

    await expectOnly(stage, ok('public keys', '3; 2 in use'));
  });
});

describe('key rotation', () => {
  const done = { LastRotatedDate: 1, VersionIdsToStages: { a: ['AWSCURRENT', 'AWSPENDING'] } };
  const pending = { LastRotatedDate: 1, VersionIdsToStages: { a: ['AWSCURRENT'], b: ['AWSPENDING'] } };
  const incomplete = ['not completed', 'Read the log of the job RotateSigningKey, then run `key rotate`.'] as const;
  const unscheduled = ['not scheduled', 'Deploy the stage again: its schedule is missing.'] as const;
  const neverRun = ['has never run', 'Run `key rotate`. Login answers 503 until there is a key.'] as const;
  const gone = ['the secret is gone', `Restore the secret ${secretArn}, or deploy the stage again.`] as const;

  test.each([
    [{ RotationEnabled: true, ...pending }, ...incomplete],
    [{ RotationEnabled: false, ...done }, ...unscheduled],
    [done, ...unscheduled],
    [{ RotationEnabled: true, VersionIdsToStages: done.VersionIdsToStages }, ...neverRun],
    [{ RotationEnabled: true, ...done, DeletedDate: 2 }, ...gone],
    [undefined, ...gone],
  ])('%j', async (secret, says, todo) => {
    stage.secrets.clear();
    if (secret !== undefined) stage.secrets.set(`${secretArn} in ${region}`, secret);

    await expectOnly(stage, wrong('key rotation', says, todo));
  });
});

describe('the API', () => {
  const advice = (url: string) => `Call ${url}/details yourself, and look at the logs and alarms of the stage.`;

  test.each([
    [200, '<html>'],
    [200, 'null'],
    [403, '{"message":"Forbidden"}'],
    [503, '{"code":"store.unavailable"}'],
  ])('answers %i %s', async (status, body) => {
    const { url } = stage.api;
    stage.api.answer = { ...stage.api.answer, status, body };

    await expectOnly(stage, wrong('API', `${url} answers ${status}, unlike a consent register`, advice(url)));
  });

  test('answers, but not to this machine', async () => {
    stage.api.answer = { ...stage.api.answer, status: 403, body: JSON.stringify({ code: 'address.not-allowed' }) };

    await expectOnly(
      stage,
      ok('API', `${stage.api.url} answers, and does not allow calls from this machine (option allowedAddresses)`),
    );
  });

  test('does not answer', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    tellOutput('ApiUrl', url);

    await expectOnly(
      stage,
      wrong('API', `${url} does not answer`, advice(url)),
      skipped('clock', 'the API does not send its time'),
    );
  });
});

describe('the clock', () => {
  const off = (seconds: number) => `${Math.abs(seconds)} s off the clock of the API`;
  const tooFar = 'Set the clock of this machine. The operations log uses its time.';

  test.each([
    [-60, ok('clock', off(60))],
    [60, ok('clock', off(60))],
    [-61, wrong('clock', off(61), tooFar)],
    [61, wrong('clock', off(61), tooFar)],
  ])('is %i s off', async (seconds, finding) => {
    stage.api.answer = { ...stage.api.answer, date: new Date(Date.now() + seconds * 1_000).toUTCString() };

    await expectOnly(stage, finding);
  });

  test.each([undefined, 'yesterday'])('cannot be told from the date %s', async (date) => {
    stage.api.answer = { ...stage.api.answer, date };

    await expectOnly(stage, skipped('clock', 'the API does not send its time'));
  });
});

const former = 'arn:aws:kms:eu-central-1:123456789012:key/1a2b3c4d-former';

const listFormer = async (name = 'prod'): Promise<void> =>
  listEvidenceKey(stage.table, { ...(await newLocalSigner(name)), arn: former }, new Date());

/** What `doctor` finds wrong; the API's clock, which stands, aside. */
const told = async () => (await diagnose(stage)).unsound.filter(({ check }) => check !== 'clock');

describe('the evidence key', () => {
  const another =
    'Deploy the stage with a higher `evidenceKeyGeneration` to create another key (docs/operate.md, Evidence keys).';
  const line = (command: string) => `aws kms ${command} --region eu-west-1 --key-id ${stage.kms.arn}`;
  const putState = (state: string) => () => stage.kms.states.set(stage.kms.arn, state);
  const useFormer = () => {
    tellOutput('EvidenceKey', former);
    stage.kms.states.set(former, 'Enabled');
  };
  const loseOutput = () => {
    const { EvidenceKey: _, ...outputs } = stage.aws.stacks.get(prod) ?? {};
    stage.aws.stacks.set(prod, outputs);
  };

  test.each<[string, () => unknown, string, string]>([
    ['is disabled', putState('Disabled'), 'disabled', `Enable it: ${line('enable-key')}`],
    [
      'is pending deletion',
      putState('PendingDeletion'),
      'pending deletion',
      `To keep it: ${line('cancel-key-deletion')} && ${line('enable-key')}. To replace it: ${another}`,
    ],
    ['is gone', () => stage.kms.states.delete(stage.kms.arn), 'gone', another],
    [
      'is not the one that is listed',
      useFormer,
      'not listed',
      'Run `evidence add-key` to list it. Until then nobody can verify what it signs.',
    ],
    [
      'is not there yet, where the stage was deployed before',
      loseOutput,
      'missing',
      'Deploy the stage again to create it. Until then nothing can be signed.',
    ],
  ])('%s', async (_what, arrange, says, todo) => {
    arrange();

    await expectOnly(stage, wrong('evidence key', says, todo));
  });

  test('may not be looked at, nor may the encryption key', async () => {
    stage.kms.denied.add('DescribeKey');

    const told = [
      'cannot be checked (AccessDeniedException)',
      'Your credentials may not do this. docs/commands.md says which role may. AWS says: by the test',
    ] as const;
    await expectOnly(stage, wrong('encryption key', ...told), wrong('evidence key', ...told));
  });
});

describe('a former key', () => {
  const day = 86_400_000;

  /** Lists another key of the stage, which signed before that of the stage. */
  const listBoth = async (): Promise<void> => {
    const { kid, jwk } = await newLocalSigner('prod');
    const before = { kid, jwk, arn: former, stage: 'prod', usedFrom: new Date(Date.now() - day).toISOString() };
    await putItem(stage.table, { ...keyOf.evidenceKeys(), keys: [before, ...(await readEvidenceKeys(stage.table))] });
  };

  test.each(['Enabled', 'Disabled'])('that is %s should be deleted after a month', async (state) => {
    await listBoth();
    stage.kms.states.set(former, state);
    passTime(30 * day);
    expect(await told()).toEqual([]);
    passTime(1);
    stage.kms.calls.length = 0;

    expect(await told()).toEqual([
      wrong(
        'former evidence keys',
        `${former} still exists; it stopped signing on 2026-11-20T12:00:00.000Z`,
        `Delete it, so that nobody can sign with it. What it signed stays valid. aws kms schedule-key-deletion --region eu-central-1 --key-id ${former}`,
      ),
    ]);
    expect(stage.kms.calls.sort()).toEqual([
      'DescribeKey in eu-central-1',
      'DescribeKey in eu-west-1',
      'DescribeKey in eu-west-1',
    ]);
  });

  test('of another stage with the same table is left to that stage', async () => {
    await listFormer('other');
    passTime(1_000);
    await listEvidenceKey(stage.table, await newLocalSigner('other'), new Date(Date.now() + 3_600_001));
    stage.kms.states.set(former, 'Enabled');
    passTime(31 * day);

    expect(await told()).toEqual([]);
  });

  test.each([undefined, 'PendingDeletion'])('that is %s is done with', async (state) => {
    await listBoth();
    if (state !== undefined) stage.kms.states.set(former, state);
    passTime(31 * day);

    expect(await told()).toEqual([ok('former evidence keys', '1 deleted')]);
  });

  test('that signs again is kept', async () => {
    passTime(1_000);
    await listFormer();
    passTime(31 * day);

    expect(await told()).toEqual([]);
  });
});
