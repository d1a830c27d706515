import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import cdk from '../../../cdk.json' with { type: 'json' };

const variable = 'TEST_BUILDER';

const projectRoot = join(import.meta.dirname, '../../..');

/** Runs what CDK's command line runs before the app. */
const build = async (): Promise<void> => {
  const [, ...words] = cdk.build.split(' ');
  await promisify(execFile)(process.execPath, words, { cwd: projectRoot });
};

/** For the whole run: builds the functions when the first test file asks for it, and never again. Workers inherit its address. */
export const startBuilder = async (): Promise<{ readonly stop: () => void }> => {
  let built: Promise<void> | undefined;
  const server = createServer(async (_, response) => {
    built ??= build();
    await built.then(
      () => response.end(),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { stop: () => server.close() };
};

const ask = async (builder: string): Promise<void> => {
  const response = await fetch(builder);
  if (!response.ok) throw new Error(await response.text());
};

let asked: Promise<void> | undefined;

/** Resolves when the functions are built from the sources as they are: once in a run of the tests, or by this process, such as a benchmark. */
export const buildOnce = (): Promise<void> => {
  const builder = process.env[variable];
  asked ??= builder === undefined ? build() : ask(builder);
  return asked;
};
