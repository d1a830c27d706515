import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Outcome } from '../../e2e/command.ts';
import { run } from '../../e2e/command.ts';
import { admin } from '../../support/admin.ts';
import { needsProgram } from '../../support/needs.ts';
import { representedBy } from '../../support/representative.ts';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { makeState, recipeEnvironment, recipes } from './program.ts';
import type { TestRegister } from './register.ts';

const search = '/consent-register/search';
const { state, remove } = makeState();
let front: Front;

const python = (recipe: string, options: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  run('python3', [join(recipes, recipe), ...options], { ...recipeEnvironment(front.url, state), ...settings });

/** A time as the register writes it. */
const format = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
const day = 86_400_000;
/** So many days after a time of the register's. */
const addDays = (time: string, days: number): string => format(Date.parse(`${time}Z`) + days * day);

/** Publishes a notice's content with the operators' command, and says its PID. */
const publish = async (validityDays: number): Promise<string> => {
  const folder = join(state, 'check');
  await mkdir(folder, { recursive: true });
  const notice = { name: 'check', validityDays, title: { eng: 'Check' } };
  await writeFile(join(folder, 'notice.json'), JSON.stringify(notice));
  await writeFile(join(folder, 'eng.md'), `Valid for ${validityDays} days.`);
  const { stdout, stderr } = await admin('notice', 'publish', folder, '--account', 'Demo Shop', '--reason', 'a test');
  const pid = /PID (\d+)/.exec(stdout + stderr)?.[1];
  if (pid === undefined) throw new Error(`Not published:\n${stdout}${stderr}`);
  return pid;
};

/** Holds what the recipe that tells whether a consent holds must do. */
export const describeCheck = (register: () => TestRegister): void => {
  afterAll(remove);

  const represented = representedBy(
    'test/docs/recipes.test.ts',
    'python/check_consent.py > tells none, held, expired and revoked apart',
    needsProgram('python3'),
  );

  describe('python/check_consent.py', represented, () => {
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      return front.close;
    });

    const email = 'ada@check.example';
    const consent = {
      projectUid: 'demo-shop',
      consentInformationPid: 2,
      proof: { url: 'https://shop.example' },
      userData: { email },
    };
    const add = async (more: Record<string, unknown> = {}) => {
      const { body } = await register().call('/consent-register/add', { ...consent, ...more });
      return { consentId: body.consentId, time: body.time };
    };
    const revoke = async (id: string): Promise<string> => {
      const { body } = await register().call('/consent-register/revoke', { id, proof: consent.proof });
      return body.time;
    };
    const check = async (...options: string[]) => {
      const { exitCode, stdout } = await python('python/check_consent.py', [email, ...options]);
      return { exitCode, ...JSON.parse(stdout) };
    };
    /** So many days from now, and a minute later. */
    const inDays = (days: number) => new Date(Date.now() + days * day + 60_000).toISOString().slice(0, 19);
    const note = expect.stringContaining('As far as is known now');

    testOf('gate')('tells none, held, expired and revoked apart', async () => {
      expect(await check()).toEqual({ exitCode: 1, holds: false, reason: 'none' });

      const found = await add();
      const more = { ...found, isCurrentVersion: true, validUntil: addDays(found.time, 365) };
      const held = { exitCode: 0, holds: true, reason: 'held', ...more };
      expect(await check()).toEqual(held);
      expect(await check('--at', inDays(364))).toEqual({ ...held, note });
      expect(await check('--at', more.validUntil)).toEqual({
        exitCode: 1,
        holds: false,
        reason: 'expired',
        ...more,
        note,
      });
      expect(await check('--at', addDays(found.time, 365 - 1e-5))).toMatchObject({ reason: 'held' });

      await add({ consentInformationPid: 3 });
      await revoke(found.consentId);
      expect(await check()).toEqual({ exitCode: 1, holds: false, reason: 'revoked', ...found });
      expect(await check('--at', inDays(1))).toEqual({ exitCode: 1, holds: false, reason: 'revoked', ...found, note });
    });

    testOf('rest')('answers for a time that is over, whatever came later', { timeout: 120_000 }, async () => {
      const person = { userData: { email: 'past@check.example' } };
      const first = await add(person);
      await sleep(1_100);
      const second = await add(person);
      await sleep(1_100);
      const revoked = await revoke(second.consentId);
      await sleep(1_100);
      for (let i = 0; i < 21; i += 1) await add(person);
      const latest = await add(person);
      const earlier = await revoke(first.consentId);

      const answers = new Map<string, object>([
        [addDays(first.time, -1e-5), { exitCode: 1, holds: false, reason: 'none' }],
        [first.time, { exitCode: 0, holds: true, reason: 'held', ...first }],
        [second.time, { exitCode: 0, holds: true, reason: 'held', ...second }],
        [addDays(revoked, -1e-5), { exitCode: 0, reason: 'held', ...second }],
        [revoked, { exitCode: 1, holds: false, reason: 'revoked', ...second }],
        [earlier, { exitCode: 0, reason: 'held', ...latest }],
        [`${first.time.replace(' ', 'T')}Z`, { ...first, reason: 'held' }],
        [`${addDays(first.time, 2 / 24).replace(' ', 'T')}+02:00`, { ...first, reason: 'held' }],
        [`${addDays(first.time, -2 / 24).replace(' ', 'T')}+02:00`, { exitCode: 1, holds: false, reason: 'none' }],
        [first.time.slice(0, 10), { exitCode: 1, holds: false, reason: 'none' }],
      ]);
      for (const [at, answer] of answers) {
        const { exitCode, stdout } = await python('python/check_consent.py', ['past@check.example', '--at', at]);
        const told = { at, exitCode, ...JSON.parse(stdout) };
        expect(told).toMatchObject({ at, ...answer });
        expect(told).not.toHaveProperty('note');
      }
    });

    testOf('rest')('now is the state of the register, also where its clock is ahead', async () => {
      const person = { userData: { email: 'clock@check.example' } };
      const { consentId, time } = await add(person);
      const found = (await register().consentsOf('clock@check.example'))[0];
      const ahead = { ...found, time: addDays(time, 1) };
      const page = { page: '1', totalPages: 1, results: 1, resultsPerPage: 20, totalResults: 1 };
      front.fail(search, { status: 200, body: JSON.stringify({ ...page, data: [ahead] }) });

      const { stdout } = await python('python/check_consent.py', ['clock@check.example']);

      expect(JSON.parse(stdout)).toMatchObject({ holds: true, consentId });
    });

    testOf('rest')('takes the validity of the version that was agreed to', async () => {
      const REGISTER_PID = await publish(10);
      const agree = (name: string, proof: Record<string, string> = {}) =>
        add({
          consentInformationPid: REGISTER_PID,
          userData: { email: `${name}@check.example` },
          proof: { ...consent.proof, ...proof },
        });
      const proved = await agree('proved', { validity_days: '10' });
      const endless = await agree('endless', { validity_days: '0' });
      const untold = await agree('untold');
      await agree('malformed', { validity_days: 'ten' });
      await agree('renewed');
      expect(await publish(0)).toBe(REGISTER_PID);
      const renewed = await agree('renewed');
      const checkFor = async (name: string, ...options: string[]) => {
        const words = [`${name}@check.example`, ...options];
        const { exitCode, stdout, stderr } = await python('python/check_consent.py', words, { REGISTER_PID });
        return stdout === '' ? { exitCode, stderr } : { exitCode, ...JSON.parse(stdout) };
      };

      const validUntil = addDays(proved.time, 10);
      const ofVersionOne = { ...proved, isCurrentVersion: false, validUntil };
      const held = { exitCode: 0, holds: true, reason: 'held' };
      expect(await checkFor('proved')).toEqual({ ...held, ...ofVersionOne });
      expect(await checkFor('proved', '--at', inDays(9))).toEqual({ ...held, ...ofVersionOne, note });
      expect(await checkFor('proved', '--at', validUntil)).toMatchObject({ exitCode: 1, reason: 'expired' });
      expect(await checkFor('endless')).toEqual({ ...held, ...endless, isCurrentVersion: false, validUntil: null });
      expect(await checkFor('renewed', '--at', '2999-01-01')).toMatchObject({ ...held, ...renewed, validUntil: null });
      for (const name of ['untold', 'malformed']) {
        const stderr = expect.stringContaining('The register cannot tell: this consent is to an earlier version');
        expect(await checkFor(name)).toEqual({ exitCode: 2, stderr });
      }
      await revoke(untold.consentId);
      expect(await checkFor('untold')).toEqual({ exitCode: 1, holds: false, reason: 'revoked', ...untold });
    });

    testOf('rest')(
      'the days count from an agreement before the record, which is given from the record on',
      async () => {
        const agree = async (name: string, agreed_at: string) => {
          const [person, proof] = [`${name}@check.example`, { ...consent.proof, agreed_at, validity_days: '365' }];
          const found = await add({ userData: { email: person }, proof });
          return async (...options: string[]) => {
            const { exitCode, stdout } = await python('python/check_consent.py', [person, ...options]);
            return { exitCode, ...JSON.parse(stdout), found };
          };
        };
        const longAgo = await agree('long-ago', '2020-01-02 10:00:00+02:00');
        const times = { agreedAt: '2020-01-02 08:00:00', validUntil: '2021-01-01 08:00:00' };
        expect(await longAgo()).toMatchObject({ exitCode: 1, holds: false, reason: 'expired', ...times });
        expect(await longAgo('--at', '2020-06-01')).toMatchObject({ exitCode: 1, reason: 'none' });

        const tenDaysAgo = addDays(format(Date.now()), -10);
        const before = { agreedAt: tenDaysAgo, validUntil: addDays(tenDaysAgo, 365) };
        expect(await (await agree('lately', `${tenDaysAgo.replace(' ', 'T')}Z`))()).toMatchObject({
          exitCode: 0,
          ...before,
        });

        for (const agreedAt of ['2999-01-01', 'last spring', '', '0001-01-01T00:00:00+14:00']) {
          const { found, ...answer } = await (await agree('untimely', agreedAt))();
          expect(answer).toMatchObject({ exitCode: 0, ...found, validUntil: addDays(found.time, 365) });
          expect(answer).not.toHaveProperty('agreedAt');
        }
      },
    );

    testOf('gate')('tries again while the register is busy, and says when it cannot tell', async () => {
      front.fail('/login', { status: 429, retryAfter: 0 });
      front.fail(search, { status: 401 }, { status: 503, retryAfter: 0 });
      expect(await check()).toMatchObject({ exitCode: 1, reason: 'revoked' });

      front.fail(search, { status: 422 });
      const { exitCode, stdout, stderr } = await python('python/check_consent.py', [email]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain('userData[email]');

      front.fail('/login', { status: 401 });
      const problem = 'The register could not tell: Made up by a test.\n';
      const locked = await python('python/check_consent.py', [email]);
      expect(locked).toEqual({ exitCode: 2, stdout: '', stderr: problem });

      const unset = await python('python/check_consent.py', [email], { REGISTER_PID: '' });
      expect(unset).toEqual({ exitCode: 2, stdout: '', stderr: 'Set the environment variable REGISTER_PID.\n' });

      const noTime = await python('python/check_consent.py', [email, '--at', 'tomorrow']);
      expect(noTime).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("'tomorrow' is not a time, such as"),
      });
    });
  });
};
