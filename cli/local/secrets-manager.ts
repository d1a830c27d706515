import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { CommandError } from '../command-error.ts';
import { listenEverywhere, listenOnLoopback } from './loopback.ts';
import { newVersions, Refusal, secretCalls } from './secret-versions.ts';

/** Stands in for AWS Secrets Manager: answers the calls that read and rotate the secrets it is given. */
export interface SecretsManager {
  readonly endpoint: string;
  readonly stop: () => void;
}

/** @property port on all interfaces, so that containers reach it; without one it is any that is free, on the loopback interface */
interface Settings {
  readonly port?: number | undefined;
  /** Makes and publishes the version of that id; a call that asks for a rotation is answered when it is done. */
  readonly rotate?: (versionId: string) => Promise<void>;
}

const Request = v.pipe(v.string(), v.parseJson(), v.looseObject({ SecretId: v.string() }));

const listen = async (server: Server, port: number | undefined): Promise<number> => {
  if (port === undefined) return listenOnLoopback(server);
  try {
    return await listenEverywhere(server, port);
  } catch {
    throw new CommandError(`Port ${port} cannot be used; set another SECRETS_MANAGER_PORT.`, 'usage');
  }
};

/** @param secrets name -> value, the first version of each */
export const startSecretsManager = async (
  secrets: ReadonlyMap<string, string>,
  { port, rotate }: Settings = {},
): Promise<SecretsManager> => {
  const kept = new Map([...secrets].map(([name, value]) => [name, newVersions(value)]));
  let isRotating = false;
  const rotateSecret = async (): Promise<object> => {
    if (rotate === undefined) throw new Refusal('InvalidRequestException', 'Nothing rotates this secret.');
    if (isRotating) throw new Refusal('InvalidRequestException', 'A previous rotation is not complete.');
    isRotating = true;
    try {
      const VersionId = randomUUID();
      await rotate(VersionId);
      return { VersionId };
    } finally {
      isRotating = false;
    }
  };
  const answer = async (target: string, body: string): Promise<object> => {
    const name = target.replace('secretsmanager.', '');
    const call = name === 'RotateSecret' ? rotateSecret : secretCalls[name];
    if (call === undefined) throw new Refusal('UnknownOperationException', 'There is no such call here.');
    const request = v.parse(Request, body);
    const versions = kept.get(request.SecretId);
    if (versions === undefined) throw new Refusal('ResourceNotFoundException', 'There is no such secret.');
    return { Name: request.SecretId, ARN: request.SecretId, ...(await call(versions, request)) };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const end = (status: number, content: object): void => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(content));
    };
    try {
      end(200, await answer(String(request.headers['x-amz-target']), Buffer.concat(chunks).toString()));
    } catch (error) {
      if (error instanceof Refusal) end(400, { __type: error.name, message: error.message });
      else end(400, { __type: 'InvalidRequestException', message: 'The request cannot be read.' });
    }
  });
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`;
  server.unref();
  return { endpoint, stop: () => server.close() };
};
