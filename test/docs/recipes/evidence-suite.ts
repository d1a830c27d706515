import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { verifyDocument } from '../../../verifier/verify.ts';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { makeState, node, recipeEnvironment } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';

const path = '/consent-register/evidence/get';
/** Each with how it starts, what stands before a time, and the program that it needs. */
const programs = [
  ['curl/evidence.sh', 'sh', [], 'curl'],
  ['php/evidence.php', 'php', [], 'php'],
  ['python/evidence.py', 'python3', ['--at'], 'python3'],
  ['node/evidence.js', node, [], node],
] as const;

/** Holds what the recipes that keep a signed document must do. */
export const describeEvidence = (register: () => TestRegister): void => {
  describe.each(programs)('%s', (recipe, program, beforeTime, needed) => {
    const { state, remove } = makeState();
    let front: Front;
    let id: string;
    afterAll(remove);
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      const { body } = await register().call('/consent-register/add', {
        projectUid: 'demo-shop',
        consentInformationPid: 2,
        proof: { url: 'https://shop.example' },
        userData: { email: 'ada@evidence.example' },
      });
      id = body.consentId;
      return front.close;
    });
    const inState = (file: string) => join(state, file);
    const keep = (file: string, options: readonly string[] = [], settings: NodeJS.ProcessEnv = {}) =>
      run(program, [placeOf(recipe), id, inState(file), ...options], {
        ...recipeEnvironment(front.url, state),
        ...settings,
      });

    testOf('gate')('keeps a document that verifies, for its user alone', needsProgram(needed), async () => {
      front.fail(path, { status: 503, retryAfter: 0 });

      const { exitCode, stdout } = await keep('evidence.json', [...beforeTime, '2026-03-03']);

      expect({ exitCode, stdout }).toEqual({
        exitCode: 0,
        stdout: expect.stringMatching(/^[0-9a-f]{64} {2}.*evidence\.json\n$/),
      });
      const { verdict, statement } = await verifyDocument(readFileSync(inState('evidence.json')), { now: new Date() });
      expect({ verdict, id: statement?.id, from: statement?.state.from }).toEqual({
        verdict: 'consistent',
        id,
        from: '2026-03-03T00:00:00.000Z',
      });
      expect(statSync(inState('evidence.json')).mode & 0o777).toBe(0o600);
    });

    testOf('rest')('writes the answer as it came, and over no file', needsProgram(needed), async () => {
      const body = '{"b": 1.0,\r\n "a":"\\u00e9\\/é\u2028", "a":{}, "protected":""}';
      front.fail(path, { status: 200, body });

      expect(await keep('odd.json')).toMatchObject({ exitCode: 0 });
      expect(await keep('odd.json')).toMatchObject({ exitCode: 1, stdout: '' });

      expect(readFileSync(inState('odd.json'), 'utf8')).toBe(body);
    });

    testOf('gate')('writes nothing where the register refuses, and says why', needsProgram(needed), async () => {
      front.fail(path, { status: 404 });

      const { exitCode, stdout, stderr } = await keep('none.json');

      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toContain('Made up by a test.');
      expect(() => statSync(inState('none.json'))).toThrow('ENOENT');
      expect(await keep('none.json', [], { REGISTER_EMAIL: '' })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('Set the environment variable REGISTER_EMAIL.'),
      });
    });
  });
};
