/**
 * Run as a process: takes for each message the environment of a function, loads its bundle as Lambda does and calls it once. Sends
 * back the answer with the DynamoDB calls it took, or why there is none. A bundle is loaded once for each environment.
 */
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { recordCalls } from '../support/call/requests.ts';
import type { BundleCall, BundleReply } from './bundle.ts';

const call = async ({ file, environment, event }: BundleCall): Promise<BundleReply> => {
  process.env = { ...environment };
  const loadedFor = createHash('sha256').update(JSON.stringify(environment)).digest('hex');
  try {
    const { handler } = await import(`${pathToFileURL(file)}?${loadedFor}`);
    const { result: answer, calls } = await recordCalls<Answer>(() => handler(event, newLambdaContext('bundle')));
    return { answer, calls };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

process.on('message', async (message: BundleCall) => process.send?.(await call(message)));
process.once('disconnect', () => process.exit());
