import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** What a program said, and how it ended. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder, without what npm told this one. */
export const run = (
  folder: string,
  program: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Said> => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|AWS_|CONSENT_REGISTER)/.test(name));
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...Object.fromEntries(own), PATH: path, ...more };
  return new Promise((resolve) => {
    execFile(program, words, { cwd: folder, env, maxBuffer: 2 ** 27 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });
};

/** What a program prints. @throws Error with what it said, if it fails */
export const must = async (...call: Parameters<typeof run>): Promise<string> => {
  const { code, stdout, stderr } = await run(...call);
  if (code !== 0) throw new Error(`${call[1]} ${call[2].join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
};

/** A folder outside the repository with the package, and others beside it. */
export const installInto = async (packed: string, ...packages: readonly string[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'consent-register-installed-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', packed, ...packages];
  await must(folder, 'npm', words);
  return folder;
};

/** Whether the registry of npm answers. */
export const hasNetwork = (): boolean =>
  spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { stdio: 'ignore' }).status === 0;

/** The command of the package in a folder. */
export const commandIn = (folder: string): string => join(folder, 'node_modules/.bin/consent-register');
