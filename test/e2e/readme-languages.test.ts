import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needsProgram } from '../support/needs.ts';
import { run } from './command.ts';
import { makeDirectory } from './directory.ts';
import type { RunningService } from './service.ts';
import { repository, startServiceOnSharedEngine } from './service.ts';

/** Info string of the block -> the program that runs it. */
const programs = { bash: 'bash', php: 'php', python: 'python3', js: 'node' } as const;

let service: RunningService;

beforeAll(async () => {
  service = await startServiceOnSharedEngine();
});

afterAll(() => service.stop());

/** Runs a program of the README, with a text of it replaced by another wherever it stands. */
const runFirst = async (language: keyof typeof programs, replaced: RegExp, by: string) => {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const section = readme.slice(readme.indexOf('## A first consent'), readme.indexOf('### Read the notice'));
  const blocks = [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  expect(blocks).toHaveLength(1);
  const source = blocks[0]?.[1] ?? '';
  expect(source).toMatch(replaced);
  const file = join(await makeDirectory(), `first.${language === 'js' ? 'mjs' : language}`);
  await writeFile(file, source.replace(replaced, by).replaceAll('http://127.0.0.1:3000', service.baseUrl));
  return run(programs[language], [file]);
};

describe.each(Object.keys(programs) as (keyof typeof programs)[])(
  'the first consent of the README in %s',
  (language) => {
    const options = needsProgram(programs[language]);

    test('is recorded', options, async () => {
      const { exitCode, stdout, stderr } = await runFirst(language, /^/, '');

      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(JSON.parse(stdout)).toEqual({
        consentId: expect.stringMatching(/^[0-9a-f]{32}$/),
        consentInformationVersionId: expect.stringMatching(/^[0-9a-f]{32}$/),
        consentInformationPid: 2,
        time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      });
    });

    test('says why the login failed, and nothing else', options, async () => {
      const { exitCode, stdout, stderr } = await runFirst(language, /battery staple/, 'battery stable');
      const [problem, ...more] = (stdout + stderr)
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('curl: (22)'));

      expect(exitCode).toBeGreaterThan(0);
      expect(more).toEqual([]);
      expect(JSON.parse(problem ?? '')).toMatchObject({
        code: 'credentials.invalid',
        detail: 'The email or the password is wrong.',
      });
    });

    test('says why the consent was refused, and nothing else', options, async () => {
      const { exitCode, stdout, stderr } = await runFirst(language, /demo-shop/, 'demo-shed');
      const said = stdout + stderr;

      expect(exitCode).toBeGreaterThan(0);
      expect(JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))).toMatchObject({
        code: 'parameters.invalid',
        errors: [{ field: 'projectUid', code: 'unknown' }],
      });
    });
  },
);
