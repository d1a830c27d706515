import { globSync, readFileSync } from 'node:fs';

import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../shared/contract.ts';

const root = join(import.meta.dirname, '..');

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Made by `npm run openapi`, and by nobody read. */
const generated = ['client/schema.ts'];

const files = globSync(['{functions,jobs,shared,infra,cli}/**/*.ts', 'client/*.ts'], { cwd: root })
  .map(normalize)
  .sort();

/** Module specifiers that a file imports, those of the project as paths from its root. */
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  );

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** Which folders of the project a folder may import; what is not here may import none. */
const allowed: Readonly<Record<string, (path: string) => boolean>> = {
  functions: (path) => path.startsWith('shared/'),
  jobs: (path) => path.startsWith('shared/'),
  shared: (path) => path.startsWith('shared/'),
  infra: (path) =>
    path.startsWith('infra/') ||
    ['shared/contract.ts', 'shared/limits.ts', 'shared/stage.ts', 'shared/store/table.ts'].includes(path),
  client: (path) => path.startsWith('client/'),
  cli: (path) => ['cli', 'shared', 'functions', 'jobs'].includes(folderOf(path)),
};

test('dependencies point one way', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.endsWith('.ts') && !allowed[folderOf(file)]?.(path))
      .map((path) => `${file} -> ${path}`),
  );

  expect(files.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('the client imports nothing of the project, and no package', () => {
  const imports = files.filter((file) => folderOf(file) === 'client').flatMap(importsOf);

  expect(imports.filter((path) => folderOf(path) !== 'client')).toEqual([]);
});

test('every operation of the contract is one function file, and every function file an operation', () => {
  expect(files.filter((file) => folderOf(file) === 'functions')).toEqual(
    Object.values(contract)
      .map(({ path }) => `functions${path}.ts`)
      .sort(),
  );
});

test.each([
  ['@middy/core', ['shared/operation.ts']],
  ['jose', ['shared/identity/access-token.ts']],
  ['bcryptjs', ['shared/identity/passwords.ts']],
  ['ipaddr.js', ['shared/identity/source-address.ts']],
  ['leven', ['shared/http/unknown-parameters.ts']],
  [
    '@aws-sdk/client-secrets-manager',
    ['cli/admin/key/secret.ts', 'shared/keys/signing-secret-versions.ts', 'shared/keys/signing-secret.ts'],
  ],
  [
    'parse5',
    ['markup-tags', 'markup-tree', 'parse-error', 'table-cells', 'tag-check', 'text-check'].map(
      (name) => `cli/notices/${name}.ts`,
    ),
  ],
  ['marked', ['cli/notices/markdown.ts']],
  ['diff', ['cli/notices/comparison.ts']],
  ['cli-table3', ['cli/admin/output.ts']],
  ['@zxcvbn-ts/core', ['cli/admin/user/guessing.ts']],
  ['@zxcvbn-ts/language-common', ['cli/admin/user/guessing.ts']],
  ['@bomb.sh/tab/commander', ['cli/admin/completion.ts']],
])('%s stands in its own files alone', (library, places) => {
  expect(files.filter((file) => importsOf(file).includes(library))).toEqual(places);
});

test('no function has the code that changes the secret', () => {
  const reached = new Set(files.filter((file) => folderOf(file) === 'functions'));
  for (const file of reached) {
    for (const path of importsOf(file)) if (files.includes(path)) reached.add(path);
  }

  expect(reached).toContain('shared/keys/signing-secret.ts');
  expect(reached).not.toContain('shared/keys/signing-secret-versions.ts');
});

test('functions are short, modules are small', () => {
  const limits: Readonly<Record<string, number>> = {
    functions: 60,
    jobs: 60,
    shared: 150,
    infra: 150,
    client: 150,
    cli: 150,
  };
  const written = files.filter((file) => !generated.includes(file));
  const long = written.filter((file) => read(file).trimEnd().split('\n').length > (limits[folderOf(file)] ?? 0));

  expect(long).toEqual([]);
});

test('no handler has a try, the environment, a command of the SDK or a status code', () => {
  const handlers = files.filter((file) => ['functions', 'jobs'].includes(folderOf(file))).map(read);

  for (const handler of handlers) {
    expect(handler).not.toMatch(/\btry\b|process\.env|Command\b|@aws-sdk|\b[45]\d\d\b|statusCode/);
  }
});
