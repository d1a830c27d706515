import { createServer, request } from 'node:http';
import { listenOnLoopback } from '../../../cli/local/loopback.ts';

/** Stands before the engine for the processes that are started from now on, and counts their calls by name. */
export const startCountingProxy = async () => {
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const counts = new Map<string, number>();
  const server = createServer((asked, answer) => {
    const name = String(asked.headers['x-amz-target']).replace(/^.*\./, '');
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const { host: _, ...headers } = asked.headers;
    const forwarded = request(engine, { method: 'POST', headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    forwarded.on('error', () => asked.socket.destroy());
    asked.pipe(forwarded);
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  server.unref();
  return { endpoint, count: (name: string): number => counts.get(name) ?? 0 };
};
