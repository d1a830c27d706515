import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

/** Stands between the functions of this process and a service of AWS. */
export interface FaultyService {
  /** What it does with calls: passes them on, answers with an error, or does not answer. */
  mode: 'sound' | 'silent' | keyof typeof faults;
  /** How many calls came. */
  calls: number;
}

const faults = {
  failing: [500, 'InternalServiceError'],
  throttled: [400, 'ThrottlingException'],
  refusing: [400, 'AccessDeniedException'],
  unready: [500, 'KeyUnavailableException'],
  disabled: [400, 'DisabledException'],
  deleting: [400, 'KMSInvalidStateException'],
  unfit: [400, 'InvalidKeyUsageException'],
  gone: [400, 'NotFoundException'],
} as const;

/** Starts it and makes it the service for all that this process loads from now on. */
const startFaultyService = async (variable: string): Promise<FaultyService> => {
  const sound = process.env[variable] ?? '';
  const stand: FaultyService = { mode: 'sound', calls: 0 };
  const server = createServer(async (request, response) => {
    stand.calls += 1;
    const body = await buffer(request);
    if (stand.mode === 'silent') return;
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if (stand.mode !== 'sound') {
      const [status, name] = faults[stand.mode];
      response.writeHead(status).end(JSON.stringify({ __type: name, message: 'by the test' }));
      return;
    }
    const headers = {
      'x-amz-target': String(request.headers['x-amz-target']),
      'content-type': 'application/x-amz-json-1.1',
    };
    const answer = await fetch(sound, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(await answer.text());
  });
  process.env[variable] = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return stand;
};

export const startFaultySecretsManager = (): Promise<FaultyService> =>
  startFaultyService('AWS_ENDPOINT_URL_SECRETS_MANAGER');

export const startFaultyKms = (): Promise<FaultyService> => startFaultyService('AWS_ENDPOINT_URL_KMS');
