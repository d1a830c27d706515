import { createHash } from 'node:crypto';
import { parse, serialize } from 'parse5';
import { expect, test, vi } from 'vitest';
import { describeProblems } from '../../build/openapi/problems.ts';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { handler } from '../../functions/no-operation.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import { noOperationRoutes } from '../../shared/api/other-routes.ts';
import type { ProblemCode } from '../../shared/api/problem.ts';
import { problems } from '../../shared/api/problem.ts';
import { askNoOperation, toNoOperationEvent } from '../support/call/no-operation.ts';
import { runs } from '../support/make/chance.ts';
import { fc } from '../support/make/properties.ts';

const paths = Object.values(contract).map(({ path }) => path);
const names = Object.keys(contract) as OperationName[];
const codes = Object.keys(problems) as ProblemCode[];
const methods = [...new Set(noOperationRoutes.map(({ method }) => method))];

const read = async (path: string) => (await askNoOperation('GET', path)).text;

test.each(methods.filter((method) => method !== 'POST'))('%s on the path of an operation: use POST', async (method) => {
  for (const path of paths) {
    const { status, headers, text } = await askNoOperation(method, path, 'email=ada@example.com');

    expect({ status, headers }).toMatchObject({
      status: 405,
      headers: { allow: 'POST', 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
    });
    expect(text === '' ? method : JSON.parse(text)).toEqual(
      method === 'HEAD'
        ? 'HEAD'
        : {
            type: '/problems/method.not-allowed',
            title: 'The path does not accept this method',
            status: 405,
            detail: 'Send a POST request. An operation accepts no other method.',
            code: 'method.not-allowed',
            requestId: expect.any(String),
          },
    );
  }
});

const odd = [
  '/',
  '',
  '/login/',
  '//login',
  '/LOGIN',
  '/login%20',
  '/%6Cogin',
  '/login?x',
  '/login#x',
  '/consent-register',
  '/consent-register/add/',
  '/docs',
  '/openapi.json',
  '/problems/',
  '/problems//',
  '/problems/nothing',
  '/Problems',
  '/problems/__proto__',
  '/problems/constructor',
  '/problems/toString',
  '/problems/hasOwnProperty',
  '/__proto__',
  '/problems/token.missing/',
  '/problems/token%2Emissing',
  '/problems/TOKEN.MISSING',
  '/problems/../login',
  '/problems/<script>alert(1)</script>',
  '/problems/%3Cscript%3E',
  '/\u0000',
  '/\ud800',
  `/${'a'.repeat(100_000)}`,
  '/{path+}',
  '/problems/{path+}',
];

test.each(odd)('nothing is at %j: the answer names the paths, and not this one', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const { status, headers, text } = await askNoOperation(method, path);
    const { detail, ...problem } = JSON.parse(text);

    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('allow');
    expect(problem).toMatchObject({ type: '/problems/path.unknown', status: 404, code: 'path.unknown' });
    expect(detail).toBe(
      `There is nothing at this path. Send a POST request to one of ${paths.join(', ')}. /problems explains each problem.`,
    );
  }
});

/** What is said, but for the id of the request. */
const tell = async (method: string, path: string, query = '') => {
  const { status, headers, text } = await askNoOperation(method, path, query);
  return { status, headers, said: text.replace(/"requestId":"[^"]+"/, '') };
};

test('whatever is sent, the answer says nothing of it', async () => {
  const segment = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('problems', 'login', 'consent-register', 'add', ...codes),
  );
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom(...methods), fc.string(), async (asked, method, query) => {
      const isKnown = paths.some((known) => known === asked) || (await askNoOperation('GET', asked)).status === 200;

      expect(await tell(method, asked, query)).toEqual(await tell(method, isKnown ? asked : '/nothing'));
    }),
    { numRuns: runs(50) },
  );
});

test.each(codes)('the type of %s leads to a page', async (code) => {
  const { status, headers, text } = await askNoOperation('GET', `/problems/${code}`);
  const { title } = problems[code];

  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
  expect(text).toContain(`<h1>${title}</h1>`);
  expect(text).toContain(`<p>${problems[code].status} <code>${code}</code></p>`);
  expect(text).toMatch(/<h2>What it means<\/h2>\n<p>[A-Z].{10,}\.<\/p>\n<h2>What to do<\/h2>\n<p>[A-Z].{10,}\.<\/p>/);
  expect(text).not.toMatch(/undefined|\[object|`/);
  expect(text).not.toMatch(/<(?:script|iframe|img|form|base)/);
});

test.each(codes)(
  'the page of %s names the operations that answer so, with the headers of their answers',
  async (code) => {
    const text = await read(`/problems/${code}`);
    const answering = names.filter((name) => problemsOf(contract[name]).includes(code));
    const named = [...text.matchAll(/<li><code>(\/[^<]+)<\/code>/g)].map(([, path]) => path);
    const told = [...text.matchAll(/<li><code>([A-Z][\w-]+)/g)].map(([, header]) => header);

    const ofKeyFile = code === 'key-file.not-found' ? ['/evidence/keys.json'] : [];
    expect(named).toEqual([...answering.map((name) => contract[name].path), ...ofKeyFile]);
    for (const name of answering) {
      const described = describeProblems(name).find(({ status }) => status === String(problems[code].status));
      expect(told.sort()).toEqual(Object.keys(described?.answer.headers ?? {}).sort());
    }
    expect(named.length > 0 || ['path.unknown', 'method.not-allowed'].includes(code)).toBe(true);
  },
);

test('a limit is a number on a page, and a name in a problem is code', async () => {
  expect(await read('/problems/body.too-large')).toContain('<p>The body has more than 1,048,576 bytes.</p>');
  expect(await read('/problems/parameters.invalid')).toContain('<code>errors</code>');
  expect(await read('/problems/method.not-allowed')).toContain('<code>Allow</code>');
});

test('the list of problems leads to each', async () => {
  const text = await read('/problems');

  expect([...text.matchAll(/href="\/problems\/([^"]+)"/g)].map(([, code]) => code)).toEqual(codes);
});

test('a page may have its own style, and nothing else', async () => {
  for (const path of ['/problems', '/problems/token.missing']) {
    const { headers, text } = await askNoOperation('GET', path);
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');

    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(style.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/ style=| on\w+=/);
  }
});

/** Tags that are not closed, or close another, innermost last. */
const findUnbalanced = (html: string): string[] => {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z]\w*)/g)) {
    if (slash === '' && !['meta', 'link'].includes(name)) open.push(name);
    if (slash === '/' && open.at(-1) !== name) return [...open, `/${name}`];
    if (slash === '/') open.pop();
  }
  return open;
};

test('no page has an error that browsers would repair', async () => {
  for (const path of ['/problems', ...codes.map((code) => `/problems/${code}`)]) {
    const errors: string[] = [];
    const html = await read(path);
    const repaired = serialize(parse(html, { onParseError: ({ code }) => errors.push(code) }));

    expect({ path, errors, unbalanced: findUnbalanced(html) }).toEqual({ path, errors: [], unbalanced: [] });
    expect(repaired.match(/<[a-z]\w*/g)).toEqual(html.match(/<[a-z]\w*/g));
  }
});

test('HEAD has the headers of GET and no body', async () => {
  for (const path of ['/problems', '/problems/token.missing', '/nothing', '/login']) {
    const [got, asked] = [await askNoOperation('GET', path), await askNoOperation('HEAD', path)];

    expect(asked).toEqual({ ...got, text: '' });
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on a page: use GET', async (method) => {
  const { status, headers, text } = await askNoOperation(method, '/problems/token.missing');

  expect({ status, headers }).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(JSON.parse(text)).toMatchObject({ code: 'method.not-allowed', detail: 'Send a GET request. This is a page.' });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on the key file: use GET', async (method) => {
  const { status, headers, text } = await askNoOperation(method, '/evidence/keys.json');

  expect({ status, headers }).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(JSON.parse(text)).toMatchObject({ code: 'method.not-allowed', detail: 'Send a GET request. This is a file.' });
});

test.each(['/evidence/keys.json/', '/evidence/keys.json/made-up-key', '/evidence/Keys.json', '/evidence'])(
  'there is nothing at %s',
  async (path) => {
    expect(await askNoOperation('GET', path)).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  },
);

test('a slash after the address of the console leads to the console', async () => {
  for (const method of ['GET', 'HEAD']) {
    expect(await askNoOperation(method, '/console/')).toMatchObject({
      status: 308,
      headers: { location: '/console' },
      text: '',
    });
  }
  expect(await askNoOperation('POST', '/console/')).toMatchObject({ status: 404 });
});

test('nothing is logged of a request', async () => {
  const log = [console.info, console.warn, console.error].map((method) => vi.mocked(method));
  for (const method of log) method.mockClear();
  for (const path of ['/problems', '/login', '/ada@example.com']) await askNoOperation('GET', path, 'password=secret');

  expect(log.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test.each([
  ['nothing', undefined],
  ['a schedule', { version: '0', 'detail-type': 'Scheduled Event' }],
])('an event with %s is a fault', async (_case, event) => {
  vi.mocked(console.error).mockClear();

  const answer = await handler(event as never, newLambdaContext('noOperation'));

  expect(answer).toMatchObject({ statusCode: 500, headers: { 'content-type': 'application/problem+json' } });
  expect(vi.mocked(console.error).mock.calls).toEqual([[{ code: 'service.fault', name: 'ForeignEvent' }]]);
});

test('an event without a path or a method is of no operation', async () => {
  const event = toNoOperationEvent('GET', '/login');
  const { rawPath: _, ...withoutPath } = event;
  const { method: __, ...http } = event.requestContext.http;
  const withoutMethod = { ...event, requestContext: { ...event.requestContext, http } };
  const statuses = await Promise.all(
    [withoutPath, withoutMethod].map(
      async (lacking) => (await handler(lacking as never, newLambdaContext('noOperation'))).statusCode,
    ),
  );

  expect(statuses).toEqual([404, 405]);
});
