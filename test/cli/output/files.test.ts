import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeNewFile, writeNewPrivateFile } from '../../../cli/output/files.ts';
import { run } from '../../e2e/command.ts';
import { newFolder } from '../../support/make/machine.ts';

test('a file that is there stays as it is, and a link leads nowhere', async () => {
  const directory = newFolder();
  const [file, link] = [join(directory, 'file'), join(directory, 'link')];
  await writeFile(file, 'old');
  await symlink(join(directory, 'elsewhere'), link);

  for (const name of [file, link]) {
    await expect(writeNewFile(name, 'new')).rejects.toThrow(`${name} already exists. Name another file.`);
  }
  await expect(writeNewFile(directory, 'new')).rejects.toThrow(`${directory} is a folder. Name a new file in it.`);
  expect(await readFile(file, 'utf8')).toBe('old');
  await expect(stat(link)).rejects.toThrow('ENOENT');
});

test.each([
  ['', 'Give the name of a file; it must not be empty.'],
  ['missing/file', 'missing/file cannot be written: its folder does not exist. Make it first, or name another.'],
  ['\u001b[2J/file', '\\u{1b}[2J/file cannot be written: its folder does not exist. Make it first, or name another.'],
  ['x'.repeat(300), `${'x'.repeat(300)} cannot be written: its name is too long.`],
])('%j is reported in one line', async (file, message) => {
  await expect(writeNewFile(file, 'new')).rejects.toMatchObject({ kind: 'usage', message });
});

test('nobody else may read a file that holds personal data', async () => {
  const file = join(newFolder(), 'file');

  await writeNewPrivateFile(file, 'new');

  expect(await readFile(file, 'utf8')).toBe('new');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a connection that breaks while the file is made is no fault of the file', async () => {
  const file = join(newFolder(), 'file');
  const broken = Object.assign(new Error('broken'), { code: 'ECONNRESET', syscall: 'read' });
  async function* write() {
    yield 'half';
    throw broken;
  }

  await expect(writeNewFile(file, write())).rejects.toBe(broken);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a file that does not fit the disk is reported in one line, and no part of it is left', async () => {
  const file = join(newFolder(), 'notice.html');
  const words = `'${process.execPath}' cli/bin.js notice preview cli/local/demo/demo-shop/newsletter --output '${file}'`;

  const { exitCode, stdout, stderr } = await run('sh', ['-c', `ulimit -f 1; ${words}`]);

  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `consent-register: ${file} cannot be written: the disk does not allow a file of this size.\n`,
  });
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
