import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { sources } from '../../infra/code.ts';
import { findOwn } from '../../tools/release/commit.ts';
import { findForbidden } from '../../tools/release/contents.ts';
import { describePackage } from '../../tools/release/manifest.ts';
import { entries, follow } from '../../tools/release/packed-modules.ts';
import { findOthers } from '../../tools/release/packing.ts';
import { readNotes, readVersion, readVersions } from '../../tools/release/version.ts';
import { newFolder } from '../support/make/machine.ts';
import { password, passwordHash } from '../support/make/password.ts';

const root = join(import.meta.dirname, '../..');
const { modules, packages } = follow(root, entries);

const packed = [...modules, ...findOthers(), ...globSync('dist/functions/*/*', { cwd: root })];

test('the package has every program, and no module that only a clone needs', () => {
  const rooms = Map.groupBy(modules, (module) => module.split('/')[0] ?? '');

  expect(modules).toEqual(
    expect.arrayContaining(['cli/program.ts', 'functions/login.ts', 'infra/app.ts', 'infra/index.ts']),
  );
  expect(new Set(rooms.keys())).toEqual(
    new Set(['cli', 'functions', 'infra', 'package.json', 'pages', 'shared', 'verifier']),
  );
  expect(modules.filter((module) => /bundle|build|generate|infra\/rules\.ts/.test(module))).toEqual([]);
});

test('the package has every function, since the local service loads them', () => {
  expect(modules).toEqual(expect.arrayContaining(Object.values(sources)));
  expect(modules).toContain('functions/links/page.ts');
});

test('npm pack in a clone names what writes the package, and packs nothing', () => {
  const words = ['pack', '--dry-run', '--loglevel', 'error'];
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' });

  expect(status).not.toBe(0);
  expect(stderr).toContain('npm run release -- --dry-run writes the package to dist/release.\n');
  expect(`${stdout}${stderr}`).not.toMatch(/\n +at /);
  expect(stdout).not.toContain('.tgz');
});

test('the package has the clients that examples copy', () => {
  expect(findOthers()).toEqual(
    expect.arrayContaining([
      'client/php/consent-register-client.php',
      'client/python/consent_register/client.py',
      'client/python/consent_register/py.typed',
      'client/python/pyproject.toml',
    ]),
  );
});

test('each package that a packed module imports is installed with it, or is an optional peer', () => {
  const { dependencies, peerDependencies } = describePackage(packages);

  expect(packages).toContain('aws-cdk-lib');
  expect(packages.filter((name) => !(name in dependencies || name in peerDependencies))).toEqual([]);
  expect(Object.values({ ...dependencies, ...peerDependencies })).not.toContain('');
  expect(packages.filter((name) => /^(?:esbuild|typescript|@scalar\/.*)$/.test(name))).toEqual([]);
});

test('a package that is no dependency of the project cannot be packed', () => {
  expect(() => describePackage(['valibot', 'vitest'])).toThrow('No dependency of the project: vitest');
});

test('the construct is found by who reads exports, and by TypeScript of older apps, which does not', () => {
  const { main, types, exports } = describePackage(packages);

  expect(exports['.']).toEqual({ types, default: main });
});

/** What a page links to beside it, as paths from the root. */
const linksOf = (page: string): readonly string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path = '']) =>
    normalize(join(dirname(page), path)),
  );

/** Links of the pages for users that only a clone has. */
const onlyInClone = ['CONTRIBUTING.md'];

test('what the pages for users link to is in the package', () => {
  const others = findOthers();
  const pages = ['README.md', ...['quick-start', 'deploy', 'notices', 'integrate'].map((name) => `docs/${name}.md`)];
  const isPacked = (path: string): boolean => others.some((other) => other === path || other.startsWith(`${path}/`));
  const missing = pages.flatMap(linksOf).filter((path) => !isPacked(path.replace(/\/$/, '')));

  expect([...new Set(missing)].sort()).toEqual(onlyInClone);
  expect(others.filter((path) => /(?:^|\/)\./.test(path))).toEqual([]);
});

test('what Git ignores is not packed, such as installed packages and what a program left', () => {
  const folder = newFolder();
  const write = (path: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  };
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  for (const path of ['a.php', 'secret.php', 'new.php', 'node_modules/dep/index.php', 'Käse.php']) write(path);
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(folder, '.git/info/exclude'), 'secret.php\n');
  execFileSync('git', ['add', 'a.php'], { cwd: folder });

  expect(findOwn(['**/*.php'], folder)).toEqual(['Käse.php', 'a.php', 'new.php']);
  expect(
    execFileSync('git', ['check-ignore', '--no-index', ...findOthers(), 'dist'], { cwd: root, encoding: 'utf8' }),
  ).toBe('dist\n');
});

test('no packed file is of a stage, a test or a key, or has one of them in it', () => {
  const ours = packed.map((path) => [path.replace(/\.ts$/, '.js'), readFileSync(join(root, path), 'utf8')] as const);

  expect(packed.length).toBeGreaterThan(400);
  expect(ours.flatMap(([path, text]) => findForbidden(path, text))).toEqual([]);
  expect(ours.filter(([, text]) => text.includes(password) || text.includes(passwordHash()))).toEqual([]);
});

test.each([
  ['stages/prod.json', ''],
  ['.data/key.json', ''],
  ['test/shared/time.test.js', ''],
  ['cli/program.js.map', ''],
  ['cli/program.ts', ''],
  ['cli/program.js', 'run();\n//# sourceMappingURL=run.js.map\n'],
  ['cli/program.js', `const key = "AKIA${'A'.repeat(16)}";`],
  ['cli/program.js', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}`],
  ['cli/program.js', `// ${root}/cli/program.ts`],
])('refuses to pack %s with %j', (path, text) => {
  expect(findForbidden(path, text)).toHaveLength(1);
});

test('all packages have one version, and the changelog says what it changes', () => {
  const version = readVersion(readVersions());
  const notes = readNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);

  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(notes).toMatch(/^### /m);
  expect(notes).not.toMatch(/^## /m);
});

test('no release is made of packages with different versions', () => {
  expect(() => readVersion({ 'package.json': '1.0.0', 'client/package.json': '1.0.1' })).toThrow(
    'All packages of a release have one version, and here it differs: package.json 1.0.0, client/package.json 1.0.1.',
  );
});

test('the notes of a release are the part of its version alone, and a version without one is refused', () => {
  const changelog =
    '# Changelog\n\n## [1.1.0] - 2027-02-01\n\nNew.\n\n### More\n\n- This.\n\n## [1.0.0] - 2027-01-01\n\nOld.\n';

  expect(readNotes(changelog, '1.1.0')).toBe('New.\n\n### More\n\n- This.\n');
  expect(readNotes(changelog, '1.0.0')).toBe('Old.\n');
  expect(() => readNotes(changelog, '1.0.1')).toThrow('CHANGELOG.md has no part "## [1.0.1]"');
});
