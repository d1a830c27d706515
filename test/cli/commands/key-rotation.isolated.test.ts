import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSecretsManager, startStandIn } from '../../../cli/local/aws.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { rotateSigningKey } from '../../../cli/local/service.ts';
import { ended, runAdmin } from '../../support/call/admin.ts';
import { setTime } from '../../support/make/clock.ts';
import { prodLabel, secretArn, useDeployedStage } from '../../support/make/deployed-stage.ts';
import { table } from '../../support/make/table.ts';
import { findNewEntries, readKeysAndLog } from './key-changes.ts';

const aws = await useDeployedStage();
const first = new Map([[secretArn, 'a random text']]);
const { endpoint } = await startStandIn([
  openSecretsManager(first, (versionId) => rotateSigningKey(secretArn, versionId, undefined)),
]);
const label = prodLabel();

beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  vi.stubEnv('SIGNING_KEY_SECRET', secretArn);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
});

const rotate = (...words: readonly string[]) => runAdmin('key', 'rotate', '--stage', 'prod', ...words);

const readCurrentKid = async (): Promise<string> => {
  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: secretArn }),
  );
  return JSON.parse(SecretString).kid;
};

describe('rotate', () => {
  test('makes a key that signs, and logs it', async () => {
    const before = await readKeysAndLog();

    const { exitCode, stdout, stderr } = await rotate('--yes', '--reason', 'key may be known', '--json');

    const kid = await readCurrentKid();
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: '',
    });
    const { keys } = await readKeysAndLog();
    expect(keys.map((key) => key.kid)).toEqual([...before.keys.map((key) => key.kid), kid]);
    expect(JSON.parse(stdout)).toEqual(
      keys.map(({ kid: id, addedAt, secretId: secret }) => ({ kid: id, state: 'signs', addedAt, secret })),
    );
    expect(await findNewEntries(before)).toEqual([
      {
        id: expect.any(String),
        at: '2026-11-20T12:00:00.000Z',
        by: aws.caller,
        command: 'key rotate',
        target: { secret: secretArn },
        reason: 'key may be known',
      },
    ]);
  });

  test('is asked for first', async () => {
    const before = await readKeysAndLog();

    expect(await rotate()).toEqual(
      ended('usage', `Secrets Manager will create a new signing key for ${label}. Go on? Confirm with --yes.`, label),
    );
    expect(await readKeysAndLog()).toEqual(before);
  });

  test('needs the secret', async () => {
    const before = await readKeysAndLog();
    aws.stacks.set('ConsentRegister-prod', { TableName: table.name, SigningKeySecret: 'gone' });

    expect(await rotate('--yes')).toEqual(
      ended('notFound', 'The secret gone is gone. Run `doctor` to see what to do.', label),
    );
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
    const another = await startStandIn([openSecretsManager(first)]);
    onTestFinished(another.stop);
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', another.endpoint);

    expect(await rotate('--yes')).toEqual(
      ended(
        'refused',
        'Secrets Manager does not rotate the key now. Try again later. It says: Nothing rotates this secret.',
        label,
      ),
    );
    const { keys } = await readKeysAndLog();
    expect(keys).toEqual(before.keys);
    expect(await findNewEntries(before)).toMatchObject([
      { command: 'key rotate', by: aws.caller, target: { secret: secretArn } },
    ]);
  });
});
