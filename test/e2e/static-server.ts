import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../cli/local/loopback.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Serves the files of a folder until the test ends, as a plain web server does. Returns its URL. */
export const serveFolder = async (folder: string): Promise<string> => {
  const server = createServer(async ({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1);
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': contentTypes[extname(name)] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await listenOnLoopback(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${port}/`;
};
