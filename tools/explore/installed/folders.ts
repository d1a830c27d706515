import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** What a program said, and how it ended. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a program, without the variables of npm and AWS. */
export const toEnvironment = (more: Readonly<Record<string, string>>): Record<string, string | undefined> => {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|AWS_|CONSENT_REGISTER)/.test(name));
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, ...more };
};

/** Runs a program in a folder. */
export const run = (
  folder: string,
  program: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Said> =>
  new Promise((resolve) => {
    execFile(program, words, { cwd: folder, env: toEnvironment(more), maxBuffer: 2 ** 27 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
    });
  });

/** What a program prints. @throws Error with what it said, if it fails */
export const must = async (...call: Parameters<typeof run>): Promise<string> => {
  const { code, stdout, stderr } = await run(...call);
  if (code !== 0) throw new Error(`${call[1]} ${call[2].join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
};

const made: string[] = [];

/** A temporary folder outside the repository. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'consent-register-installed-'));
  made.push(folder);
  return folder;
};

/** Deletes all temporary folders. */
export const removeFolders = (): void => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
};

const npmInstall = ['install', '--no-audit', '--no-fund', '--loglevel=error'] as const;

/** A folder with packages. */
const install = async (packages: readonly string[]): Promise<string> => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await must(folder, 'npm', [...npmInstall, ...packages]);
  return folder;
};

/** A folder with the package, and others beside it. */
export const installInto = (packed: string, ...packages: readonly string[]): Promise<string> =>
  install([packed, ...packages]);

/** Whether the registry of npm answers. */
export const hasNetwork = (): boolean =>
  spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { stdio: 'ignore' }).status === 0;
