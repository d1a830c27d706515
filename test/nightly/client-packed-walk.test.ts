/** Each client, packed and installed in an empty folder, walks all operations. All tell the same, and ask the service the same. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../cli/local/loopback.ts';
import { contract } from '../../shared/api/contract.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { faults, page, problem } from '../client/faulty-calls.ts';
import type { Fault, FaultyProxy } from '../client/faulty-proxy.ts';
import { answerWith, startFaultyProxy } from '../client/faulty-proxy.ts';
import { phpWalker } from '../client/php/walker.ts';
import { pythonWalker } from '../client/python/walker.ts';
import { typescriptWalker } from '../client/typescript/walker.ts';
import type { Walker } from '../client/walker.ts';
import { succeedIn } from '../client/walker.ts';
import { startMailService } from '../support/faults/mail-service.ts';
import { newTenant } from '../support/make/builders.ts';
import { needsProgram, newFolder } from '../support/make/machine.ts';
import { password } from '../support/make/password.ts';

const walkers: Readonly<Record<string, Walker>> = {
  typescript: typescriptWalker,
  php: phpWalker,
  python: pythonWalker,
};

await startMailService();
const proxy = await startFaultyProxy();

const refuse =
  (status: number, code: string, headers: Record<string, string> = {}): Fault =>
  async () =>
    answerWith(status, problem(status, code), headers);

const own: Readonly<Record<string, Fault>> = {
  passes: ({ forward }) => forward(),
  '429 with Retry-After': refuse(429, 'rate.exceeded', { 'retry-after': '1' }),
  '503 for too long': refuse(503, 'store.unavailable', { 'retry-after': '90' }),
  '401 token.expired': refuse(401, 'token.expired'),
  '401 session.ended': refuse(401, 'session.ended'),
  '401 refresh-token.invalid': refuse(401, 'refresh-token.invalid'),
  'a page of another': async () => answerWith(200, page),
};

const happenings = { ...faults, ...own };

/** What happens to the requests of each path, in their order. All further ones pass. */
const script: Readonly<Record<string, readonly string[]>> = {
  '/login': ['breaks before the service', '503 with Retry-After'],
  '/details': ['429 of API Gateway', 'passes', '401 token.expired', 'passes', '401 session.ended'],
  '/refresh-token': ['passes', '401 refresh-token.invalid'],
  '/consent-register/information/get': ['is held before the service'],
  '/consent-register/notices/list': ['504 of a proxy', '503 with Retry-After', '502 of a proxy'],
  '/consent-register/notices/get': ['passes', 'a page of another'],
  '/consent-register/projects/list': ['passes', 'is held before the service', 'is held after the service'],
  '/consent-register/overview/get': ['429 with Retry-After', 'passes', '503 for too long'],
  '/consent-register/add': [
    ...['breaks after the service', '401 token.expired', 'passes', 'passes', 'passes', 'passes'],
    ...['503 after the service', 'passes', 'is held after the service', 'is held after the service'],
  ],
  '/consent-register/search': ['breaks within the answer', '429 with Retry-After'],
  '/consent-register/evidence/get': ['passes', 'breaks within the answer'],
  '/consent-register/revoke': ['503 after the service'],
};

/** Has the script happen, and writes down what was asked: path, which of the keys, and what happened. */
const perform = (to: FaultyProxy): readonly string[] => {
  const asked: string[] = [];
  const keys: unknown[] = [];
  const counts = new Map<string, number>();
  to.fault = (request) => {
    const { path, headers } = request;
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    const name = script[path]?.[count] ?? 'passes';
    const key = headers['idempotency-key'];
    if (key !== undefined && !keys.includes(key)) keys.push(key);
    asked.push([path, ...(key === undefined ? [] : [`key ${keys.indexOf(key) + 1}`]), name].join(' | '));
    const happening = happenings[name];
    if (happening === undefined) throw new Error(`No happening has the name ${name}.`);
    return happening(request);
  };
  return asked;
};

const read = async (file: string): Promise<readonly string[]> =>
  (await readFile(join(import.meta.dirname, '../client', file), 'utf8')).trimEnd().split('\n');

describe.each(Object.entries(walkers))('the packed client for %s', (_, { program, install }) => {
  test('walks all operations, and nothing is lost or doubled', needsProgram(program), async () => {
    const folder = newFolder();
    const words = await install(folder);
    const tenant = await newTenant({ notices: 2 });
    const asked = perform(proxy);
    const told = await succeedIn(folder, words, {
      WALK_URL: proxy.baseUrl,
      WALK_NOWHERE: `http://127.0.0.1:${await findFreePort()}`,
      WALK_EMAIL: tenant.email,
      WALK_PASSWORD: password,
      WALK_PROJECT: tenant.projectUid,
      WALK_PIDS: tenant.notices.map(({ pid }) => pid).join(' '),
    });

    expect(told.trimEnd().split('\n')).toEqual(await read('walk-told.txt'));
    expect(asked).toEqual(await read('walk-asked.txt'));
    const evidence = await readFile(join(folder, 'evidence.json'));
    expect((await verifyDocument(evidence, { now: new Date() })).verdict).toBe('consistent');
  });
});

test('the walk asks for every operation', async () => {
  const asked = (await read('walk-asked.txt')).map((line) => line.split(' | ')[0]);

  expect([...new Set(asked)].sort()).toEqual(
    Object.values(contract)
      .map(({ path }) => path)
      .sort(),
  );
});
