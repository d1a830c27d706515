import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { importsOf, loadedWith, modules } from './support/module-graph.ts';

const root = join(import.meta.dirname, '..');

const inRooms = (...rooms: readonly string[]): readonly string[] =>
  modules.filter((file) => rooms.some((room) => file.startsWith(`${room}/`)));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('what Node.js runs as it is has no JSX', () => {
  const loaded = [...loadedWith(inRooms('functions', 'shared', 'verifier', 'infra', 'cli'))];

  expect(loaded).toContain('pages/parts/proof-parts.ts');
  expect(loaded.filter((path) => path.endsWith('.tsx'))).toEqual([]);
});

test('the stack is made without a client of AWS', () => {
  const loaded = [...loadedWith(['infra/app.ts'])];

  expect(loaded).toContain('shared/consents/search/search-request.ts');
  expect(loaded.filter((path) => path.startsWith('@aws-sdk') || path === 'shared/store/client.ts')).toEqual([]);
});

test('commands load what makes pages, and what reads markup, when they need it', () => {
  const loaded = [...loadedWith(['cli/program.ts'], { atOnce: true })];

  expect(loaded).toEqual(expect.arrayContaining(['cli/commands/report.ts', 'cli/commands/consent.ts']));
  expect(loaded.filter((path) => /preact|^parse5|^d3-/.test(path))).toEqual([]);
});

test('what the verifier and its words load is there in a browser too', async () => {
  const bundled = inRooms('verifier', 'pages/sentences', 'pages/words', 'pages/parts', 'pages/verify');
  const { outputFiles } = await build({
    stdin: {
      contents: bundled.map((file, i) => `export * as module${i} from './${file}';`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });

  expect(outputFiles[0]?.text).toContain('not in force');
  expect(outputFiles[0]?.text).not.toMatch(/\bBuffer\b|(?<!this\.)\bprocess\.|\bprocess\[/);
});

test('no function has the code that changes the secret', () => {
  const loaded = loadedWith(inRooms('functions').filter((file) => !file.startsWith('functions/jobs/')));

  expect(loaded).toContain('shared/identity/keys/signing-secret.ts');
  expect(loaded).not.toContain('shared/identity/keys/signing-secret-versions.ts');
});

test('what answers requests of no operation loads no store, no key and no configuration', () => {
  const loaded = [...loadedWith(inRooms('functions/signpost'))];
  const packages = loaded.filter((path) => !path.endsWith('.ts')).sort();

  expect(loaded).toContain('shared/problem-catalogue.ts');
  expect(loaded.filter((path) => /^shared\/(?:config|store\/client|identity\/keys\/)/.test(path))).toEqual([]);
  expect(packages).toEqual(['node:crypto', 'valibot']);
});

test('the client imports no package', () => {
  expect(
    inRooms('client')
      .flatMap(importsOf)
      .filter((path) => !path.startsWith('client/')),
  ).toEqual([]);
});

test('what makes a function of an operation is in one place: middy', () => {
  expect(modules.filter((file) => importsOf(file).some((path) => path.startsWith('@middy/')))).toEqual([
    'shared/bearer-check.ts',
    'shared/http/body-parsers.ts',
    'shared/operation.ts',
  ]);
});

test('no handler has a try, the environment, a command of the SDK or a status code', () => {
  const handlers = inRooms('functions').filter((file) => !/^functions\/(?:console|signpost)\//.test(file));

  for (const handler of handlers.map(read)) {
    expect(handler).not.toMatch(/\btry\b|process\.env|Command\b|@aws-sdk|\b[45]\d\d\b|statusCode/);
  }
});

test('what tests draw by chance is drawn from the seed of the run', () => {
  const tests = globSync(['test/**/*.{ts,tsx}'], { cwd: root, exclude: ['**/node_modules/**'] }).map(normalize);
  const drawn = tests.filter((file) => /\b(?:random(?:Bytes|Int)|Math\.random)\(/.test(read(file)));
  const unseeded = tests.filter(
    (file) => /\bfc\.(?:assert|check|sample)\(/.test(read(file)) && !/properties\.ts'/.test(read(file)),
  );

  expect(tests.length).toBeGreaterThan(200);
  expect({ drawn, unseeded }).toEqual({ drawn: [], unseeded: [] });
});
