import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const channel = 'http.client.request.start';

const dynamoDb = /^DynamoDB_/;

/** For calls to any service of AWS that names them in a header, such as Secrets Manager. */
export const everyService = /./;

/**
 * The DynamoDB calls that a piece of work makes, in order, such as `['BatchGetItem', 'TransactWriteItems']`; read off
 * the HTTP requests that really leave the process.
 *
 * @param services of which calls are recorded
 */
export const recordCalls = async <Result>(
  work: () => Promise<Result>,
  services = dynamoDb,
): Promise<{ result: Result; calls: string[] }> => {
  const calls: string[] = [];
  const listen = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const target = String(request.getHeader('x-amz-target') ?? '');
    if (services.test(target)) calls.push(target.replace(/^.*\./, ''));
  };
  diagnostics.subscribe(channel, listen);
  try {
    return { result: await work(), calls };
  } finally {
    diagnostics.unsubscribe(channel, listen);
  }
};
