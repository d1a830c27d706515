import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { rotateSigningKey } from '../../../cli/local/rotation.ts';
import { startSecretsManager } from '../../../cli/local/secrets-manager.ts';
import { readVerificationKeys } from '../../../shared/store/verification-key.ts';
import { admin, runAdmin } from '../../support/admin.ts';
import { passTime, setTime } from '../../support/clock.ts';
import { prodLabel, region, secretArn, useDeployedStage } from '../../support/deployed-stage.ts';
import { ended } from '../../support/ended.ts';
import { findNewEntries, readKeysAndLog } from '../../support/key-changes.ts';
import { table } from '../../support/table.ts';

const aws = await useDeployedStage();
const secretsManager = await startSecretsManager(new Map([[secretArn, 'a random text']]), {
  rotate: (versionId) => rotateSigningKey(secretArn, versionId, undefined),
});
const label = prodLabel();

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  vi.stubEnv('SIGNING_KEY_SECRET', secretArn);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secretsManager.endpoint);
});

const rotate = (...words: readonly string[]) => runAdmin('key', 'rotate', '--stage', 'prod', ...words);

const listStates = async (): Promise<Map<string, object>> => {
  const { stdout } = await runAdmin('key', 'list', '--stage', 'prod', '--json');
  const rows: { key: string }[] = JSON.parse(stdout);
  return new Map(rows.map(({ key, ...rest }) => [key, rest]));
};

const readCurrentKid = async (): Promise<string> => {
  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: secretArn }),
  );
  return JSON.parse(SecretString).kid;
};

describe('rotate', () => {
  test('makes a key that signs, and says so in the log', async () => {
    const before = await readKeysAndLog();

    const { exitCode, stdout, stderr } = await rotate('--yes', '--reason', 'key may be known', '--json');

    const kid = await readCurrentKid();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `On ${label}\nFunctions sign with the new key within five minutes. \`key list\` shows when it is there.\n`,
    });
    const { keys } = await readKeysAndLog();
    expect(keys.map((key) => key.kid)).toEqual([...before.keys.map((key) => key.kid), kid]);
    expect(JSON.parse(stdout)).toEqual(
      keys.map(({ kid: key, addedAt, secretId: secret }) => ({ key, state: 'signs', addedAt, secret })),
    );
    expect(await findNewEntries(before)).toEqual([
      {
        id: expect.any(String),
        at: '2026-11-20T12:00:00.000Z',
        by: aws.caller,
        command: 'key rotate',
        subject: { secret: secretArn },
        reason: 'key may be known',
      },
    ]);
  });

  test('is asked for first', async () => {
    const before = await readKeysAndLog();

    expect(await rotate()).toEqual(
      ended('usage', `A new signing key is made for ${label}. Go on? Say so with --yes.`, label),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('is not for a table alone', async () => {
    const before = await readKeysAndLog();

    expect(await admin('key', 'rotate', '--yes')).toEqual(
      ended(
        'usage',
        'A table alone does not tell its secret; say --stage or --local.',
        `table ${table.name} in ${region}`,
      ),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('needs the secret', async () => {
    const before = await readKeysAndLog();
    aws.stacks.set('ConsentRegister-prod', { TableName: table.name, SigningKeySecret: 'gone' });

    expect(await rotate('--yes')).toEqual(ended('notFound', 'The secret gone is gone; `doctor` tells more.', label));
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('needs Secrets Manager', async () => {
    const before = await readKeysAndLog();
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${await findFreePort()}`);

    expect(await rotate('--yes')).toEqual(
      ended(
        'unreachable',
        `${label} cannot be reached. Check the network, the region and the endpoints in the environment.`,
        label,
      ),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('is in the log also when Secrets Manager refuses it, and makes no key', async () => {
    const before = await readKeysAndLog();
    const another = await startSecretsManager(new Map([[secretArn, 'a random text']]));
    onTestFinished(another.stop);
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', another.endpoint);

    expect(await rotate('--yes')).toEqual(
      ended('refused', 'Secrets Manager does not rotate the key now: Nothing rotates this secret.', label),
    );
    const { keys } = await readKeysAndLog();
    expect(keys).toEqual(before.keys);
    expect(await findNewEntries(before)).toMatchObject([
      { command: 'key rotate', by: aws.caller, subject: { secret: secretArn } },
    ]);
  });
});

describe('list', () => {
  test('tells which keys sign, verify and may be retired', async () => {
    await rotate('--yes');
    const old = await readCurrentKid();
    passTime(60_000);
    await rotate('--yes');
    const recent = await readCurrentKid();

    const ofSecret = { addedAt: '2026-11-20T12:00:00.000Z', secret: secretArn };
    const superseded = {
      ...ofSecret,
      supersededAt: '2026-11-20T12:01:00.000Z',
      tokensLiveUntil: '2026-11-21T12:06:00.000Z',
    };
    const states = await listStates();
    expect(states.get(old)).toEqual({ state: 'verifies', ...superseded });
    expect(states.get(recent)).toEqual({ state: 'signs', ...ofSecret, addedAt: '2026-11-20T12:01:00.000Z' });

    vi.setSystemTime('2026-11-21T12:06:00Z');
    expect((await listStates()).get(old)).toMatchObject({ state: 'verifies' });
    passTime(1);
    expect((await listStates()).get(old)).toEqual({ state: 'may be retired', ...superseded });
  });

  test('has a line for each key', async () => {
    const { stdout } = await admin('key', 'list');

    const [header, ...lines] = stdout.trimEnd().split('\n');
    expect(header?.split(/ +/)).toEqual(['key', 'state', 'addedAt', 'supersededAt', 'tokensLiveUntil', 'secret']);
    expect(lines.map((line) => line.split(' ')[0])).toEqual((await readVerificationKeys(table)).map(({ kid }) => kid));
  });
});
