import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { functionBundle } from '../../infra/bundled/function-bundle.ts';
import { findCode } from '../../infra/code.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { buildOnce } from '../../test/support/make/built.ts';
import type { Synthesis } from '../../test/support/make/stack.ts';
import { findFunction, synthesise } from '../../test/support/make/stack.ts';
import { quantile, readOptions, report, round, toCount, toTable } from '../program.ts';
import { measureService } from './cold-start/local-service.ts';

/** A bundle with its name, the directory that it would be deployed from, and its variables. */
interface BuiltBundle {
  readonly name: string;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

const emptyHandler = 'empty handler';
const documentClient = 'document client alone';

/** What the functions are compared with. */
const baselines: Readonly<Record<string, string>> = {
  'empty-handler': emptyHandler,
  'document-client-handler': documentClient,
};

const toBaseline = (path: string): BuiltBundle => {
  const file = join(functionBundle.absWorkingDir, path);
  const directory = dirname(file);
  return { name: baselines[relative(join(directory, '..'), directory)] ?? '', directory, environment: {} };
};

/** Of the function in the template, with a made-up value for what only a deployment knows. */
const environmentOf = ({ template }: Synthesis, name: OperationName): Readonly<Record<string, string>> => {
  const { Variables } = findFunction(template, name).properties.Environment;
  return Object.fromEntries(
    Object.entries(Variables).map(([key, value]) => [key, typeof value === 'string' ? value : 'made-up']),
  );
};

/** Builds what the functions are compared with, and the functions, all in the same way. */
const build = async (outdir: string): Promise<readonly BuiltBundle[]> => {
  await buildOnce();
  const entryPoints = Object.keys(baselines).map((name) => ({
    in: `tools/bench/cold-start/${name}.ts`,
    out: `${name}/index`,
  }));
  const { metafile } = await bundle({ ...functionBundle, entryPoints, outdir });
  const synthesis = await synthesise({ personLinks: true, mailFrom: 'news@shop.example' });
  const functions = (Object.keys(contract) as OperationName[]).map((name) => ({
    name,
    directory: findCode(name),
    environment: environmentOf(synthesis, name),
  }));
  return [...Object.keys(metafile.outputs).map(toBaseline), ...functions];
};

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
interface Measured extends BuiltBundle {
  readonly minified: number;
  readonly gzipped: number;
  readonly pairs: readonly Pair[];
}

/** The bundle of that name. @throws Error when there is none */
const named = <Bundle extends BuiltBundle>(bundles: readonly Bundle[], name: string): Bundle => {
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

const loader = join(import.meta.dirname, 'cold-start/load.mjs');

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
const measure = async (bundles: readonly BuiltBundle[], rounds: number): Promise<readonly Measured[]> => {
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
const median = ({ pairs }: Measured, figure: keyof Load): number => quantile(pairs.map(({ load }) => load[figure]));

/** How many times the document client's a load takes: the middle of all pairs. */
const medianRatio = ({ pairs }: Measured, figure: keyof Load): number =>
  quantile(pairs.map(({ load, beside }) => load[figure] / beside[figure]));

/** The limit of a bundle's load time, as a multiple of the document client's, and that of login, which also has bcrypt. */
const [limit, limitOfLogin] = [1.45, 1.5] as const;

const kilobytes = (bytes: number): number => round(bytes / 1000);

const toLoadTable = (bundles: readonly Measured[]): string =>
  toTable(
    ['bundle', 'KB', 'KB gzipped', 'elapsed, ms', 'CPU, ms', 'x document client, elapsed', 'and in CPU', 'RSS, MB'],
    bundles.map((bundle) => [
      bundle.name,
      kilobytes(bundle.minified),
      kilobytes(bundle.gzipped),
      round(median(bundle, 'milliseconds')),
      round(median(bundle, 'cpuMilliseconds')),
      round(medianRatio(bundle, 'milliseconds')),
      round(medianRatio(bundle, 'cpuMilliseconds')),
      round(median(bundle, 'rss') / 1_000_000),
    ]),
  );

const options = readOptions(
  'bench cold-start',
  "What loading the functions' bundles costs, beside an empty handler and the DynamoDB document client alone.",
  {
    rounds: ['how often each is loaded', '40'],
    service: ['start the local service so often instead: seconds until a login is answered, and memory'],
  },
);
const rounds = toCount(options.rounds);

const measureBundles = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'consent-register-cold-start-'));
  try {
    const bundles = await measure(await build(directory), rounds);
    const limits = `The limit is ${limit} times the document client, by CPU; of login ${limitOfLogin}.`;
    return `${toLoadTable(bundles)}\n\n${limits}`;
  } finally {
    await rm(directory, { recursive: true });
  }
};

report(await (options.service === '' ? measureBundles() : measureService(rounds)));
