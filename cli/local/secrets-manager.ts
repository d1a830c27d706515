import { createServer } from 'node:http';
import * as v from 'valibot';
import { listenOnLoopback } from './loopback.ts';
import { newVersions, Refusal, secretCalls } from './secret-versions.ts';

/**
 * Stands in for AWS Secrets Manager on the loopback interface: answers the calls that read and rotate the secrets it is
 * given.
 */
export interface SecretsManager {
  readonly endpoint: string;
  readonly stop: () => void;
}

const Request = v.pipe(v.string(), v.parseJson(), v.looseObject({ SecretId: v.string() }));

/** @param secrets name -> value, the first version of each */
export const startSecretsManager = async (secrets: ReadonlyMap<string, string>): Promise<SecretsManager> => {
  const kept = new Map([...secrets].map(([name, value]) => [name, newVersions(value)]));
  const answer = (target: string, body: string): object => {
    const call = secretCalls[target.replace('secretsmanager.', '')];
    if (call === undefined) throw new Refusal('UnknownOperationException', 'There is no such call here.');
    const request = v.parse(Request, body);
    const versions = kept.get(request.SecretId);
    if (versions === undefined) throw new Refusal('ResourceNotFoundException', 'There is no such secret.');
    return { Name: request.SecretId, ARN: request.SecretId, ...call(versions, request) };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const end = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(content));
    };
    try {
      end(200, answer(String(request.headers['x-amz-target']), Buffer.concat(chunks).toString()));
    } catch (error) {
      if (error instanceof Refusal) end(400, { __type: error.name, message: error.message });
      else end(400, { __type: 'InvalidRequestException', message: 'The request cannot be read.' });
    }
  });
  const port = await listenOnLoopback(server);
  server.unref();
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => server.close() };
};
