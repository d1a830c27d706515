import { listAccounts } from '../../shared/identity/account.ts';
import { contract } from '../../shared/contract.ts';
import { findEnd, readVerificationKeys } from '../../shared/identity/keys/verification-keys.ts';
import { describeRotation } from './key/secret.ts';
import { askApi, isTolerable, measureSkew } from '../stage/api.ts';
import type { Check } from './doctor/finding.ts';
import { ok, skipped, wrong } from './doctor/finding.ts';

const caller: Check = {
  name: 'credentials',
  look: async ({ findCaller }) => ok(await findCaller()),
};

const region: Check = {
  name: 'region',
  look: async ({ table }) => ok(await table.client.config.region()),
};

const keys: Check = {
  name: 'public keys',
  look: async ({ table, signingKeySecret }) => {
    const all = await readVerificationKeys(table);
    const signing = all.filter((key) => findEnd(key) === undefined);
    const isOurs = signing.some(({ secretId }) => signingKeySecret === undefined || secretId === signingKeySecret);
    return isOurs
      ? ok(`${all.length}; ${signing.length} in use`)
      : wrong('none that signs', 'Run `key rotate`. If that does not help, read the log of the job RotateSigningKey.');
  },
};

const rotation: Check = {
  name: 'key rotation',
  look: async ({ signingKeySecret, isLocal }) => {
    if (isLocal) return skipped('only with `key rotate`');
    if (signingKeySecret === undefined) return skipped('not known for a table alone');
    const rotation = await describeRotation(signingKeySecret);
    if (rotation === undefined) {
      return wrong('the secret is gone', `Restore the secret ${signingKeySecret}, or deploy the stage again.`);
    }
    const { isScheduled, isUnfinished, lastRotatedAt } = rotation;
    if (isUnfinished) return wrong('not completed', 'Read the log of the job RotateSigningKey, then run `key rotate`.');
    if (!isScheduled) return wrong('not scheduled', 'Deploy the stage again: its schedule is missing.');
    return lastRotatedAt === undefined
      ? wrong('has never run', 'Run `key rotate`. Login answers 503 until there is a key.')
      : ok(`last on ${lastRotatedAt.toISOString()}`);
  },
};

const api: Check = {
  name: 'API',
  look: async ({ apiUrl }) => {
    if (apiUrl === undefined) return skipped('not known for a table alone');
    const todo = `Call ${apiUrl}${contract.details.path} yourself, and look at the logs and alarms of the stage.`;
    const answer = await askApi(apiUrl);
    if (answer === undefined) return wrong(`${apiUrl} does not answer`, todo);
    const problem: unknown = await answer.json().catch(() => undefined);
    const isOurs =
      typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'token.missing';
    return isOurs
      ? ok(`${apiUrl} answers`)
      : wrong(`${apiUrl} answers ${answer.status}, unlike a consent register`, todo);
  },
};

const clock: Check = {
  name: 'clock',
  look: async ({ apiUrl }) => {
    if (apiUrl === undefined) return skipped('not known for a table alone');
    const seconds = await measureSkew(apiUrl);
    if (seconds === undefined) return skipped('the API does not send its time');
    return isTolerable(seconds)
      ? ok(`${seconds} s off the clock of the API`)
      : wrong(
          `${seconds} s off the clock of the API`,
          'Set the clock of this machine. The operations log uses its time.',
        );
  },
};

const accounts: Check = {
  name: 'accounts',
  look: async ({ table }) => {
    const all = await listAccounts(table);
    if (all.length === 0) return wrong('none', 'Run `init` to create the first one.');
    return ok(`${all.length}; ${all.filter((account) => account.consentRegisterEnabled).length} enabled`);
  },
};

export const serviceChecks: readonly Check[] = [caller, region, keys, rotation, api, clock, accounts];
