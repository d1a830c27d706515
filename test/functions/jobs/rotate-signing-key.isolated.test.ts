import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSecretsManager, startStandIn } from '../../../cli/local/aws.ts';
import { createAccount } from '../../../shared/identity/account.ts';
import { createKeyPair } from '../../../shared/identity/keys/signing-key.ts';
import { publishVerificationKey, readVerificationKeys } from '../../../shared/identity/keys/verification-keys.ts';
import { createUser } from '../../../shared/identity/user.ts';
import { startCold } from '../../support/call/functions.ts';
import { recordCalls } from '../../support/call/requests.ts';
import { actAs } from '../../support/call/rights.ts';
import { changeAt } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { password, passwordHash } from '../../support/make/password.ts';
import { createFreshTable } from '../../support/make/tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const secretName = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:SigningKey-a1b2c3';
/** What Secrets Manager asks a job for, in this order. */
const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
type Step = (typeof steps)[number];

const email = 'ada@example.com';

/** The kid in a token's header. */
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

const openSecret = () => {
  const client = new SecretsManagerClient({});
  const SecretId = secretName;
  return {
    /** All stages by version, and the current text. */
    describe: async () => {
      const { VersionIdsToStages: stages = {} } = await client.send(new DescribeSecretCommand({ SecretId }));
      const { SecretString: text = '', VersionId: id } = await client.send(new GetSecretValueCommand({ SecretId }));
      return { stages, text, id };
    },
    read: async (VersionId: string): Promise<string> =>
      (await client.send(new GetSecretValueCommand({ SecretId, VersionId }))).SecretString ?? '',
    putPending: (ClientRequestToken: string, SecretString: string) =>
      client.send(
        new PutSecretValueCommand({ SecretId, ClientRequestToken, SecretString, VersionStages: ['AWSPENDING'] }),
      ),
    endPending: (RemoveFromVersionId: string) =>
      client.send(new UpdateSecretVersionStageCommand({ SecretId, VersionStage: 'AWSPENDING', RemoveFromVersionId })),
  };
};

/** A deployment of its own as it is before the first rotation: its secret, table and user, job and functions. */
const deploy = async (text = 'a random text') => {
  const { endpoint, stop } = await startStandIn([openSecretsManager(new Map([[secretName, text]]))]);
  onTestFinished(stop);
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = endpoint;
  process.env.SIGNING_KEY_SECRET = secretName;
  const now = new Date();
  const table = await createFreshTable(`rotation-${randomUUID()}`);
  const accountId = await createAccount(table, { name: 'Account', consentRegisterEnabled: true }, changeAt(now));
  await createUser(table, { accountId, name: 'Ada', email, passwordHash: passwordHash() }, changeAt(now));
  await startCold();
  const { handler } = await import('../../../functions/jobs/rotate-signing-key.ts');
  const { invoke } = await import('../../support/call/invoke.ts');

  const run = (step: Step, token: string) =>
    actAs('rotateSigningKey', () =>
      handler({ Step: step, SecretId: secretName, ClientRequestToken: token, RotationToken: randomUUID() }),
    );
  return {
    table,
    invoke,
    handler,
    run,
    secret: openSecret(),
    /** Calls all steps as Secrets Manager does and returns the id of the new version. */
    rotate: async (token: string = randomUUID()): Promise<string> => {
      for (const step of steps) await run(step, token);
      return token;
    },
    login: () => invoke('login', { email, password }),
    details: (token: string) => invoke('details', {}, { token }),
  };
};

/** Loads the libraries once; each deployment then loads the service anew. */
beforeAll(async () => {
  await import('../../support/call/invoke.ts');
});

const kidIn = (text: string): string => JSON.parse(text).kid;

/** Keys that the log says have come into use. */
const kidsLogged = (): unknown[] =>
  vi.mocked(console.info).mock.calls.flatMap(([line]) => (line.code === 'signing-key.rotated' ? [line.kid] : []));

const kidsOf = async ({ table }: Awaited<ReturnType<typeof deploy>>): Promise<string[]> =>
  (await readVerificationKeys(table)).map(({ kid }) => kid);

/** All that a rotation may change. */
const lookAt = async ({ table, secret }: Awaited<ReturnType<typeof deploy>>) => ({
  keys: await readVerificationKeys(table),
  secret: await secret.describe(),
});

describe('first rotation', () => {
  test('login answers 503 before it and works after it', async () => {
    const service = await deploy();

    expect(await service.login()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(console.error).toHaveBeenCalledExactlyOnceWith({ code: 'signing-key.unusable' });

    const version = await service.rotate();

    const { id, text } = await service.secret.describe();
    expect(id).toBe(version);
    expect(console.info).toHaveBeenCalledWith({ code: 'signing-key.rotated', kid: kidIn(text) });
    const { status, body } = await service.login();
    expect(status).toBe(200);
    expect(kidOf(body.access_token)).toBe(kidIn(text));
    expect(await service.details(body.access_token)).toMatchObject({ status: 200 });
  });

  test.each(['', '{}', '{"kid":"a"}', '{"kid":"a","privateKey":"no key"}'])('%j is no key', async (text) => {
    await deploy(text);
    const { openSigningKey } = await import('../../../shared/identity/keys/signing-key.ts');

    await expect(openSigningKey(secretName)(new Date())).rejects.toMatchObject({ code: 'store.unavailable' });
    expect(console.error).toHaveBeenCalledExactlyOnceWith({ code: 'signing-key.unusable' });
  });

  test.each(['secp384r1', 'secp256k1'])('a key on the curve %s signs no ES256 and is none', async (namedCurve) => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    await deploy(JSON.stringify({ kid: 'a', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) }));
    const { openSigningKey } = await import('../../../shared/identity/keys/signing-key.ts');

    await expect(openSigningKey(secretName)(new Date())).rejects.toMatchObject({ code: 'store.unavailable' });
  });

  test('a secret that does not exist is a fault, not a matter of waiting', async () => {
    await deploy();
    const { openSigningKey } = await import('../../../shared/identity/keys/signing-key.ts');

    await expect(openSigningKey('another')(new Date())).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(console.error).not.toHaveBeenCalled();
  });
});

test('tokens of the old key are good until they expire, and logins use the new one after five minutes', async () => {
  setTime('2026-11-20T12:00:00Z');
  const service = await deploy();
  await service.rotate();
  const { body: old } = await service.login();

  await service.rotate();

  const kid = kidIn((await service.secret.describe()).text);
  passTime(5 * minute - 1);
  const { body: late } = await service.login();
  expect(kidOf(late.access_token)).toBe(kidOf(old.access_token));
  passTime(1);
  const { body: recent } = await service.login();
  expect(kidOf(recent.access_token)).toBe(kid);
  expect(kid).not.toBe(kidOf(old.access_token));
  for (const { access_token } of [old, late, recent]) {
    expect(await service.details(access_token)).toMatchObject({ status: 200 });
  }

  passTime(55 * minute - 1_000);
  expect(await service.details(old.access_token)).toMatchObject({ status: 200 });
  passTime(1_000);
  expect(await service.details(old.access_token)).toMatchObject({ status: 401, body: { code: 'token.expired' } });
  expect(await service.details(recent.access_token)).toMatchObject({ status: 200 });
});

describe('repetition', () => {
  test('a step that is called again changes nothing', async () => {
    const service = await deploy();
    await service.rotate();
    const version = randomUUID();

    for (const step of steps) {
      await service.run(step, version);
      const once = { ...(await lookAt(service)), text: await service.secret.read(version) };
      const { calls } = await recordCalls(() => service.run(step, version));

      expect({ ...(await lookAt(service)), text: await service.secret.read(version) }).toEqual(once);
      expect(calls).not.toContain('PutItem');
    }
    expect(kidsLogged()).toEqual((await kidsOf(service)).slice(1));
  });

  test.each(['with', 'without'])(
    'a finished rotation that is run again changes nothing, %s its pending stage',
    async (how) => {
      const service = await deploy();
      const version = await service.rotate();
      if (how === 'without') await service.secret.endPending(version);
      const once = await lookAt(service);

      await service.rotate(version);

      expect(await lookAt(service)).toEqual(once);
      expect(kidsLogged()).toEqual([kidIn(once.secret.text)]);
    },
  );

  test('rotations of the same version at the same time make one key', async () => {
    const service = await deploy();
    const [published = ''] = await kidsOf(service);
    const version = randomUUID();

    await Promise.all([service.rotate(version), service.rotate(version)]);

    const { id, text } = await service.secret.describe();
    expect(id).toBe(version);
    expect(await kidsOf(service)).toEqual([published, kidIn(text)]);
    expect(await service.login()).toMatchObject({ status: 200 });
  });

  test('each step may be called at the same time', async () => {
    const service = await deploy();
    const [published = ''] = await kidsOf(service);
    const version = randomUUID();

    for (const step of steps) await Promise.all(Array.from({ length: 4 }, () => service.run(step, version)));

    const { text, stages } = await service.secret.describe();
    expect(stages[version]).toContain('AWSCURRENT');
    expect(await kidsOf(service)).toEqual([published, kidIn(text)]);
    expect(kidsLogged()).toEqual([kidIn(text)]);
  });
});

describe('failure', () => {
  test('a key that is not in the table does not become the current one, until the rotation is run again', async () => {
    const service = await deploy();
    await service.rotate();
    const before = await lookAt(service);
    const version = randomUUID();
    await service.run('createSecret', version);

    await expect(service.run('testSecret', version)).rejects.toThrow('The public key is not in the table.');

    const after = await lookAt(service);
    expect(after.keys).toEqual(before.keys);
    expect(after.secret).toMatchObject({ id: before.secret.id, text: before.secret.text });
    expect(await service.login()).toMatchObject({ status: 200 });
    await service.rotate(version);
    expect((await service.secret.describe()).id).toBe(version);
  });

  test('a key that does not fit the one in the table does not become the current one', async () => {
    const service = await deploy();
    const version = randomUUID();
    await service.run('createSecret', version);
    const { jwk } = createKeyPair(new Date()).verificationKey;
    await publishVerificationKey(service.table, { kid: kidIn(await service.secret.read(version)), jwk }, new Date());
    await service.run('setSecret', version);

    await expect(service.run('testSecret', version)).rejects.toMatchObject({ code: 'token.invalid' });
    expect((await service.secret.describe()).text).toBe('a random text');
  });

  test('a version that was current once does not come back', async () => {
    const service = await deploy();
    const old = await service.rotate();
    await service.rotate();
    const before = await lookAt(service);

    for (const step of ['setSecret', 'testSecret', 'finishSecret'] as const) {
      await expect(service.run(step, old)).rejects.toThrow('The version is neither pending nor current.');
    }
    expect(await lookAt(service)).toEqual(before);
  });

  test.each([
    ['another secret', { SecretId: `${secretName}-another` }],
    ['no secret', { SecretId: undefined }],
    ['an unknown step', { Step: 'deleteSecret' }],
    ['no version', { ClientRequestToken: '' }],
  ])('an event that names %s is refused', async (_case, change) => {
    const service = await deploy();
    const before = await lookAt(service);
    const event = { Step: 'createSecret', SecretId: secretName, ClientRequestToken: randomUUID(), ...change };

    await expect(service.handler(event)).rejects.toThrow(
      'The event is not a step of a rotation of SIGNING_KEY_SECRET.',
    );
    expect(await lookAt(service)).toEqual(before);
  });
});

test('a superseded key is gone a day and an hour later, the current one and that of another secret never', async () => {
  setTime('2026-11-20T12:00:00Z');
  const service = await deploy();
  const kids: string[] = [];
  const rotate = async (): Promise<string> => {
    const version = await service.rotate();
    kids.push(kidIn(await service.secret.read(version)));
    return version;
  };
  const marksOf = async () =>
    Object.fromEntries((await readVerificationKeys(service.table)).map(({ kid, supersededAt }) => [kid, supersededAt]));
  const [foreign = ''] = await kidsOf(service);
  await rotate();
  passTime(minute);
  await rotate();

  const [first = '', second = ''] = kids;
  expect(await marksOf()).toEqual({
    [foreign]: undefined,
    [first]: '2026-11-20T12:01:00.000Z',
    [second]: undefined,
  });

  passTime(day + hour);
  const last = await rotate();

  const third = kids[2] ?? '';
  const marks = { [foreign]: undefined, [second]: '2026-11-21T13:01:00.000Z', [third]: undefined };
  expect(await marksOf()).toEqual({ [first]: '2026-11-20T12:01:00.000Z', ...marks });

  passTime(1);
  await service.run('finishSecret', last);
  expect(await marksOf()).toEqual(marks);

  passTime(1_000 * day);
  await service.run('finishSecret', last);
  expect(await marksOf()).toEqual({ [foreign]: undefined, [third]: undefined });
});

test('no log line and no error has any of a private key', async () => {
  const service = await deploy();
  const version = await service.rotate();
  await service.login();
  const damaged = randomUUID();
  const { kid: _, ...nameless } = JSON.parse(createKeyPair(new Date()).secret);
  await service.secret.putPending(damaged, JSON.stringify(nameless));

  const error = await service.run('setSecret', damaged).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ message: 'The secret holds no signing key.' });
  const lines = [console.info, console.warn, console.error].map((method) => vi.mocked(method).mock.calls);
  const told = inspect([error, lines], { depth: null, showHidden: true });
  expect(told).toContain('signing-key.rotated');
  expect(told).not.toContain('PRIVATE KEY');
  for (const text of [await service.secret.read(version), await service.secret.read(damaged)]) {
    const body: string[] = JSON.parse(text).privateKey.split('\n').slice(1, -2);
    expect(body.length).toBeGreaterThan(1);
    for (const line of body) expect(told).not.toContain(line);
  }
});
