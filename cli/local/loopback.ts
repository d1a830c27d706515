import { once } from 'node:events';
import type { Server } from 'node:net';
import { createServer } from 'node:net';

const listen = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
};

/** Listens on the loopback interface and returns the port, any free one by default. */
export const listenOnLoopback = (server: Server, port = 0): Promise<number> => listen(server, port, '127.0.0.1');

/** Listens on all interfaces of the machine, where containers reach it. */
export const listenEverywhere = (server: Server, port: number): Promise<number> => listen(server, port, '0.0.0.0');

/** A port that was free a moment ago: the given one, or any. Throws if the given one is not free. */
export const findFreePort = async (wanted = 0): Promise<number> => {
  const server = createServer();
  const port = await listenOnLoopback(server, wanted);
  server.close();
  await once(server, 'close');
  return port;
};
