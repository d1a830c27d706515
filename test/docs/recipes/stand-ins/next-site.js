/**
 * Serves a route handler of Next.js: RECIPE is its file, PORT where it is served. Next.js itself has some 340 MB and builds for
 * seconds; a route handler is a function from the web's Request to its Response, which are Node's own here.
 */

import { createServer } from 'node:http';
import { Readable } from 'node:stream';

const handlers = await import(process.env.RECIPE);

const toRequest = (incoming) =>
  new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers: incoming.headers,
    ...(incoming.method === 'POST' && { body: Readable.toWeb(incoming), duplex: 'half' }),
  });

createServer(async (incoming, outgoing) => {
  const response = await handlers[incoming.method](toRequest(incoming));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}).listen(process.env.PORT, '127.0.0.1');
