import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { attempt, CommandError } from '../cli/errors.ts';
import { installPackages } from './install-packages.ts';
import { writePage } from './reference-folder.ts';

const usage = 'npm run docs -- [--build <folder>] [--base <path>] [--port <number>] [--reference <folder>]';

const root = join(import.meta.dirname, '..');

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        build: { type: 'string' },
        base: { type: 'string', default: '/' },
        port: { type: 'string', default: '4173' },
        reference: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage: ${usage}`, 'usage');
  }
};

process.exitCode = await attempt(async () => {
  const { build, base, port, reference } = readOptions();
  if (reference !== undefined) {
    if (reference === '')
      throw new CommandError('Name one folder for the page: npm run docs -- --reference <folder>', 'usage');
    console.log(`${reference}: ${(await writePage(reference)).join(', ')}`);
    return;
  }
  if (!/^\/(?:.*\/)?$/.test(base))
    throw new CommandError('--base begins and ends with a slash, as in /register/.', 'usage');
  const folder = resolve(build ?? join(root, 'tools/site/.vitepress/dist'));
  const vitepress = async (command: string, ...words: readonly string[]): Promise<void> => {
    const program = spawn(
      process.execPath,
      [join(root, 'tools/node_modules/vitepress/bin/vitepress.js'), command, 'tools/site', ...words],
      {
        cwd: root,
        env: { ...process.env, SITE_BASE: base, SITE_FOLDER: folder },
        stdio: 'inherit',
      },
    );
    const [code] = await once(program, 'exit');
    if (code !== 0) throw new CommandError('The site could not be made: what VitePress says stands above.');
  };
  installPackages();
  await vitepress('build');
  await writePage(join(folder, 'reference'));
  if (build === undefined) await vitepress('preview', '--port', port);
  else console.log(`The site is in ${folder}. Any web server can serve it${base === '/' ? '' : `, at ${base}`}.`);
});
