/** The first programs of the quick start, where something is wrong. */
import { describe, expect, test } from 'vitest';
import type { DemoRegister } from '../docs/demo-register.ts';
import { useDemoRegister } from '../docs/demo-register.ts';
import type { ProgramLanguage } from '../e2e/quick-start.ts';
import { programBelow, programs, runProgram } from '../e2e/quick-start.ts';

const register = useDemoRegister();

/** Runs the first program with a text of it replaced by another wherever it stands. */
const runFirst = async (
  language: ProgramLanguage,
  replaced: RegExp,
  by: string,
  { baseUrl, key }: Pick<DemoRegister, 'baseUrl' | 'key'> = register(),
) => {
  const source = await programBelow('A first consent', language);
  expect(source).toMatch(replaced);
  const { exitCode, stdout, stderr } = await runProgram(language, source.replace(replaced, by), baseUrl, key);
  expect(exitCode).toBeGreaterThan(0);
  return (stdout + stderr).trim();
};

describe.each(Object.keys(programs) as ProgramLanguage[])('the first consent of the quick start in %s', (language) => {
  test('says why the key was refused, and nothing else', async () => {
    const { baseUrl, key } = register();
    const printed = await runFirst(language, /^/, '', { baseUrl, key: key.slice(0, -1) });
    const [problem, ...more] = printed.replace(/curl: \(22\)[^\n]*$/, '').split('\n');

    expect(more).toEqual([]);
    expect(JSON.parse(problem ?? '')).toMatchObject({ code: 'token.invalid' });
  });

  test('says that no service runs in one line', async () => {
    expect(await runFirst(language, /^/, '', { baseUrl: 'http://127.0.0.1:1', key: register().key })).toMatch(
      /^(?:No service at http:\/\/127\.0\.0\.1:1\.|curl: \(7\) Failed to connect [^\n]*)$/,
    );
  });

  test('says why the consent was refused, and nothing else', async () => {
    const printed = await runFirst(language, /demo-shop/, 'demo-shed');

    expect(JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1))).toMatchObject({
      code: 'parameters.invalid',
      errors: [{ field: 'projectUid', code: 'unknown' }],
    });
  });
});
