import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describeReference } from '../openapi/document.ts';
import { describeCalls } from './curl-lines.ts';

/** What makes each file of the reference of the sources, by the name of the file: those of its page, and the lines of curl of a start. */
export const pageFiles: ReadonlyMap<string, () => Promise<string>> = new Map([
  ['openapi.json', async () => `${JSON.stringify(describeReference(), undefined, 2)}\n`],
  ['calls.txt', async () => describeCalls()],
  ['renderer.js', () => readRenderer()],
  ['reference.js', () => bundleScript()],
  ['reference.css', () => readFile(join(import.meta.dirname, 'browser/reference.css'), 'utf8')],
]);

/** The program around the renderer, as one text. */
const bundleScript = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser/reference.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return outputFiles.map(({ text }) => text).join('\n');
};

/**
 * Scalar's whole browser file. `@scalar/api-reference` comes with 260 packages from which the file was built. The
 * integration for Fastify has only the file and serves it on a route. This function declares those routes to itself and
 * asks the one with the file.
 *
 * @throws Error when no route answers with the file
 */
const readRenderer = async (): Promise<string> => {
  const { default: plugin } = (await import('@scalar/fastify-api-reference')) as { readonly default: Plugin };
  const routes: Route[] = [];
  plugin({ route: (route) => routes.push(route) }, { configuration: { url: 'openapi.json' } }, () => {});
  const bodies: string[] = [];
  const reply: Reply = {
    header: () => reply,
    send: (body) => {
      bodies.push(body);
      return reply;
    },
  };
  routes.find(({ url }) => url.endsWith('.js'))?.handler(undefined, reply);
  const [script] = bodies;
  if (script === undefined) throw new Error('@scalar/fastify-api-reference has no route for its script.');
  return script;
};

/** The part of a Fastify answer that the integration uses. */
interface Reply {
  readonly header: (name: string, value: string) => Reply;
  readonly send: (body: string) => Reply;
}

interface Route {
  readonly url: string;
  readonly handler: (request: undefined, reply: Reply) => unknown;
}

/** The part of a Fastify plugin that declares routes. Its real types come from Fastify, which is not installed. */
type Plugin = (
  server: { readonly route: (route: Route) => void },
  options: { readonly configuration: { readonly url: string } },
  done: () => void,
) => void;

// The local service of a clone runs this file: it reads the file with the name.
if (import.meta.main) process.stdout.write((await pageFiles.get(process.argv[2] ?? '')?.()) ?? '');
