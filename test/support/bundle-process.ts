/**
 * Run as a process of its own, with the environment of a function: loads a bundle as Lambda does, calls it once, and
 * sends back the answer with the DynamoDB calls it took.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newLambdaContext } from '../../cli/local/lambda-context.ts';
import { recordCalls } from './requests.ts';

process.once('message', async ({ file, event }: { file: string; event: APIGatewayProxyEventV2 }) => {
  const { handler } = await import(file);
  const { result: answer, calls } = await recordCalls(() => handler(event, newLambdaContext('bundle')));
  process.send?.({ answer, calls });
});
