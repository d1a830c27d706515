import * as v from 'valibot';
import { expect, test } from 'vitest';
import { describeCalls } from '../../build/reference/curl-lines.ts';
import { contract } from '../../shared/api/contract.ts';
import { useDemoRegister } from '../docs/demo-register.ts';
import { run } from '../e2e/command.ts';

const register = useDemoRegister();

/** The address that a line posts to, not those it takes tokens and ids from. */
const addressOf = (line: string): string | undefined => /http:\/\/\S+/.exec(line)?.[0];

test('the line of each operation works when pasted into a shell', async () => {
  const { baseUrl } = register();
  const lines = describeCalls()
    .replaceAll('{url}', baseUrl)
    .split('\n')
    .filter((line, i, all) => line.startsWith('curl ') && all[i - 1]?.startsWith(': '));
  const operations = lines.map((line) =>
    Object.values(contract).find(({ path }) => addressOf(line) === `${baseUrl}${path}`),
  );
  expect(operations.map((operation) => operation?.path).sort()).toEqual(
    Object.values(contract)
      .map(({ path }) => path)
      .sort(),
  );

  const { exitCode, stdout, stderr } = await run('bash', ['-ec', lines.join('\n')]);

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const answers = stdout.trim().split('\n');
  expect(answers).toHaveLength(operations.length);
  for (const [i, operation] of operations.entries()) {
    if (operation === undefined) continue;
    expect(v.safeParse(operation.response, JSON.parse(answers[i] ?? '')).issues, operation.path).toBeUndefined();
  }
});
