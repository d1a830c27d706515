import { once } from 'node:events';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parseOptions } from '../../../infra/options.ts';
import { ConsentRegisterStack } from '../../../infra/stack.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { ColdStart } from './contender.ts';
import { residentMemory } from './memory.ts';
import { launch, makeDirectory, stop } from './processes.ts';

interface SynthesisedFunction {
  readonly Properties?: { readonly Description?: string; readonly Code?: { readonly S3Key: string } };
}

/** Bundles the functions as they are deployed. Returns the file of one operation. */
export const bundleFunction = async (operation: OperationName): Promise<string> => {
  const outdir = await makeDirectory();
  const app = new App({ outdir });
  const { stackName } = new ConsentRegisterStack(app, parseOptions({}));
  const { template } = app.synth().getStackByName(stackName);
  const resources: readonly SynthesisedFunction[] = Object.values(template.Resources);
  const code = resources.find(({ Properties }) => Properties?.Description === `POST ${contract[operation].path}`);
  const [hash] = code?.Properties?.Code?.S3Key.split('.') ?? [];
  if (hash === undefined) throw new Error(`The stack has no function for ${operation}.`);
  return join(outdir, `asset.${hash}`, 'index.mjs');
};

/** What Lambda does with a bundle: import it, call the handler. */
const script = `
process.on('message', async (event) => process.send(await (await import(process.argv[1])).handler(event, {})));
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
