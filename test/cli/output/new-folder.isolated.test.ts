import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { interruptibly } from '../../../cli/errors.ts';
import { findUnfinished, writeNewFolder } from '../../../cli/output/files.ts';
import { newFolder } from '../../support/make/machine.ts';

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

test('a folder is there when all of it is written, for its owner alone', async () => {
  const directory = newFolder();
  const folder = join(directory, 'ada');

  const result = await writeNewFolder(folder, async (place) => {
    const file = await place.create('deep/a.txt');
    await file.write('one ');
    await file.write('two');
    await file.close();
    const copy = await place.create('b.txt');
    for await (const piece of place.read('deep/a.txt')) await copy.write(piece);
    expect(await readdir(directory)).toEqual([expect.stringMatching(/^ada\.unfinished-/)]);
    return 7;
  });

  expect(result).toBe(7);
  expect(await readdir(directory)).toEqual(['ada']);
  expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('one two');
  const modes = ['.', 'deep', 'b.txt', 'deep/a.txt'].map((name) => modeOf(join(folder, name)));
  expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600, 0o600]);
});

test('an empty folder is taken, and then is for its owner alone as well', async () => {
  const directory = newFolder();
  await mkdir(join(directory, 'ada'));
  await chmod(join(directory, 'ada'), 0o755);

  await writeNewFolder(join(directory, 'ada'), async (place) => (await place.create('a')).close());

  expect(await readdir(join(directory, 'ada'))).toEqual(['a']);
  expect(await modeOf(join(directory, 'ada'))).toBe(0o700);
});

test('an error leaves nothing', async () => {
  const directory = newFolder();
  const failing = writeNewFolder(join(directory, 'ada'), async (place) => {
    await (await place.create('a')).write('half');
    throw new Error('stopped');
  });

  await expect(failing).rejects.toThrow('stopped');
  expect(await readdir(directory)).toEqual([]);
});

test('what was there before stays, and says what to do', async () => {
  const directory = newFolder();
  await writeFile(join(directory, 'file'), 'mine');
  const write = (name: string) => writeNewFolder(join(directory, name), async () => {});

  await expect(write('.')).rejects.toThrow(`is not empty. Name a new folder, such as ${directory}-2.`);
  await expect(write('file')).rejects.toThrow('is a file. Name a new folder.');
  await expect(write('file/ada')).rejects.toThrow('is a file. Name a new folder.');
  await expect(write('none/ada')).rejects.toThrow('cannot be written: its folder does not exist.');
  await expect(write('x'.repeat(300))).rejects.toThrow('cannot be written: its name is too long.');
  await expect(writeNewFolder(' ', async () => {})).rejects.toThrow('must not be empty');
  await expect(writeNewFolder('.', async () => {})).rejects.toThrow('Name a new one in it');
  expect(await readdir(directory)).toEqual(['file']);
});

test('a program that wrote the folder first wins', async () => {
  const directory = newFolder();
  const folder = join(directory, 'ada');
  const work = writeNewFolder(folder, async (place) => {
    await (await place.create('a')).close();
    await writeNewFolder(folder, async (other) => (await other.create('b')).close());
  });

  await expect(work).rejects.toThrow('cannot be written: another program has written there in the meantime.');
  expect(await readdir(directory)).toEqual(['ada']);
  expect(await readdir(folder)).toEqual(['b']);
});

test('what a kill left is found, and nothing else', async () => {
  const directory = newFolder();
  for (const name of ['ada.unfinished-x1', 'bo.unfinished-x1', 'ada.old']) await mkdir(join(directory, name));

  expect(await findUnfinished(join(directory, 'ada'))).toEqual([join(directory, 'ada.unfinished-x1')]);
  expect(await findUnfinished(join(directory, 'none', 'ada'))).toEqual([]);
});

/** The last one: what comes after it is interrupted as well. */
test('Ctrl-C leaves nothing, whatever is under way', async () => {
  onTestFinished(() => void vi.resetModules());
  const directory = newFolder();
  const { promise: never, reject } = Promise.withResolvers<void>();
  const work = interruptibly(() =>
    writeNewFolder(join(directory, 'ada'), async (place) => {
      await (await place.create('a')).write('half');
      process.emit('SIGINT', 'SIGINT');
      await never;
    }),
  );

  await expect(work).rejects.toThrow('Interrupted; nothing was changed.');
  expect(await readdir(directory)).toEqual([]);
  // A command ends here with its process. This one goes on, and closes its file.
  reject(new Error('The test is over.'));
});
