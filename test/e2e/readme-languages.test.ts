import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

for (const [language, program] of Object.entries(programs)) {
  test(`the first consent of the README in ${language}`, { ...needsProgram(program), timeout: 60_000 }, async () => {
    const readme = await readFile(join(repository, 'README.md'), 'utf8');
    const section = readme.slice(readme.indexOf('## A first consent'), readme.indexOf('### Read the notice'));
    const blocks = [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
    expect(blocks).toHaveLength(1);
    const source = blocks[0]?.[1]?.replaceAll('http://127.0.0.1:3000', service.baseUrl) ?? '';
    const file = join(await makeDirectory(), `first.${language === 'js' ? 'mjs' : language}`);
    await writeFile(file, source);

    const { exitCode, stdout, stderr } = await run(program, [file]);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      consentId: expect.stringMatching(/^[0-9a-f]{32}$/),
      consentInformationVersionId: expect.stringMatching(/^[0-9a-f]{32}$/),
      consentInformationPid: 2,
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    });
  });
}
