import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run } from './command.ts';
import type { RunningService } from './service.ts';
import { repository, startServiceOnSharedEngine } from './service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startServiceOnSharedEngine();
  return service.stop;
});

test("the operators' commands of the README, pasted as they stand", async () => {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/```sh\n(npm run admin .*?)```/gs)].map(([, block = '']) => block.trim());
  const said: string[] = [];

  for (const command of commands) {
    const { exitCode, stdout } = await run('bash', ['-c', command], { PORT: new URL(service.baseUrl).port });
    expect([command, exitCode]).toEqual([command, 0]);
    said.push(stdout);
  }

  expect(said).toHaveLength(3);
  expect(said[0]).toContain('newsletter');
  for (const notice of ['privacy', 'newsletter', 'profiling']) expect(said[1]).toContain(notice);
  expect(said[2]).toContain('anchors');
});
