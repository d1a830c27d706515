import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { describePackage } from './manifest.ts';

const { peerDependencies } = describePackage([]);

const named = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (peerDependencies[name] === undefined ? [] : `${name}@${peerDependencies[name]}`));

const cases: Readonly<Record<string, readonly string[]>> = {
  'with its own dependencies': [],
  'with CDK': named('aws-cdk', 'aws-cdk-lib', 'constructs'),
};

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0);

/** The fastest of some calls, since other programs run here too. */
const timeHelp = (folder: string): number => {
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    execFileSync(join(folder, 'node_modules/.bin/consent-register'), ['--help'], { cwd: folder, stdio: 'ignore' });
    return performance.now() - begun;
  });
  return Math.round(Math.min(...times));
};

/** Installs a packed file into temporary folders, alone and with optional peers. It needs the network. */
export const measureInstalled = (
  file: string,
): readonly { readonly what: string; readonly bytes: number; readonly milliseconds: number }[] =>
  Object.entries(cases).map(([what, peers]) => {
    const folder = mkdtempSync(join(tmpdir(), 'consent-register-size-'));
    try {
      writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
      const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', file, ...peers];
      execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
      return { what, bytes: sizeOf(join(folder, 'node_modules')), milliseconds: timeHelp(folder) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
