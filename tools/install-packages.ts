import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CommandError } from '../cli/errors.ts';

/** Installs the packages of a folder's `package.json`, those of contributors' programs if none is named unless they are there. @throws CommandError unreachable */
export const installPackages = (folder = import.meta.dirname): void => {
  if (spawnSync('npm', ['ls', '--prefix', folder]).status === 0) return;
  console.error(`Installing the packages of ${join(folder, 'package.json')} ...`);
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  if (status !== 0) throw new CommandError('They were not installed: what npm says stands above.', 'unreachable');
};
