import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

/** Stands between the functions of this process and Secrets Manager. */
export interface FaultySecretsManager {
  /** What it does with calls: passes them on, answers 500, or does not answer. */
  mode: 'sound' | 'failing' | 'silent';
  /** How many calls came. */
  calls: number;
}

/** Starts it and makes it Secrets Manager for all that this process loads from now on. */
export const startFaultySecretsManager = async (): Promise<FaultySecretsManager> => {
  const sound = process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '';
  const stand: FaultySecretsManager = { mode: 'sound', calls: 0 };
  const server = createServer(async (request, response) => {
    stand.calls += 1;
    const body = await buffer(request);
    if (stand.mode === 'silent') return;
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (stand.mode === 'failing') {
      response.writeHead(500).end(JSON.stringify({ __type: 'InternalServiceError', message: 'by the test' }));
      return;
    }
    const headers = {
      'x-amz-target': String(request.headers['x-amz-target']),
      'content-type': 'application/x-amz-json-1.1',
    };
    const answer = await fetch(sound, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(await answer.text());
  });
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return stand;
};
