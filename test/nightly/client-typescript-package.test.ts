import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { demoPassword, provisionDemo } from '../../cli/local/demo.ts';
import service from '../../package.json' with { type: 'json' };
import { callAsBrowser } from '../client/typescript/browser-page.ts';
import { installPacked } from '../client/typescript/walker.ts';
import { succeed, succeedIn } from '../client/walker.ts';
import { repository } from '../e2e/service.ts';
import { serveFunctions } from '../support/call/gateway.ts';
import { useRealCost } from '../support/make/password.ts';
import { table } from '../support/make/table.ts';

const baseUrl = `http://127.0.0.1:${await serveFunctions()}`;
let project: string;

/** A project that has the packed package and nothing else. */
beforeAll(async () => {
  useRealCost();
  await provisionDemo(table, new Date());
  project = await mkdtemp(join(tmpdir(), 'consent-register-client-'));
  await installPacked(project);
  return () => rm(project, { recursive: true });
});

test('has the client, and no code that Node.js would have to strip of its types', async () => {
  const files = await readdir(join(project, 'node_modules/@consent-register/client'), { recursive: true });

  expect(files).toContain('dist/index.js');
  expect(
    files.filter((file) => !/^(?:dist|dist\/[\w-]+(?:\.d\.ts|\.js)|README\.md|package\.json)$/.test(file)),
  ).toEqual([]);
});

test('brings no other package, and has the version of the service', async () => {
  const { version, dependencies, bin } = JSON.parse(
    await readFile(join(project, 'node_modules/@consent-register/client/package.json'), 'utf8'),
  );

  expect({ version, dependencies, bin }).toEqual({ version: service.version, dependencies: undefined, bin: undefined });
});

test('the example of client/typescript/README.md runs as written, twice', async () => {
  const [, example = ''] =
    /```js\n(.*?)```/s.exec(await readFile(join(repository, 'client/typescript/README.md'), 'utf8')) ?? [];
  await writeFile(join(project, 'example.mjs'), example);
  const runExample = () => succeedIn(project, ['node', 'example.mjs'], { CONSENT_REGISTER_URL: baseUrl });
  const said = ['Shown: Newsletter', 'May write to Grace: true', 'Notice 2 revoked'];
  const problem = '404 notice.not-found The account has no notice with this PID.';

  expect((await runExample()).trimEnd().split('\n')).toEqual([...said, problem]);
  expect((await runExample()).trimEnd().split('\n')).toEqual([...said, 'Notice 2 revoked', problem]);
});

const consumer = `
import type { AddedConsent, Client, ConsentRecord, TokenStore } from '@consent-register/client';
import { ConsentRegisterError, createClient } from '@consent-register/client';

const store: TokenStore = { load: () => undefined, save: () => {} };
const client: Client = createClient({ baseUrl: 'https://example.com', store, timeout: 1_000 });
const consent = { projectUid: 'demo-shop', proof: { url: 'x' }, userData: { email: 'a@example.com' } };

export const add = async (): Promise<[AddedConsent, AddedConsent[]]> => [
  await client.addConsent({ ...consent, consentInformationPid: 1 }),
  (await client.addConsent({ ...consent, consentInformationPid: [1] })).data,
];
export const find = async (): Promise<ConsentRecord | null> =>
  (await client.searchConsents({ userData: consent.userData, first: true })).data;
export const isGone = (error: unknown): boolean => error instanceof ConsentRegisterError && error.code === 'consent.not-found';

// @ts-expect-error
client.addConsent({ ...consent, consentInformationPid: 1, lang: 'xx' });
// @ts-expect-error
client.searchConsents({ userData: {}, first: true }).then(({ totalPages }) => totalPages);
`;

test.each([
  ['@typescript/native', 'nodenext', 'nodenext'],
  ['@typescript/native', 'esnext', 'bundler'],
  ['@typescript/old', 'node16', 'node16'],
  ['@typescript/old', 'esnext', 'bundler'],
])('has types for %s with modules of %s', async (compiler, module, moduleResolution) => {
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    noEmit: true,
  };
  await writeFile(join(project, 'consumer.ts'), consumer);
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, strict: true }, files: ['consumer.ts'] }),
  );
  await succeed('node', [join(repository, 'node_modules', compiler, 'bin/tsc'), '-p', project]);
});

test('works with what a browser has', async () => {
  const userData = { email: 'browser@example.com' };
  const consent = { projectUid: 'demo-shop', consentInformationPid: 1, proof: { url: 'x' }, userData };

  const found = callAsBrowser(project, { baseUrl, email: 'demo@example.com', password: demoPassword }, consent);

  expect(await found).toBe(1);
});
