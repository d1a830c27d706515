import { listAccounts } from '../../../shared/accounts/account.ts';
import { contract } from '../../../shared/contract.ts';
import { findEnd, readVerificationKeys } from '../../../shared/keys/verification-keys.ts';
import { describeRotation } from '../key/secret.ts';
import { askApi, isTolerable, measureSkew } from '../stage/api.ts';
import type { Check } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';

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
      : wrong('none that signs', '`key rotate`, and look at the log of the job RotateSigningKey when it stays so.');
  },
};

const rotation: Check = {
  name: 'key rotation',
  look: async ({ signingKeySecret, isLocal }) => {
    if (isLocal) return skipped('by `key rotate` alone');
    if (signingKeySecret === undefined) return skipped('a table alone does not tell its secret');
    const rotation = await describeRotation(signingKeySecret);
    if (rotation === undefined) {
      return wrong('the secret is gone', `Restore ${signingKeySecret}, or deploy the stage anew.`);
    }
    const { isScheduled, isUnfinished, lastRotatedAt } = rotation;
    if (isUnfinished) return wrong('not completed', 'Look at the log of the job RotateSigningKey, then `key rotate`.');
    if (!isScheduled) return wrong('not scheduled', 'Deploy the stage anew: its schedule is missing.');
    return lastRotatedAt === undefined
      ? wrong('has never run', '`key rotate`; login answers 503 until a key is there.')
      : ok(`last on ${lastRotatedAt.toISOString()}`);
  },
};

const api: Check = {
  name: 'API',
  look: async ({ apiUrl }) => {
    if (apiUrl === undefined) return skipped('a table alone does not tell its API');
    const todo = `Call ${apiUrl}${contract.details.path} yourself; look at the logs and alarms of the stage.`;
    const answer = await askApi(apiUrl);
    if (answer === undefined) return wrong(`${apiUrl} does not answer`, todo);
    const problem: unknown = await answer.json().catch(() => undefined);
    const isOurs =
      typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'token.missing';
    return isOurs ? ok(`${apiUrl} answers`) : wrong(`${apiUrl} answers ${answer.status}, not as a register`, todo);
  },
};

const clock: Check = {
  name: 'clock',
  look: async ({ apiUrl }) => {
    if (apiUrl === undefined) return skipped('a table alone does not tell its API');
    const seconds = await measureSkew(apiUrl);
    if (seconds === undefined) return skipped('the API tells no time');
    return isTolerable(seconds)
      ? ok(`${seconds} s from that of the API`)
      : wrong(
          `${seconds} s from that of the API`,
          'Set the clock of this machine; times in the operations log are its.',
        );
  },
};

const accounts: Check = {
  name: 'accounts',
  look: async ({ table }) => {
    const all = await listAccounts(table);
    if (all.length === 0) return wrong('none', '`init` makes the first one.');
    return ok(`${all.length}; ${all.filter((account) => account.consentRegisterEnabled).length} enabled`);
  },
};

export const serviceChecks: readonly Check[] = [caller, region, keys, rotation, api, clock, accounts];
