import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { serve } from '../support/call/serve.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Serves the files of a folder as a plain web server does. Returns its URL. */
export const serveFolder = async (folder: string): Promise<string> => {
  const served = await serve(async ({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1);
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': contentTypes[extname(name)] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return `${served}/`;
};
