import { randomUUID } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { onTestFinished, vi } from 'vitest';
import { openSecretsManager, startStandIn } from '../../cli/local/stand-in.ts';
import { createAccount } from '../../shared/identity/account-changes.ts';
import { createUser } from '../../shared/identity/user-changes.ts';
import { actAs } from './actor.ts';
import { changeAt } from './change.ts';
import { createFreshTable } from './fresh-table.ts';
import { password, passwordHash } from './password.ts';

export const secretName = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:SigningKey-a1b2c3';
/** What Secrets Manager asks a job for, in this order. */
export const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
export type Step = (typeof steps)[number];

const email = 'ada@example.com';

/** The kid in a token's header. */
export const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

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
export const deploy = async (text = 'a random text') => {
  const { endpoint, stop } = await startStandIn([openSecretsManager(new Map([[secretName, text]]))]);
  onTestFinished(stop);
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = endpoint;
  process.env.SIGNING_KEY_SECRET = secretName;
  const now = new Date();
  const table = await createFreshTable(`rotation-${randomUUID()}`);
  const accountId = await createAccount(table, { name: 'Account', consentRegisterEnabled: true }, changeAt(now));
  await createUser(table, { accountId, name: 'Ada', email, passwordHash }, changeAt(now));
  vi.resetModules();
  const { handler } = await import('../../functions/jobs/rotate-signing-key.ts');
  const { invoke } = await import('./invoke.ts');

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
