import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWheel } from '../../../tools/release/wheel.ts';
import type { Walker } from '../walker.ts';
import { succeed } from '../walker.ts';

/** Makes the wheel and installs it with pip in a new virtual environment. It asks no registry. */
const installWheel = async (folder: string): Promise<string> => {
  const { name, bytes } = makeWheel();
  await writeFile(join(folder, name), bytes);
  await succeed('python3', ['-m', 'venv', join(folder, 'environment')]);
  const python = join(folder, 'environment/bin/python');
  await succeed(python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-index',
    '--disable-pip-version-check',
    join(folder, name),
  ]);
  await succeed(python, ['-m', 'pip', 'check']);
  return python;
};

export const pythonWalker: Walker = {
  program: 'python3',
  install: async (folder) => {
    const python = await installWheel(folder);
    await copyFile(join(import.meta.dirname, 'walk.py'), join(folder, 'walk.py'));
    return [python, '-X', 'dev', '-W', 'error', 'walk.py'];
  },
};
