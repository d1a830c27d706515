import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { quantile } from '../report.ts';
import type { BuiltBundle } from './build.ts';
import { documentClient } from './build.ts';

/** One load of a bundle in a fresh process: milliseconds, those that a core worked on it, and the process's bytes. */
interface Load {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly rss: number;
}

/** A load of a bundle, and one of the document client's right before or after it. */
interface Pair {
  readonly load: Load;
  readonly beside: Load;
}

/** What was measured of a bundle: its bytes, plain and compressed, and a pair of loads of each round. */
export interface Measured extends BuiltBundle {
  readonly minified: number;
  readonly gzipped: number;
  readonly pairs: readonly Pair[];
}

/** The bundle of that name. @throws Error when there is none */
export const named = <Bundle extends BuiltBundle>(bundles: readonly Bundle[], name: string): Bundle => {
  const found = bundles.find((bundle) => bundle.name === name);
  if (found === undefined) throw new Error(`There is no bundle ${name}.`);
  return found;
};

const discardedRounds = 2;

/** What Lambda gives every function, with made-up values. */
const lambdaEnvironment = {
  AWS_ACCESS_KEY_ID: 'made-up',
  AWS_SECRET_ACCESS_KEY: 'made-up',
  AWS_SESSION_TOKEN: 'made-up',
  AWS_REGION: 'eu-central-1',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: 'made-up',
};

const loader = join(import.meta.dirname, 'load.mjs');

const codeOf = ({ directory }: BuiltBundle): string => join(directory, 'index.mjs');

/** @throws Error with the reason where a bundle does not load */
const load = async (bundle: BuiltBundle): Promise<Load> => {
  const env = { ...lambdaEnvironment, ...bundle.environment };
  const { stdout } = await promisify(execFile)(process.execPath, [loader, codeOf(bundle)], { env }).catch(
    ({ message, stderr = message }: { message: string; stderr?: string }) => {
      throw new Error(`${bundle.name} does not load: ${stderr}`);
    },
  );
  return JSON.parse(stdout);
};

const loadPair = async (bundle: BuiltBundle, client: BuiltBundle, clientFirst: boolean): Promise<Pair> => {
  if (!clientFirst) return { load: await load(bundle), beside: await load(client) };
  const beside = await load(client);
  return { load: await load(bundle), beside };
};

/**
 * Loads each bundle once in every round, beside the document client, every second round in the opposite order. The machine
 * is as busy for both of a pair, more or less.
 */
export const measure = async (bundles: readonly BuiltBundle[], rounds: number): Promise<readonly Measured[]> => {
  const client = named(bundles, documentClient);
  const pairs = new Map(bundles.map(({ name }): [string, Pair[]] => [name, []]));
  for (let round = -discardedRounds; round < rounds; round += 1) {
    const isEven = round % 2 === 0;
    for (const bundle of isEven ? bundles : bundles.toReversed()) {
      const pair = await loadPair(bundle, client, isEven);
      if (round >= 0) pairs.get(bundle.name)?.push(pair);
    }
  }
  return Promise.all(
    bundles.map(async (bundle) => {
      const code = await readFile(codeOf(bundle));
      const gzipped = gzipSync(code).length;
      return { ...bundle, minified: code.length, gzipped, pairs: pairs.get(bundle.name) ?? [] };
    }),
  );
};

/** The middle of all loads of a bundle. */
export const median = ({ pairs }: Measured, figure: keyof Load): number =>
  quantile(pairs.map(({ load }) => load[figure]));

/** How many times the document client's a load takes: the middle of all pairs. */
export const medianRatio = ({ pairs }: Measured, figure: keyof Load): number =>
  quantile(pairs.map(({ load, beside }) => load[figure] / beside[figure]));
