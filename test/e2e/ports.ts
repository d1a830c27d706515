import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

/** Whether a server could listen on the port now. */
export const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await listenOnLoopback(server, port);
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};
