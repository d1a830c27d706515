import { globSync, readFileSync } from 'node:fs';

import { dirname, join, normalize } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { contract } from '../shared/contract.ts';

const root = join(import.meta.dirname, '..');

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Made by `npm run generate`, and by nobody read. */
const generated = ['client/schema.ts'];

const files = globSync(
  ['{functions,jobs,signpost,shared,verifier,charts,console,hosting,infra,cli}/**/*.{ts,tsx}', 'client/*.ts'],
  {
    cwd: root,
    exclude: ['**/node_modules/**'],
  },
)
  .map(normalize)
  .sort();

/** Module specifiers in a file's text, those of the project as paths from its root. */
const findImports = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
  );

const importsOf = (file: string): string[] => findImports(file, read(file));

/** What is imported for more than its types, and so loaded. */
const loadedBy = (file: string): string[] => findImports(file, read(file).replaceAll(/^import type [^;]+;/gm, ''));

/** Everything that is loaded with the files, packages included. */
const reachedFrom = (start: readonly string[]): ReadonlySet<string> => {
  const reached = new Set(start);
  for (const file of reached) {
    if (files.includes(file)) for (const path of loadedBy(file)) reached.add(path);
  }
  return reached;
};

const folderOf = (path: string): string => path.split('/')[0] ?? '';

/** What infrastructure is made from: data that loads no client of AWS. */
const pureData = [
  ...['contract', 'lifetimes', 'limits', 'operation-definition', 'stage', 'stage-file'].map(
    (name) => `shared/${name}.ts`,
  ),
  ...['consent', 'facets', 'indexes'].map((name) => `shared/consents/${name}.ts`),
  ...['item-access', 'keys', 'log-keys', 'table'].map((name) => `shared/store/${name}.ts`),
  'shared/log/stream-filter.ts',
  'shared/signpost.ts',
];

/** What documents and tests read of the operations, and nothing that is deployed. */
const isDescription = (path: string): boolean => path.startsWith('cli/openapi/descriptions/');

/** Which folders of the project a folder may import; what is not here may import none. */
const allowed: Readonly<Record<string, (path: string) => boolean>> = {
  functions: (path) => path.startsWith('shared/') && !isDescription(path),
  jobs: (path) => (path.startsWith('shared/') && !isDescription(path)) || path.startsWith('jobs/'),
  signpost: (path) => path.startsWith('shared/') || path.startsWith('signpost/'),
  shared: (path) => path.startsWith('shared/'),
  verifier: (path) => path.startsWith('verifier/') || (path.startsWith('shared/') && !isDescription(path)),
  console: (path) =>
    ['console', 'client', 'verifier', 'charts'].includes(folderOf(path)) || path === 'shared/schema/visible-text.ts',
  charts: (path) => path.startsWith('charts/'),
  hosting: (path) => ['hosting', 'shared'].includes(folderOf(path)) && !isDescription(path),
  infra: (path) => ['infra', 'hosting'].includes(folderOf(path)) || pureData.includes(path),
  client: (path) => path.startsWith('client/'),
  cli: (path) =>
    ['cli', 'charts', 'verifier', 'shared', 'functions', 'jobs', 'signpost', 'hosting'].includes(folderOf(path)),
};

test('dependencies point one way', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => /\.tsx?$/.test(path) && !allowed[folderOf(file)]?.(path))
      .map((path) => `${file} -> ${path}`),
  );

  expect(files.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('what Node.js runs as it is has no JSX', () => {
  const isBundled = (file: string): boolean => ['console', 'verifier', 'charts'].includes(folderOf(file));
  const reached = [...reachedFrom(files.filter((file) => !isBundled(file)))];

  expect(reached).toContain('pages/parts/proof-parts.ts');
  expect(reached.filter((path) => path.endsWith('.tsx'))).toEqual([]);
});

/** What every module may read: files of shared/ that import each other and nothing else of the project. */
const ground = [
  'aws-call',
  'canonical',
  'canonical-digest',
  'config',
  'environment',
  'job-config',
  'digest',
  'identifier',
  'lifetimes',
  'limits',
  'log',
  'problem',
  'problem-catalogue',
  'remember',
  'stage',
  'stage-file',
  'time',
];

/** What makes a function of an operation. No wing imports it. */
const face = [
  'call',
  'contract',
  'fault',
  'operation',
  'operation-definition',
  'operation-problems',
  'operations',
  'bearer-check',
  'time-limit',
];

/** The wings of shared/, from the ground up, and which others each may import. */
const wings: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  store: [],
  http: ['schema'],
  accounts: ['schema', 'store'],
  keys: ['accounts', 'store'],
  identity: ['keys', 'accounts', 'schema', 'store'],
  notices: ['accounts', 'schema', 'store'],
  consents: ['notices', 'accounts', 'http', 'schema', 'store'],
  transparency: ['consents', 'notices', 'keys', 'accounts', 'schema', 'store'],
  anchors: ['transparency', 'store'],
  events: ['transparency', 'schema', 'store'],
  evidence: ['transparency', 'consents', 'notices', 'identity', 'keys', 'accounts', 'schema', 'store'],
  exchange: ['consents', 'notices', 'accounts', 'schema', 'store'],
  search: ['consents', 'notices', 'accounts', 'schema', 'store'],
  reports: ['search', 'evidence', 'consents', 'notices', 'accounts', 'schema', 'store'],
  sums: ['reports', 'transparency', 'consents', 'notices', 'accounts', 'schema', 'store'],
  erasure: ['reports', 'search', 'consents', 'notices', 'accounts', 'schema', 'store'],
  auditing: ['erasure', 'transparency', 'consents', 'notices', 'keys', 'accounts', 'schema', 'store'],
};

/** What a wing may import that does not stand before it, which could close a circle. */
const findUpwards = (ordered: typeof wings): string[] => {
  const order = Object.keys(ordered);
  return order.flatMap((wing, i) =>
    (ordered[wing] ?? []).filter((other) => order.indexOf(other) >= i).map((other) => `${wing} -> ${other}`),
  );
};

/** A wing, or `ground`, `face` or `descriptions`; undefined for a path of none. */
const wingOf = (path: string): string | undefined => {
  const [, first = '', second] = path.split('/');
  if (isDescription(path)) return 'descriptions';
  if (second !== undefined) return Object.hasOwn(wings, first) ? first : undefined;
  const name = first.replace(/\.ts$/, '');
  if (ground.includes(name)) return 'ground';
  return face.includes(name) ? 'face' : undefined;
};

const inShared = files.filter((file) => folderOf(file) === 'shared');

test('every module of shared/ is in a wing, or is one of those that every operation reads', () => {
  expect(inShared.filter((file) => wingOf(file) === undefined)).toEqual([]);
});

test('a wing imports only the wings that it may, and none in a circle', () => {
  const more: Readonly<Record<string, readonly string[]>> = {
    ...wings,
    face: Object.keys(wings),
    descriptions: ['face', ...Object.keys(wings)],
  };
  const allowedOf = (wing = ''): readonly string[] => [wing, 'ground', ...(more[wing] ?? [])];
  const wrong = inShared.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.endsWith('.ts') && !allowedOf(wingOf(file)).includes(wingOf(path) ?? ''))
      .map((path) => `${file} -> ${path}`),
  );

  expect(wrong).toEqual([]);
  expect(findUpwards(wings)).toEqual([]);
});

/** The wings of cli/, from the ground up, and which others each may import. Files beside them start a program, or are its ground. */
const programs: Readonly<Record<string, readonly string[]>> = {
  notices: [],
  wording: [],
  pages: ['wording', 'notices'],
  standards: [],
  policies: [],
  openapi: [],
  reference: ['openapi'],
  console: ['pages'],
  local: ['notices', 'openapi', 'reference', 'console'],
  admin: ['notices', 'wording', 'pages', 'standards', 'local'],
};

/** What every module of cli/ may import. */
const commandGround = ['cli/command-error.ts', 'cli/make-folder.ts', 'cli/table-shape.ts'];

test('a wing of cli/ imports only the wings that it may, and none in a circle', () => {
  const inWings = files.filter((file) => folderOf(file) === 'cli' && file.split('/').length > 2);
  const nameOf = (path: string): string => path.split('/')[1] ?? '';
  const wrong = inWings.flatMap((file) =>
    importsOf(file)
      .filter((path) => folderOf(path) === 'cli' && !commandGround.includes(path))
      .filter((path) => ![nameOf(file), ...(programs[nameOf(file)] ?? [])].includes(nameOf(path)))
      .map((path) => `${file} -> ${path}`),
  );

  expect([...new Set(inWings.map(nameOf))].sort()).toEqual(Object.keys(programs).sort());
  expect(wrong).toEqual([]);
  expect(findUpwards(programs)).toEqual([]);
});

/** The rooms of cli/commands/ that every noun may use, from the ground up, and what each may import beside itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'interruption.ts': [],
  typed: [],
  printing: ['interruption.ts', 'typed'],
  stage: ['interruption.ts', 'printing'],
  erasing: ['interruption.ts', 'printing'],
};

/** What a noun takes of another one, beside how a thing is chosen. */
const lent = ['cli/commands/evidence/kms-key.ts', 'cli/commands/key/secret.ts', 'cli/commands/user/password.ts'];

test('a noun of cli/commands/ takes of another how things are chosen, and the rooms for all take of none', () => {
  const roomOf = (path: string): string => path.split('/')[2] ?? '';
  const isNoun = (room: string): boolean => !room.endsWith('.ts') && !Object.hasOwn(rooms, room);
  const mayTake = (room: string, path: string): boolean => {
    const other = roomOf(path);
    if (Object.hasOwn(rooms, room)) return rooms[room]?.includes(other) ?? false;
    return !(isNoun(room) && isNoun(other)) || path.endsWith('/choice.ts') || lent.includes(path);
  };
  const inAdmin = files.filter((file) => file.startsWith('cli/commands/'));
  const wrong = inAdmin.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith('cli/commands/') && roomOf(path) !== roomOf(file))
      .filter((path) => !mayTake(roomOf(file), path))
      .map((path) => `${file} -> ${path}`),
  );

  expect(inAdmin.map(roomOf).filter(isNoun)).toContain('consent');
  expect(wrong).toEqual([]);
  expect(findUpwards(rooms)).toEqual([]);
});

test('decision 0023 has the wings, with what each may import', () => {
  const rows = read('docs/decisions/0023-rooms.md').matchAll(/^\| `(\w+)\/` \|[^|]+\| (.*)\|$/gm);
  const told = [...rows].map(([, wing, others = '']) => [wing, [...others.matchAll(/\w+/g)].map(String)] as const);

  expect(Object.fromEntries(told)).toEqual(wings);
});

test('no wing has more than a fifth of the lines of shared/', () => {
  const linesOf = (paths: readonly string[]): number =>
    paths.reduce((sum, path) => sum + read(path).split('\n').length, 0);
  const most = linesOf(inShared.filter((file) => !isDescription(file))) / 5;

  for (const wing of Object.keys(wings)) {
    expect(linesOf(inShared.filter((file) => wingOf(file) === wing)), wing).toBeLessThan(most);
  }
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
  ['@middy/core', ['shared/bearer-check.ts', 'shared/http/body-parsers.ts', 'shared/operation.ts']],
  ['@middy/http-json-body-parser', ['shared/http/body-parsers.ts']],
  ['@middy/http-urlencode-body-parser', ['shared/http/body-parsers.ts']],
  ['jsonwebtoken', ['shared/identity/access-token.ts']],
  [
    'jose',
    [
      'shared/log/events/event-signing.ts',
      'shared/identity/keys/evidence-key.ts',
      'verifier/embedded-document.ts',
      'verifier/published-keys.ts',
      'verifier/published-keys.ts',
      'verifier/verify.ts',
    ],
  ],
  [
    '@aws-sdk/client-kms',
    ['cli/commands/evidence/kms-key.ts', 'shared/identity/keys/evidence-key.ts', 'shared/log/signing-keys.ts'],
  ],
  ['@aws-sdk/client-eventbridge', ['shared/log/events/event-bus.ts']],
  ['@noble/curves/nist.js', ['cli/local/kms.ts']],
  ['bcryptjs', ['shared/identity/passwords.ts']],
  ['ipaddr.js', ['shared/identity/throttle.ts']],
  ['leven', ['shared/http/validation.ts']],
  [
    '@aws-sdk/client-secrets-manager',
    [
      'cli/commands/key/secret.ts',
      'shared/identity/keys/signing-secret-versions.ts',
      'shared/identity/keys/signing-secret.ts',
    ],
  ],
  [
    'parse5',
    [
      ...['markup-tags', 'markup-tree', 'parse-error', 'table-cells', 'tag-check', 'text-check'].map(
        (name) => `cli/notices/${name}.ts`,
      ),
      'pages/markup/parsed-inert-markup.ts',
    ],
  ],
  ['marked', ['cli/notices/notice-folder.ts']],
  ['diff', ['cli/notices/comparison.ts', 'pages/console/notices/compare-lines.ts']],
  ['csv-parse', ['cli/commands/consent/importing/supply.ts']],
  ['csv-stringify/sync', ['cli/printing/csv.ts']],
  ['luxon', ['cli/commands/consent/importing/map-record.ts']],
  ['@zxcvbn-ts/core', ['cli/commands/user/password.ts']],
  ['@zxcvbn-ts/language-common', ['cli/commands/user/password.ts']],
  ['@bomb.sh/tab/commander', ['cli/run.ts']],
])('%s stands in its own files alone', (library, places) => {
  expect(files.filter((file) => importsOf(file).includes(library))).toEqual(places);
});

test('what infrastructure reads of shared/ loads nothing of AWS', () => {
  const reached = [...reachedFrom(pureData)];

  expect(reached).toContain('shared/consents/search/search-request.ts');
  expect(reached.filter((path) => path.startsWith('@aws-sdk') || path === 'shared/store/client.ts')).toEqual([]);
});

test('commands load what makes pages, and what reads markup, when they need it', () => {
  const atOnce = (file: string): string[] =>
    findImports(file, read(file).replaceAll(/^import type [^;]+;|\bimport\([^)]*\)/gm, ''));
  const reached = new Set(['cli/admin.ts']);
  for (const file of reached) if (files.includes(file)) for (const path of atOnce(file)) reached.add(path);

  expect([...reached]).toEqual(expect.arrayContaining(['cli/commands/report.ts', 'cli/commands/consent.ts']));
  expect([...reached].filter((path) => path.startsWith('pages/') || /preact|^parse5|^d3-/.test(path))).toEqual([]);
});

test('what the verifier loads is there in a browser too', async () => {
  const modules = files.filter((file) => folderOf(file) === 'verifier');
  const { outputFiles } = await build({
    stdin: {
      contents: modules.map((file, i) => `export * as module${i} from './${file}';`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });

  expect(modules).toContain('pages/wording/consent-facts.ts');
  expect(outputFiles[0]?.text).toContain('not in force');
  expect(outputFiles[0]?.text).not.toMatch(/\bBuffer\b|(?<!this\.)\bprocess\.|\bprocess\[/);
});

test('no function has the code that changes the secret', () => {
  const reached = reachedFrom(files.filter((file) => folderOf(file) === 'functions'));

  expect(reached).toContain('shared/identity/keys/signing-secret.ts');
  expect(reached).not.toContain('shared/identity/keys/signing-secret-versions.ts');
});

test('what answers requests of no operation reaches no store, no key and no configuration', () => {
  const reached = [...reachedFrom(files.filter((file) => folderOf(file) === 'signpost'))];
  const packages = reached.filter((path) => !path.endsWith('.ts')).sort();

  expect(reached).toContain('shared/problem-catalogue.ts');
  expect(reached.filter((path) => /^shared\/(?:config|store\/client|keys\/)/.test(path))).toEqual([]);
  expect(packages).toEqual(['node:crypto', 'valibot']);
});

test('functions are short, modules are small', () => {
  const limits: Readonly<Record<string, number>> = {
    functions: 60,
    jobs: 60,
    signpost: 400,
    shared: 400,
    infra: 400,
    client: 400,
    verifier: 400,
    charts: 400,
    console: 400,
    hosting: 400,
    cli: 400,
  };
  const written = files.filter((file) => !generated.includes(file));
  const long = written.filter((file) => read(file).trimEnd().split('\n').length > (limits[folderOf(file)] ?? 0));

  expect(long).toEqual([]);
});

test('what is said of operations is in no function and no job', () => {
  const reached = [...reachedFrom(files.filter((file) => ['functions', 'jobs'].includes(folderOf(file))))];

  expect(reached).toContain('shared/contract.ts');
  expect(reached.filter(isDescription)).toEqual([]);
});

test('no handler has a try, the environment, a command of the SDK or a status code', () => {
  const handlers = files.filter((file) => ['functions', 'jobs'].includes(folderOf(file))).map(read);

  for (const handler of handlers) {
    expect(handler).not.toMatch(/\btry\b|process\.env|Command\b|@aws-sdk|\b[45]\d\d\b|statusCode/);
  }
});

test('what tests draw by chance is drawn from the seed of the run, but in commands', () => {
  const tests = globSync(['test/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', 'tools/bench/**', 'tools/explore/*.ts'],
  }).map(normalize);
  const drawn = tests.filter((file) => /\b(?:random(?:Bytes|Int)|Math\.random)\(/.test(read(file)));
  const unseeded = tests.filter(
    (file) => /\bfc\.(?:assert|check|sample)\(/.test(read(file)) && !/properties\.ts'/.test(read(file)),
  );

  expect(tests.length).toBeGreaterThan(200);
  expect({ drawn, unseeded }).toEqual({ drawn: [], unseeded: [] });
});
