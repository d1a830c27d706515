import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BuiltBundle } from './build.ts';

/** One load of a bundle in a fresh process: milliseconds, those that a core worked on it, and the process's bytes. */
interface Load {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly rss: number;
}

/** What was measured of a bundle: its bytes, plain and compressed, and one load of each round. */
export interface Measured extends BuiltBundle {
  readonly minified: number;
  readonly gzipped: number;
  readonly loads: readonly Load[];
}

const discardedRounds = 2;

/** What Lambda and the template give every function, with made-up values, and nothing else. */
const environment = {
  AWS_ACCESS_KEY_ID: 'made-up',
  AWS_SECRET_ACCESS_KEY: 'made-up',
  AWS_SESSION_TOKEN: 'made-up',
  AWS_REGION: 'eu-central-1',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: 'made-up',
  TABLE_NAME: 'made-up',
  SIGNING_KEY_SECRET: 'made-up',
};

const loader = join(import.meta.dirname, 'load.cjs');

const codeOf = ({ directory }: BuiltBundle): string => join(directory, 'index.js');

const load = async (bundle: BuiltBundle): Promise<Load> => {
  const { stdout } = await promisify(execFile)(process.execPath, [loader, codeOf(bundle)], { env: environment });
  return JSON.parse(stdout);
};

/** Loads all bundles once in every round, one after the other, every second round in the opposite order. */
export const measure = async (bundles: readonly BuiltBundle[], rounds: number): Promise<readonly Measured[]> => {
  const loads = new Map(bundles.map(({ name }): [string, Load[]] => [name, []]));
  for (let round = -discardedRounds; round < rounds; round += 1) {
    for (const bundle of round % 2 === 0 ? bundles : bundles.toReversed()) {
      const result = await load(bundle);
      if (round >= 0) loads.get(bundle.name)?.push(result);
    }
  }
  return Promise.all(
    bundles.map(async (bundle) => {
      const code = await readFile(codeOf(bundle));
      const gzipped = gzipSync(code).length;
      return { ...bundle, minified: code.length, gzipped, loads: loads.get(bundle.name) ?? [] };
    }),
  );
};
