import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../e2e/command.ts';
import { run } from '../../e2e/command.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { has, makeState, recipeEnvironment, recipes } from './program.ts';
import type { TestRegister } from './register.ts';

const search = '/consent-register/search';
const { state, remove } = makeState();
let front: Front;

const python = (recipe: string, options: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  run('python3', [join(recipes, recipe), ...options], { ...recipeEnvironment(front.url, state), ...settings });

/** Holds what the recipe that tells whether a consent holds must do. */
export const describeCheck = (register: () => TestRegister): void => {
  afterAll(remove);

  describe.skipIf(!has('python3'))('python/check_consent.py', () => {
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
    const check = async (...options: string[]) => {
      const { exitCode, stdout } = await python('python/check_consent.py', [email, ...options]);
      return { exitCode, ...JSON.parse(stdout) };
    };
    /** So many days from now, and a minute later. */
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString().slice(0, 19);

    test('tells none, held, expired and revoked apart', async () => {
      expect(await check()).toEqual({ exitCode: 1, holds: false, reason: 'none' });

      const { body } = await register().call('/consent-register/add', consent);
      const found = { consentId: body.consentId, time: body.time };
      const held = { exitCode: 0, holds: true, reason: 'held', ...found, isCurrentVersion: true };
      expect(await check()).toEqual(held);
      expect(await check('--at', inDays(364))).toEqual(held);
      expect(await check('--at', inDays(365))).toMatchObject({ exitCode: 1, holds: false, reason: 'expired' });

      await register().call('/consent-register/add', { ...consent, consentInformationPid: 3 });
      await register().call('/consent-register/revoke', { id: body.consentId, proof: consent.proof });
      expect(await check()).toEqual({ exitCode: 1, holds: false, reason: 'revoked', ...found });
    });

    test('tries again while the register is busy, and says when it cannot tell', async () => {
      front.fail('/login', { status: 429, retryAfter: 0 });
      front.fail(search, { status: 401 }, { status: 503, retryAfter: 0 });
      expect(await check()).toMatchObject({ exitCode: 1, reason: 'revoked' });

      front.fail(search, { status: 422 });
      const { exitCode, stdout, stderr } = await python('python/check_consent.py', [email]);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toContain('userData[email]');

      const unset = await python('python/check_consent.py', [email], { REGISTER_PID: '' });
      expect(unset).toEqual({ exitCode: 2, stdout: '', stderr: 'Set the environment variable REGISTER_PID.\n' });
    });
  });
};
