import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { demoAccounts } from '../../../cli/local/demo.ts';
import { run } from '../../e2e/command.ts';
import { needsProgram } from '../../support/needs.ts';
import { testOf } from './extent.ts';
import type { Front } from './front.ts';
import { startFront } from './front.ts';
import { makeState, node, recipeEnvironment } from './program.ts';
import { placeOf } from './recipe-places.ts';
import type { TestRegister } from './register.ts';

const path = '/consent-register/check';
const programs = [
  ['php/filter-mailing.php', 'php'],
  ['python/filter_mailing.py', 'python3'],
  ['node/filter-mailing.js', node],
] as const;

/** Holds what the recipes that filter a mailing must do. */
export const describeMailing = (register: () => TestRegister): void => {
  describe.each(programs)('%s', (recipe, program) => {
    const { state, remove } = makeState();
    let front: Front;
    const address = (name: string) => `${name}@${program.replaceAll(/\W/g, '-')}.example`;
    afterAll(remove);
    beforeAll(async () => {
      front = await startFront(register().baseUrl);
      for (const name of ['ada', 'grace']) {
        const { body } = await register().call('/consent-register/add', {
          projectUid: 'demo-shop',
          consentInformationPid: 2,
          proof: { url: 'https://shop.example' },
          userData: { email: address(name) },
        });
        if (name === 'grace')
          await register().call('/consent-register/revoke', {
            id: body.consentId,
            proof: { url: 'https://shop.example' },
          });
      }
      return front.close;
    });

    const inState = (file: string) => join(state, file);
    const filter = (list: string | Buffer, target: string, settings: NodeJS.ProcessEnv = {}) => {
      writeFileSync(inState('list.csv'), list);
      return run(program, [placeOf(recipe), inState('list.csv'), inState(target)], {
        ...recipeEnvironment(front.url, state),
        REGISTER_EMAIL: demoAccounts.demoShop.sender.email,
        ...settings,
      });
    };
    const peopleOf = ({ body }: { readonly body: string }): number => JSON.parse(body).people.length;

    testOf('gate')('leaves those who may be written to, a hundred people a call', needsProgram(program), async () => {
      front.fail(path, { status: 429, retryAfter: 0 });
      const others = Array.from({ length: 98 }, (_, i) => `Nobody,${address(`nobody-${i}`)},\r\n`).join('');
      const list = `\ufeffname,email,note\r\n"Ada ""L""",${address('ada').toUpperCase()},"a, b\nc"\r\nGrace,${address('grace')},\r\n${others}\r\nNone, ,\r\nÀda,${address('ada')},`;

      const { exitCode, stdout, stderr } = await filter(list, 'allowed.csv');

      expect({ exitCode, stdout, stderr }).toEqual({
        exitCode: 0,
        stdout: '2 allowed, 98 none, 1 revoked, 0 expired, 0 superseded, 1 no email\n',
        stderr: '',
      });
      expect(readFileSync(inState('allowed.csv'), 'utf8')).toBe(
        `name,email,note\n"Ada ""L""",${address('ada').toUpperCase()},"a, b\nc"\nÀda,${address('ada')},\n`,
      );
      expect(statSync(inState('allowed.csv')).mode & 0o777).toBe(0o600);
      expect([...new Set(front.sentTo(path).map(peopleOf))]).toEqual([100, 1]);
    });

    testOf('gate')('writes nothing where the register refuses, and names the row', needsProgram(program), async () => {
      const list = `email\n${address('ada')}\n\n${'x'.repeat(1_025)}\n`;
      const wrong = await filter(list, 'none.csv');

      expect({ ...wrong, stderr: wrong.stderr.replace(/: .*/s, '') }).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: 'Row 4',
      });
      expect(() => statSync(inState('none.csv'))).toThrow('ENOENT');
    });

    testOf('rest')(
      'a refusal, a list that is none and a file that is there are said',
      needsProgram(program),
      async () => {
        const list = `email\n${address('ada')}\n`;
        front.fail(path, { status: 404 });
        expect(await filter(list, 'none.csv')).toMatchObject({
          exitCode: 1,
          stdout: '',
          stderr: expect.stringContaining('Made up by a test.'),
        });
        expect(await filter(list, 'none.csv', { REGISTER_PID: '' })).toMatchObject({
          exitCode: 2,
          stderr: 'Set the environment variable REGISTER_PID.\n',
        });
        for (const [other, says] of [
          ['', 'needs one column email'],
          ['mail\na@b.example\n', 'needs one column email'],
          ['email,email\na,b\n', 'needs one column email'],
          ['email,name\n\na@b.example\n', 'Row 3 of'],
        ] as const)
          expect(await filter(other, 'none.csv')).toEqual({
            exitCode: 2,
            stdout: '',
            stderr: expect.stringContaining(says),
          });
        expect(() => statSync(inState('none.csv'))).toThrow('ENOENT');

        expect(await filter(list, 'there.csv')).toMatchObject({ exitCode: 0 });
        expect(await filter(list, 'there.csv')).toMatchObject({ exitCode: 1, stdout: '' });
      },
    );
  });
};
