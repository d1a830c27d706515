import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeNewFile } from '../../../../cli/admin/printing/new-file.ts';
import { run } from '../../../e2e/command.ts';
import { makeDirectory } from '../../../e2e/directory.ts';

test('what stops the pieces from coming is told as it is, and leaves no file', async () => {
  const file = join(await makeDirectory(), 'report.html');
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
  async function* pieces(): AsyncGenerator<string> {
    yield 'a';
    throw refused;
  }

  await expect(writeNewFile(file, pieces())).rejects.toBe(refused);

  expect(existsSync(file)).toBe(false);
});

test('a file that there is no room for is told in one line, and not left as half of it', async () => {
  const file = join(await makeDirectory(), 'notice.html');
  const words = `cli/consent-register notice preview demo/demo-shop/newsletter --output '${file}'`;

  const { exitCode, stdout, stderr } = await run('sh', ['-c', `ulimit -f 1; ${words}`]);

  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `consent-register: ${file} cannot be written.\n`,
  });
  expect(existsSync(file)).toBe(false);
});
