import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

/** A Chromium that can be started, and what its process finds in its environment. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: NodeJS.ProcessEnv;
}

const packaged = import.meta.resolve('@sparticuz/chromium');
const kept = join(import.meta.dirname, '../../node_modules/.cache');
const own = process.env.CHROMIUM_PATH;
const found = own ?? '/usr/bin/chromium';

/** The package has a binary for this platform alone. */
const comesAlong = process.platform === 'linux' && process.arch === 'x64';

/** Whether there is a browser to test with: always where one comes along. */
export const hasBrowser = comesAlong || existsSync(found);

/** The fonts that come along and no others, so that a page looks the same everywhere. */
const fonts = '<fontconfig><dir prefix="relative">fonts/fonts</dir><cachedir>/dev/null</cachedir></fontconfig>';

/** The package unpacks into the folder for temporary files, in Lambda with the libraries that a small system lacks. */
const unpack = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const script = `(await import(${JSON.stringify(packaged)})).default.executablePath()`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `await ${script}`], { env });
  await writeFile(join(folder, 'fonts.conf'), fonts);
};

/** Unpacks aside, because test files do so at the same time: the first one's is kept. */
const unpackOnce = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return;
  const aside = `${folder}-${process.pid}`;
  await unpack(aside);
  try {
    await rename(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(aside, { recursive: true });
  }
};

/** Where CHROMIUM_PATH says, else the one that comes with the packages, else where Debian has it. */
export const findChromium = async (): Promise<Chromium> => {
  if (own !== undefined || !comesAlong) return { executablePath: found, env: process.env };
  const { version } = JSON.parse(await readFile(new URL('../package.json', packaged), 'utf8'));
  const folder = join(kept, `chromium-${version}`);
  await unpackOnce(folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
};

const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];

/** Starts it without a window. */
export const launchChromium = async (): Promise<Browser> => {
  const args = ['--no-sandbox', '--disable-gpu', ...quiet.map((name) => `--${name}`)];
  return chromium.launch({ ...(await findChromium()), args });
};
