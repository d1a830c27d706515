import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { listenOnLoopback } from '../../../cli/local/loopback.ts';

/** Serves requests on this machine, for as long as the process runs. Returns the URL, without a slash at its end. */
export const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  server.unref();
  return `http://127.0.0.1:${port}`;
};
