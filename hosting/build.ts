import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { browserBundle } from './browser-bundle.ts';
import { emptyPage, framePolicy, pagePolicy, toPage } from './page.ts';

/** A file of the console. */
export interface ConsoleFile {
  /** The last part of its address; of the page itself the empty name. All others change with what is in the file. */
  readonly name: string;
  readonly contentType: string;
  /** Of a page, what it may do and who may frame it. */
  readonly policy?: string;
  readonly text: string;
}

const html = 'text/html; charset=utf-8';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const hashName = (name: string, extension: string, text: string): string => {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return `${name}-${hash}${extension}`;
};

const buildParts = async (): Promise<readonly ConsoleFile[]> => {
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'style/console.css'].map((file) => join(import.meta.dirname, '../console', file)),
    outdir: '.',
    format: 'esm',
    ...browserBundle,
  });
  return outputFiles.map(({ path, text }) => ({
    name: hashName('console', extname(path), text),
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    text,
  }));
};

/**
 * Makes the files of the console: the same for the same code.
 *
 * @param service where the service is, where it is elsewhere than the page
 */
export const buildConsole = async (service?: string): Promise<readonly ConsoleFile[]> => {
  const parts = await buildParts();
  const frame = {
    name: hashName('frame', '.html', emptyPage),
    contentType: html,
    policy: `${framePolicy}; frame-ancestors 'self'`,
    text: emptyPage,
  };
  const addressOf = (extension: string): string =>
    `console/${parts.find(({ name }) => name.endsWith(extension))?.name ?? ''}`;
  const page = {
    name: '',
    contentType: html,
    policy: `${pagePolicy(service)}; frame-ancestors 'none'`,
    text: toPage({ script: addressOf('.js'), style: addressOf('.css'), frame: `console/${frame.name}`, service }),
  };
  return [page, ...parts, frame];
};
