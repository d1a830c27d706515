/** The first programs of the quick start, where something is wrong. */
import { describe, expect, test } from 'vitest';
import { useDemoRegister } from '../docs/demo-register.ts';
import type { ProgramLanguage } from '../e2e/quick-start.ts';
import { programBelow, programs, runProgram } from '../e2e/quick-start.ts';
import { needsProgram } from '../support/make/machine.ts';

const register = useDemoRegister();

/** Runs the first program with a text of it replaced by another wherever it stands. */
const runFirst = async (language: ProgramLanguage, replaced: RegExp, by: string, baseUrl = register().baseUrl) => {
  const source = await programBelow('A first consent', language);
  expect(source).toMatch(replaced);
  const { exitCode, stdout, stderr } = await runProgram(language, source.replace(replaced, by), baseUrl);
  expect(exitCode).toBeGreaterThan(0);
  return (stdout + stderr).trim();
};

describe.each(Object.keys(programs) as ProgramLanguage[])('the first consent of the quick start in %s', (language) => {
  const options = needsProgram(programs[language]);

  test('says why the login failed, and nothing else', options, async () => {
    const printed = await runFirst(language, /battery staple/, 'battery stable');
    const [problem, ...more] = printed.split('\n').filter((line) => !line.startsWith('curl: (22)'));

    expect(more).toEqual([]);
    expect(JSON.parse(problem ?? '')).toMatchObject({
      code: 'credentials.invalid',
      detail: 'The email or the password is wrong. Check both.',
    });
  });

  test('says that no service runs in one line', options, async () => {
    expect(await runFirst(language, /^/, '', 'http://127.0.0.1:1')).toMatch(
      /^(?:No service at http:\/\/127\.0\.0\.1:1\.|curl: \(7\) Failed to connect [^\n]*)$/,
    );
  });

  test('says why the consent was refused, and nothing else', options, async () => {
    const printed = await runFirst(language, /demo-shop/, 'demo-shed');

    expect(JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1))).toMatchObject({
      code: 'parameters.invalid',
      errors: [{ field: 'projectUid', code: 'unknown' }],
    });
  });
});
