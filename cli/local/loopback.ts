import { once } from 'node:events';
import type { Server as HttpServer, RequestListener } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:net';
import { BlockList, createServer, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a name or an address, as in a URL, is of this machine. */
export const isLoopback = (name: string): boolean => {
  const address = name.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return name === 'localhost' || (version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6'));
};

/** Whether the Host of a request names this machine, or is one of `ALLOWED_HOSTS`, which are names with commas between them. */
const isAllowed = (host = ''): boolean => {
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  const allowed = (process.env.ALLOWED_HOSTS ?? '').toLowerCase().split(',');
  return isLoopback(name) || (name !== '' && allowed.some((other) => other.trim() === name));
};

/**
 * A server of the local service. It refuses requests for other hosts: a page on the internet whose name leads to this machine
 * could otherwise read what the service answers (DNS rebinding).
 */
export const createLocalServer = (listener: RequestListener): HttpServer =>
  createHttpServer((request, response) => {
    if (isAllowed(request.headers.host)) return listener(request, response);
    response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(
      'The local service answers only to localhost. Set ALLOWED_HOSTS to the other names that it may have.\n',
    );
  });

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
