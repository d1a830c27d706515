import { join } from 'node:path';
import { build } from 'esbuild';
import { makeConsole, toPage } from '../../pages/build-console.ts';
import { serve } from './serve.ts';

const buildScript = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../pages/console', entry)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Serves a page of tests with the style, the frames and the policies of the console. Returns its URL.
 *
 * @param entry its script, from test/pages/console/
 */
export const serveMarkupPage = async (entry: string): Promise<string> => {
  const [[page, ...parts], script] = await Promise.all([makeConsole(), buildScript(entry)]);
  const nameOf = (part: RegExp): string => `console/${parts.find(({ name }) => part.test(name))?.name ?? ''}`;
  const text = toPage({
    script: 'console/test.js',
    preloaded: [],
    style: nameOf(/css$/),
    frame: nameOf(/^frame-/),
    evidencePage: '',
    words: {},
  });
  const files = [
    { ...page, name: '', contentType: 'text/html', text },
    ...parts.map((part) => ({ ...part, name: `console/${part.name}` })),
    { name: 'console/test.js', contentType: 'text/javascript', policy: undefined, text: script },
  ];
  const served = await serve(({ url = '/' }, response) => {
    const file = files.find(({ name }) => `/${name}` === url);
    if (file === undefined) return response.writeHead(404).end();
    const policy = file.policy === undefined ? {} : { 'content-security-policy': file.policy };
    return response.writeHead(200, { 'content-type': file.contentType, ...policy }).end(file.text);
  });
  return `${served}/`;
};
