import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../support/folder.ts';
import { needsProgram } from '../support/needs.ts';
import { run } from './command.ts';
import type { RunningService } from './service.ts';
import { repository, startServiceOnSharedEngine } from './service.ts';

/** Info string of the block -> the program that runs it, and the page that has the block. */
const programs = {
  bash: { program: 'bash', page: 'docs/quick-start.md' },
  php: { program: 'php', page: 'docs/quick-start.md' },
  python: { program: 'python3', page: 'docs/quick-start.md' },
  js: { program: 'node', page: 'docs/quick-start.md' },
} as const;

let service: RunningService;

beforeAll(async () => {
  service = await startServiceOnSharedEngine();
});

afterAll(() => service.stop());

type Language = keyof typeof programs;

/** The one program in a language below a heading. */
const programBelow = async (heading: string, language: Language): Promise<string> => {
  const text = await readFile(join(repository, programs[language].page), 'utf8');
  const [, section = ''] = new RegExp(`^## ${heading}$(.*?)^## `, 'ms').exec(text) ?? [];
  const blocks = [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[1] ?? '';
};

const runSource = async (language: Language, source: string) => {
  const file = join(newFolder(), `first.${language === 'js' ? 'mjs' : language}`);
  await writeFile(file, source.replaceAll('http://127.0.0.1:3000', service.baseUrl));
  return run(programs[language].program, [file]);
};

/** Runs the first program of a page, with a text of it replaced by another wherever it stands. */
const runFirst = async (language: Language, replaced: RegExp, by: string) => {
  const source = await programBelow('A first consent', language);
  expect(source).toMatch(replaced);
  return runSource(language, source.replace(replaced, by));
};

describe.each(Object.keys(programs) as Language[])('the first consent of the quick start in %s', (language) => {
  const options = needsProgram(programs[language].program);

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
      detail: 'The email or the password is wrong. Check both.',
    });
  });

  test('says that no service runs in one line', options, async () => {
    const source = await programBelow('A first consent', language);
    const { exitCode, stdout, stderr } = await runSource(language, source.replaceAll(':3000', ':1'));

    expect(exitCode).toBeGreaterThan(0);
    expect((stdout + stderr).trim()).toMatch(
      /^(?:No service at http:\/\/127\.0\.0\.1:1\.|curl: \(7\) Failed to connect [^\n]*)$/,
    );
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
});

test(
  'the lines of PHP that unsubscribe a person revoke all her consents to the notice',
  needsProgram('php'),
  async () => {
    const source = (await programBelow('A first consent', 'php')) + (await programBelow('Unsubscribe a person', 'php'));
    const revokedBy = async (): Promise<number> => {
      const { exitCode, stdout, stderr } = await runSource('php', source);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      return stdout.split('\n').filter((line) => line.startsWith('revoked ')).length;
    };

    expect(await revokedBy()).toBeGreaterThan(1);
    expect(await revokedBy()).toBe(1);
  },
);

test('the line that a start prints records a consent of somebody who is not in the demo data', async () => {
  const [line = '', ...more] = service
    .output()
    .split('\n')
    .filter((each) => each.startsWith('curl '));
  const { exitCode, stdout, stderr } = await run('bash', ['-c', line]);

  expect({ exitCode, stderr, more }).toEqual({ exitCode: 0, stderr: '', more: [] });
  expect(JSON.parse(stdout)).toMatchObject({ consentInformationPid: 2 });
});

test('the README, typed as it stands, records a consent and shows it', async () => {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const [start, record = '', look = '', gate, ...others] = blocks;
  const { port } = new URL(service.baseUrl);

  expect([start, gate, others]).toEqual(['npm ci && npm start\n', 'npm ci && npm run check && npm test\n', []]);
  const recorded = await run('bash', ['-ec', record.replaceAll(':3000', `:${port}`)]);
  expect(recorded).toMatchObject({ exitCode: 0, stderr: '' });
  const { consentId } = JSON.parse(recorded.stdout);
  const looked = await run('bash', ['-ec', look], { PORT: port });
  expect(looked).toMatchObject({ exitCode: 0 });
  expect(looked.stdout).toContain('grace@example.com');
  expect(looked.stdout).toContain(consentId.slice(0, 8));
  expect(looked.stdout).toContain('anchors');
});
