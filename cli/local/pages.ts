import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { Coding } from '../../functions/console/coding.ts';
import { chooseCoding, compress, isKnown, toTag } from '../../functions/console/coding.ts';
import { answerFrom, PackedConsole } from '../../functions/console/files.ts';
import { findCode } from '../../infra/code.ts';
import { consoleRoutes } from '../../shared/api/other-routes.ts';
import type { HttpFunction } from '../../shared/api/stack.ts';
import type { Answer } from '../../shared/http/http-answer.ts';
import { isInstalled, readOrMake, readVersion } from '../../shared/runtime/installation.ts';

/**
 * Runs a program of `build/` in a process of its own, whose memory the service does not need.
 *
 * @returns what it writes to standard output
 */
const runBuild = async (program: string, ...words: readonly string[]): Promise<string> => {
  const file = join(import.meta.dirname, '../../build', program);
  const building = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [exitCode]] = await Promise.all([text(building.stdout), once(building, 'close')]);
  if (exitCode !== 0) throw new Error('What is wrong stands above.');
  return output;
};

/** Milliseconds that the first answers of the service have the machine to themselves. */
const headStart = 2_000;

/**
 * The console at `/console`, by route key. Where it has to be built, that begins with the first request for it, or a moment after the
 * start, and delays no other answer. After a failure the next request tries again.
 */
export const buildConsoleRoutes = (find = findConsole): ReadonlyMap<string, HttpFunction> => {
  let found: Promise<string> | undefined;
  let files: PackedConsole | undefined;
  const begin = (): Promise<string> => {
    found ??= find();
    return found;
  };
  setTimeout(() => begin().catch(() => {}), headStart).unref();
  const run: HttpFunction = async (event) => {
    try {
      files ??= v.parse(PackedConsole, JSON.parse(await readFile(await begin(), 'utf8')));
      return answerFrom(files, event);
    } catch (error) {
      found = undefined;
      console.error('The console could not be built; the service runs without it.', error);
      return unbuilt;
    }
  };
  return new Map(consoleRoutes.map(({ method, path }) => [`${method} ${path}`, run]));
};

/** The file with the console: that of the package, or one that is built of the sources. */
const findConsole = async (): Promise<string> =>
  isInstalled ? join(findCode('console'), 'console.json') : runBuild('console.ts');

/** The answer when the console cannot be built, such as while somebody edits it. */
const unbuilt = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'The console could not be built. The terminal of the local service shows the error.\n',
};

/** A file of the reference: that of the package, or one that is made of the sources. */
export const readReferenceFile = (name: string): Promise<string> =>
  readOrMake(name, () => runBuild('reference/files.ts', name));

/**
 * The reference page and the OpenAPI document that it shows, at paths that no deployment has, by route key. Each file is read when
 * somebody asks for it, and once; a failed read is repeated.
 */
export const buildReferenceRoutes = (read = readReferenceFile): ReadonlyMap<string, HttpFunction> => {
  const pages: Readonly<Record<string, HttpFunction>> = {
    '/openapi.json': toDocumentFunction(keep(() => read('openapi.json'))),
    '/docs': showPage,
    '/': leadToPage,
    ...Object.fromEntries(
      Object.entries(contentTypes).map(([name, contentType]) => [
        `/docs/${name}`,
        toFileFunction(
          contentType,
          keep(() => read(name)),
        ),
      ]),
    ),
  };
  return new Map(
    Object.entries(pages).flatMap(([path, run]) =>
      ['GET', 'HEAD'].map((method) => [`${method} ${path}`, run] as const),
    ),
  );
};

/** What the page loads, besides the document. */
const contentTypes: Readonly<Record<string, string>> = {
  'renderer.js': 'text/javascript; charset=utf-8',
  'reference.js': 'text/javascript; charset=utf-8',
  'reference.css': 'text/css; charset=utf-8',
};

const keep = (read: () => Promise<string>): (() => Promise<string>) => {
  let content: Promise<string> | undefined;
  const forget = (): void => {
    content = undefined;
  };
  return () => {
    if (content === undefined) {
      content = read();
      content.catch(forget);
    }
    return content;
  };
};

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const toDocumentFunction =
  (read: () => Promise<string>): HttpFunction =>
  async (event) => {
    const servers = [{ url: `http://${event.requestContext.domainName}`, description: 'This local service' }];
    const body = JSON.stringify({ ...JSON.parse(await read()), servers }, undefined, 2);
    return serveContent(event, { headers: { ...headers, 'content-type': 'application/json' }, body });
  };

const toFileFunction =
  (contentType: string, read: () => Promise<string>): HttpFunction =>
  async (event) =>
    serveContent(event, { headers: { ...headers, 'content-type': contentType }, body: await read() });

const showPage: HttpFunction = async (event) =>
  serveContent(event, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${contentSecurityPolicy('own origin')}; frame-ancestors 'none'`,
    },
    body: toPage('docs/', 'own origin', '/console'),
  });

const leadToPage: HttpFunction = async () => ({
  statusCode: 302,
  headers: { ...headers, 'cache-control': 'no-cache', location: '/docs' },
  body: '',
});

/** Where the page may send requests: only to its own origin, or to the deployment that the reader names. */
export type Reach = 'own origin' | 'any server';

const connections: Readonly<Record<Reach, string>> = { 'own origin': "'self'", 'any server': "'self' https: http:" };

/** The page loads only its own files. The renderer sets style elements and attributes itself. */
const contentSecurityPolicy = (reach: Reach): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src ${connections[reach]}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#1f6f54"/><path d="m4 8.500 2.700 2.700L12 5.500" fill="none" stroke="#fff" stroke-width="2"/></svg>`;

/**
 * The page around the renderer, with `openapi.json` beside it.
 *
 * @param folder path from the page to its other files: empty, or with a slash at the end
 * @param consolePath address of the console, where the same server has it
 */
export const toPage = (folder: string, reach: Reach, consolePath?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(reach)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Consent Register ${readVersion()}: reference</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="${folder}reference.css">
</head>
<body>
<noscript>This page needs JavaScript. What it shows is in <a href="openapi.json">openapi.json</a>.</noscript>
${consolePath === undefined ? '' : `<nav class="to-console" aria-label="Other pages">This page is for developers. <a href="${consolePath}">To the console</a>, for data protection officers</nav>\n`}<div id="reference"></div>
<!-- renderer.js is @scalar/api-reference, MIT License, https://github.com/scalar/scalar -->
<script src="${folder}renderer.js"></script>
<script src="${folder}reference.js"></script>
</body>
</html>
`;

const compressed = new Map<string, Promise<Buffer>>();

const compressOnce = (body: string, coding: Coding, tag: string): Promise<Buffer> => {
  const known = compressed.get(tag);
  if (known !== undefined) return known;
  const made = compress(Buffer.from(body), coding, 5);
  if (compressed.size < 32) compressed.set(tag, made);
  return made;
};

/** Content with its fixed headers. */
interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends content as small as the caller accepts, or 304 if the caller has it. Callers revalidate each time. */
const serveContent = async (
  { headers: asked }: APIGatewayProxyEventV2,
  { headers, body }: Content,
): Promise<Answer> => {
  const coding = chooseCoding(asked['accept-encoding']);
  const etag = toTag(body, coding);
  const sent = { ...headers, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  if (isKnown(asked['if-none-match'], etag)) return { statusCode: 304, headers: sent, body: '' };
  if (coding === undefined) return { statusCode: 200, headers: sent, body };
  return {
    statusCode: 200,
    headers: { ...sent, 'content-encoding': coding },
    body: (await compressOnce(body, coding, etag)).toString('base64'),
    isBase64Encoded: true,
  };
};
