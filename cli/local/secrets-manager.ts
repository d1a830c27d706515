import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** Stands in for AWS Secrets Manager on the loopback interface: answers GetSecretValue with the secrets it is given. */
export interface SecretsManager {
  readonly endpoint: string;
  readonly stop: () => void;
}

/** @param secrets name -> value */
export const startSecretsManager = async (secrets: ReadonlyMap<string, string>): Promise<SecretsManager> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { SecretId: name } = JSON.parse(Buffer.concat(chunks).toString());
    const value = secrets.get(name);
    const known = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue' && value !== undefined;
    response.writeHead(known ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(known ? { Name: name, SecretString: value } : { __type: 'ResourceNotFoundException' }));
  });
  const port = await listenOnLoopback(server);
  server.unref();
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
};
