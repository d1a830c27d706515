import { once } from 'node:events';
import type { Server } from 'node:net';
import { createServer } from 'node:net';

/** Lets a server listen on the loopback interface and returns its port, by default any that is free. */
export const listenOnLoopback = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
};

/** A port that was free a moment ago. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
};
