import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { answerFrom, packConsole } from '../../../functions/console/files.ts';
import { makeConsole } from '../../../pages/build-console.ts';
import { renderEvidencePage } from '../../../pages/files/evidence-page.ts';
import { toConsoleEvent } from '../../support/call/no-operation.ts';
import { parsePage } from '../../support/make/parsed-page.ts';

const built = await makeConsole();
const packed = await packConsole(built, 11);

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  answerFrom(packed, toConsoleEvent(method, path, headers));

const toPath = (name: string): string => `/console/${name}`;
const pathOf = (part: RegExp): string => toPath(built.find(({ name }) => part.test(name))?.name ?? '');
const [script, style, frame, evidence] = [/^console-.{8}\.js$/, /\.css$/, /^frame-/, /^evidence-/].map(pathOf) as [
  ...[string, string, string, string],
];
const textOf = (path: string): string => built.find(({ name }) => toPath(name) === path)?.text ?? '';
/** What the program imports once it is needed, and what that imports. */
const ofVerifyPage = built
  .map(({ name }) => toPath(name))
  .filter((path) => /\/(?:verify-page|register-keys)-/.test(path));
const later = built
  .map(({ name }) => toPath(name))
  .filter((path) => path.endsWith('.js') && path !== script && !ofVerifyPage.includes(path));

const namesIn = (page: string, attributes: string): string[] =>
  [...page.matchAll(new RegExp(`(?:${attributes})="(/console/[^"]+)"`, 'g'))].map(([, path]) => path ?? '');

const bodyOf = ({ headers = {}, body }: ReturnType<typeof ask>): string => {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(Buffer.from(body, 'base64')).toString();
  return headers['content-encoding'] === 'gzip' ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
};

/** The files that the program loads when a reader wants their language. */
const languages = built.map(({ name }) => name).filter((name) => /^console-[a-z]{2}-/.test(name));

test('the page names all files but those that its program imports, and loads one script and one style', () => {
  const { statusCode, body } = ask('/console');
  const named = namesIn(body, 'src|href|content');

  expect(statusCode).toBe(200);
  expect(namesIn(body, 'src|href').toSorted()).toEqual([script, style].toSorted());
  expect([...named, ...later, ...ofVerifyPage].toSorted()).toEqual(
    built.flatMap(({ name }) => (name === '' ? [] : [toPath(name)])).toSorted(),
  );
  for (const path of named) expect(ask(path).statusCode, path).toBe(200);
});

test('names have the hash of what is in the file, so a browser keeps it for ever, but asks for the page', () => {
  for (const { name } of built.filter((file) => file.name !== '' && file.name !== 'verify')) {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*-(?:[\w-]{8}|[\w-]{12})\.(?:js|json|css|html|txt)$/);
    expect(ask(toPath(name)).headers?.['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  for (const page of ['/console', '/console/verify']) expect(ask(page).headers?.['cache-control']).toBe('no-cache');
});

test('the page that verifies has the program of verify.html, which makes no request, and one beside it that loads the keys', async () => {
  const { statusCode, body } = ask('/console/verify');
  const verifyFile = parsePage(await renderEvidencePage());

  expect(statusCode).toBe(200);
  expect(namesIn(body, 'src|href').toSorted()).toEqual(ofVerifyPage.toSorted());
  expect(namesIn(body, 'content')).toEqual([frame]);
  expect(body).toContain('<meta name="consent-register-keys" content="/evidence/keys.json">');
  const [program, loader] = [/verify-page-.*js$/, /register-keys-/].map((part) =>
    textOf(ofVerifyPage.find((path) => part.test(path)) ?? ''),
  );
  expect(program).toBe(verifyFile.querySelector('script:not([type])')?.textContent);
  expect(loader?.match(/\bfetch\(/g)).toHaveLength(1);
  expect(loader?.length).toBeLessThan(1_500);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('a caller that takes "%s" gets %s', (accepted, coding) => {
  const answer = ask(script, { 'accept-encoding': accepted });

  expect(answer.headers?.['content-encoding']).toBe(coding);
  expect(answer.headers?.vary).toBe('accept-encoding');
  expect(answer.isBase64Encoded ?? false).toBe(coding !== undefined);
  expect(bodyOf(answer)).toBe(built.find(({ name }) => script.endsWith(name) && name !== '')?.text);
});

test('a caller that has it already gets 304, for each coding of its own', () => {
  const { headers: { etag = '' } = {} } = ask('/console', { 'accept-encoding': 'br' });
  const again = ask('/console', { 'accept-encoding': 'br', 'if-none-match': `"other", W/${String(etag)}` });

  expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag, 'cache-control': 'no-cache' } });
  expect(ask('/console', { 'if-none-match': String(etag) }).statusCode).toBe(200);
});

test('HEAD is answered as GET is, without a body', () => {
  for (const path of ['/console', script, '/console/missing.js']) {
    const { body, isBase64Encoded, ...head } = ask(path, { 'accept-encoding': 'br' }, 'HEAD');
    const { statusCode, headers } = ask(path, { 'accept-encoding': 'br' });

    expect({ body, isBase64Encoded }).toEqual({ body: '', isBase64Encoded: false });
    expect(head).toEqual({ statusCode, headers });
  }
});

test.each(['/console/', '/console//'])(
  '%s does not serve the page where its files would be sought in a wrong place',
  (path) => {
    expect(ask(path).statusCode).toBe(path === '/console/' ? 308 : 404);
  },
);

test.each([
  '/console/missing.js',
  '/console/constructor',
  '/console/__proto__',
  '/console/../package.json',
  '/consoles',
  '/console/%2e%2e',
])('nothing is at %s, in a cache neither', (path) => {
  const { statusCode, headers, body } = ask(path);

  expect(statusCode).toBe(404);
  expect(headers?.['cache-control']).toBe('no-store');
  expect(JSON.parse(body)).toMatchObject({
    code: 'path.unknown',
    detail: expect.stringContaining('Load /console again'),
  });
  expect(body).not.toContain('missing');
});

test('every file says that it is nothing else, and for no other page', () => {
  for (const path of ['/console', script, style, frame, evidence]) {
    expect(ask(path).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
    });
  }
});

test.each(['/console', '/console/verify'])(
  '%s may run its own script alone, turn no text into markup, and be framed by nobody',
  (page) => {
    const { headers = {}, body } = ask(page);
    const policy = String(headers['content-security-policy']);

    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors 'none'",
    );
    expect(body).toContain(`content="${policy.replace("; frame-ancestors 'none'", '')}"`);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toMatch(/(?:^|, )camera=\(\)(?:,|$)/);
    expect(body).not.toMatch(/<style|style=|<script(?![^>]+src=)|\son\w+=/);
  },
);

test('the empty page for frames has style and loads nothing, and the console alone may frame it', () => {
  const { headers = {}, body } = ask(frame);

  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'",
  );
  expect(body).toMatch(/<body><\/body>/);
});

/** KB that a browser loads the first time where it takes gzip alone, in whatever language. What is loaded later is not among them. */
const most = 120;

test(`what a reader of any one language loads is at most ${most} KB, compressed`, () => {
  const sizes = new Map(
    Object.entries(packed).map(([name, { gzip }]) => [name, Buffer.from(gzip.body, 'base64').length]),
  );
  const sum = (names: readonly string[]): number => names.reduce((total, name) => total + (sizes.get(name) ?? NaN), 0);
  const everyones = ['', ...[script, style, frame].map((path) => path.replace('/console/', ''))];
  const readers = languages.map((name) => sum([...everyones, name]));
  const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
  process.stdout.write(
    `By gzip the console is at most ${inKilobytes(Math.max(...readers))} in a language, and ${inKilobytes(sum([...sizes.keys()]))} in all: ${[...sizes].map(([name, size]) => `${name || 'page'} ${size}`).join(', ')}\n`,
  );

  expect(languages).toHaveLength(5);
  expect(Math.max(...readers)).toBeLessThanOrEqual(most * 1000);
});

test('what is imported later comes from the program that imports it, and begins in a file of its own', () => {
  const importedBy = (text: string, statement: RegExp): string[] =>
    [...text.matchAll(statement)].map(([, name]) => toPath(name ?? ''));
  const begun = importedBy(textOf(script), /import\(`\.\/([^`]+)`\)/g);

  expect(importedBy(textOf(script), /from"\.\/([^"]+)"/g)).toEqual([]);
  for (const part of ['verify', 'sanitise-in-browser', 'compare', 'copy-dialog', 'record', 'revoke-all'])
    expect(begun).toContainEqual(expect.stringMatching(`^/console/${part}-`));
  for (const path of later)
    expect([script, ...later], path).toEqual(expect.arrayContaining(importedBy(textOf(path), /from"\.\/([^"]+)"/g)));
});
