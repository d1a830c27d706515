import type { Server } from 'node:http';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { Stop } from '../stop.ts';
import { listenEverywhere, listenOnLoopback } from './loopback.ts';

/** Stands in for AWS Secrets Manager: answers GetSecretValue with the secrets it is given. */
export interface SecretsManager {
  readonly endpoint: string;
  readonly stop: () => void;
}

const Request = v.pipe(v.string(), v.parseJson(), v.object({ SecretId: v.string() }));

const listen = async (server: Server, port: number | undefined): Promise<number> => {
  if (port === undefined) return listenOnLoopback(server);
  try {
    return await listenEverywhere(server, port);
  } catch {
    throw new Stop(`Port ${port} cannot be used; set another SECRETS_MANAGER_PORT.`);
  }
};

/**
 * @param secrets name -> value
 * @param port on all interfaces, so that containers reach it; without one it is any that is free, on the loopback interface
 */
export const startSecretsManager = async (
  secrets: ReadonlyMap<string, string>,
  port?: number,
): Promise<SecretsManager> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { success, output } = v.safeParse(Request, Buffer.concat(chunks).toString());
    const name = success ? output.SecretId : '';
    const value = secrets.get(name);
    const known = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue' && value !== undefined;
    response.writeHead(known ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(known ? { Name: name, SecretString: value } : { __type: 'ResourceNotFoundException' }));
  });
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};
