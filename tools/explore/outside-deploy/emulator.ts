import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CommandError } from '../../../cli/errors.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { launch, makeDirectory, stop } from '../../processes.ts';

/** The account and the region that the emulator plays. */
export const [account, region] = ['111122223333', 'eu-south-1'] as const;

const root = join(import.meta.dirname, '../../..');

/** How a program ended. */
export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** An emulator that answers on loopback, and the means to call it as an operator calls AWS. */
export interface Emulator {
  readonly url: string;
  readonly folder: string;
  /** Runs a program that takes the emulator for AWS. The credentials, and all else of this environment, it does not get. */
  readonly attempt: (words: readonly string[], input?: string) => Promise<Ended>;
  /** The same. @throws Error with what it said where it fails */
  readonly call: (words: readonly string[], input?: string) => Promise<string>;
  /** What a command of the AWS command line answers. */
  readonly ask: (...words: readonly string[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** @throws CommandError naming what this machine lacks */
const checkPrograms = (): void => {
  for (const words of [
    ['python3', '-m', 'venv', '--help'],
    ['openssl', 'version'],
  ])
    if (spawnSync(words[0] ?? '', words.slice(1), { stdio: 'ignore' }).status !== 0)
      throw new CommandError(`This machine lacks ${words.join(' ')}. Install it.`, 'unreachable');
};

const end = async (
  words: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly input?: string | undefined },
): Promise<Ended> => {
  const [program = '', ...rest] = words;
  const child = launch(program, rest, { cwd: root, env: options.env ?? process.env, stdio: 'pipe' });
  const said = { output: '', errors: '' };
  child.stdout?.on('data', (chunk: Buffer) => {
    said.output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    said.errors += chunk.toString();
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  const [code] = await once(child, 'close');
  return { code: code ?? 1, ...said };
};

const succeed = ({ code, output, errors }: Ended, words: readonly string[]): string => {
  if (code === 0) return output;
  const line = `${output}\n${errors}`.trim().split('\n').slice(-6).join(' ');
  throw new Error(`${words.slice(0, 4).join(' ')} ended with ${code}: ${line}`);
};

/** Makes a virtual environment of Python with the emulator. pip leaves alone what is there. */
const install = async (environment: string): Promise<void> => {
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const steps = [
    ...(existsSync(environment) ? [] : [['python3', '-m', 'venv', environment]]),
    [join(environment, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', requirements],
  ];
  for (const words of steps) succeed(await end(words, {}), words);
};

/** A certificate for loopback: the stage's bucket and CDK's own refuse what is not encrypted. */
const makeCertificate = async (folder: string): Promise<{ readonly certificate: string; readonly key: string }> => {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const words = ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'basicConstraints=CA:FALSE'];
  succeed(await end([...words, ...names, '-keyout', key, '-out', certificate], {}), words);
  return { certificate, key };
};

const isUp = async (url: string): Promise<boolean> =>
  fetch(`${url}/_ministack/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Installs MiniStack and the AWS command line into a temporary folder, and starts MiniStack on loopback. It decides by the
 * IAM policies that are deployed to it who may do what, and runs functions of Lambda as processes of this Node.js.
 *
 * @param given a virtual environment that has both, or gets them
 * @throws CommandError where a program is lacking
 */
export const startEmulator = async (given?: string): Promise<Emulator> => {
  checkPrograms();
  const folder = await makeDirectory();
  const [environment, temporary] = [given ?? join(folder, 'python'), join(folder, 'temporary')];
  await mkdir(temporary);
  const python = join(environment, 'bin');
  await install(environment);
  const { certificate, key } = await makeCertificate(folder);
  const url = `https://127.0.0.1:${await findFreePort()}`;
  const env = {
    PATH: [dirname(process.execPath), python, process.env.PATH].join(':'),
    HOME: folder,
    TMPDIR: temporary,
    NODE_EXTRA_CA_CERTS: certificate,
    AWS_ACCESS_KEY_ID: account,
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
  const log = openSync(join(folder, 'emulator.log'), 'a');
  const server = launch(
    join(python, 'ministack'),
    [],
    {
      cwd: folder,
      stdio: ['ignore', log, log],
      env: {
        ...env,
        BIND_HOST: '127.0.0.1',
        GATEWAY_PORT: new URL(url).port,
        USE_SSL: '1',
        MINISTACK_SSL_CERT: certificate,
        MINISTACK_SSL_KEY: key,
        AUTH: 'true',
        MINISTACK_ACCOUNT_ID: account,
        MINISTACK_REGION: region,
        IOT_MTLS_ENABLED: '0',
        DOCKER_HOST: `unix://${join(folder, 'no-docker.sock')}`,
        S3_DATA_DIR: join(folder, 's3'),
        STATE_DIR: join(folder, 'state'),
      },
    },
    'SIGTERM',
  );
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')]);
  for (let i = 0; i < 120 && !(await isUp(url)); i += 1) {
    if (server.exitCode !== null) break;
    await sleep(250);
  }
  if (!(await isUp(url))) {
    throw new Error(`MiniStack did not start: ${(await readFile(join(folder, 'emulator.log'), 'utf8')).slice(-500)}`);
  }
  const operator = {
    ...env,
    AWS_ENDPOINT_URL: url,
    AWS_CA_BUNDLE: certificate,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_PAGER: '',
    CI: 'true',
    CDK_DISABLE_CLI_TELEMETRY: '1',
    CDK_DISABLE_VERSION_CHECK: '1',
  };
  const attempt: Emulator['attempt'] = (words, input) => end(words, { env: operator, input });
  const call: Emulator['call'] = async (words, input) => succeed(await attempt(words, input), words);
  return {
    url,
    folder,
    attempt,
    call,
    ask: async (...words) => {
      const output = await call(['aws', ...words, '--output', 'json']);
      return output.trim() === '' ? undefined : JSON.parse(output);
    },
    stop: () => stop(server),
  };
};
