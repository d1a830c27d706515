import { once } from 'node:events';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { findCode } from '../../../infra/code.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { buildOnce } from '../../../test/support/built.ts';
import type { ColdStart } from './contender.ts';
import { residentMemory } from './memory.ts';
import { launch, stop } from './processes.ts';

/** The bundle of an operation, as it is deployed. */
export const bundleFunction = async (operation: OperationName): Promise<string> => {
  await buildOnce();
  return join(findCode(operation), 'index.mjs');
};

/** What Lambda does with a bundle: import it, call the handler. */
const script = `
const context = { getRemainingTimeInMillis: () => 28_000 };
process.on('message', async (event) => process.send(await (await import(process.argv[1])).handler(event, context)));
`;

/** Starts a Node process that loads the bundle and calls it once. */
export const startBundle = async (
  file: string,
  event: APIGatewayProxyEventV2,
  env: NodeJS.ProcessEnv,
): Promise<ColdStart> => {
  const start = performance.now();
  const child = launch(process.execPath, ['-e', script, file], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send(event);
  const [answer] = await once(child, 'message');
  const milliseconds = performance.now() - start;
  const memory = await residentMemory(child.pid ?? Number.NaN);
  await stop(child, 'SIGKILL');
  if (answer.statusCode !== 200) throw new Error(`The bundle answered ${answer.statusCode}: ${answer.body}`);
  return { milliseconds, memory };
};
