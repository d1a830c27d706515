import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { calls } from '../../shared/calls.ts';
import type { HttpFunction } from '../../shared/operation.ts';
import { CommandError } from '../command-error.ts';
import { isLoopback } from './loopback.ts';

/** Where a running local service keeps its data. The operators' commands ask for it, at a path that no deployment has. */
const Connection = v.object({
  service: v.literal('consent-register'),
  tableName: v.string(),
  erasuresTableName: v.string(),
  logTableName: v.string(),
  dynamoDb: v.object({ endpoint: v.string(), isOurs: v.boolean() }),
  secretsManager: v.string(),
  signingKeySecret: v.string(),
  kms: v.string(),
  s3: v.string(),
  evidenceKey: v.object({ id: v.string(), stage: v.string() }),
  encryptionKey: v.string(),
  eventBridge: v.string(),
});
export type Connection = v.InferOutput<typeof Connection>;

const path = '/local-service';

export const connectionRoute = `GET ${path}`;

const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? '');

/** Serves the connection on `connectionRoute`, only to callers that address this machine by a loopback name. */
export const tellConnection =
  (connection: Omit<Connection, 'service'>): HttpFunction =>
  async ({ headers }) => {
    const isMeant = isHere(`http://${headers.host}`);
    const content = { service: 'consent-register', ...connection } satisfies Connection;
    return {
      statusCode: isMeant ? 200 : 404,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(isMeant ? content : { message: 'Not Found' }),
    };
  };

/** Accepts only stores on this machine, or the engine that the user named to the service too: no other gets data or credentials. */
const isTrusted = ({ dynamoDb, secretsManager, kms, s3, eventBridge }: Connection): boolean =>
  [secretsManager, kms, s3, eventBridge].every(isHere) &&
  (isHere(dynamoDb.endpoint) || dynamoDb.endpoint === process.env.AWS_ENDPOINT_URL_DYNAMODB);

/** @throws CommandError unreachable when no local service runs on the port */
export const askConnection = async (port: number): Promise<Connection> => {
  const another = `name its port, as in PORT=${port === 8080 ? 3000 : 8080}, if it runs on another one`;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).catch(() => {
    throw new CommandError(
      `No local service runs on port ${port}. Start it with \`${calls.start}\`, or ${another}.`,
      'unreachable',
    );
  });
  const { success, output } = v.safeParse(Connection, await answer.json().catch(() => undefined));
  if (!success) {
    throw new CommandError(
      `The program on port ${port} is not a local consent register. Start one with \`${calls.start}\`, or ${another}.`,
      'unreachable',
    );
  }
  if (!isTrusted(output)) {
    throw new CommandError(
      `The service on port ${port} keeps its data at ${output.dynamoDb.endpoint}. If you trust that address, set AWS_ENDPOINT_URL_DYNAMODB to it.`,
      'unreachable',
    );
  }
  return output;
};

/** Whether the caller disconnected before the request was complete: nobody waits for an answer. */
export const isAborted = (request: IncomingMessage): boolean => request.destroyed && !request.complete;
