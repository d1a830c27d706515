import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findTarget, home, more, pages, placeOf, readingPaths, root } from '../../tools/site/.vitepress/config.ts';
import { needs } from '../support/needs.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const inPaths = readingPaths.flatMap((path) => path.pages);
const inSidebar = [home, ...[...inPaths, ...more].map(({ file }) => file)];

/** Pages that a page links. */
const linkedFrom = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)#\s]+\.md)(?:#[^)]*)?\)/g)]
    .filter(([, href = '']) => !href.includes(':'))
    .map(([, href = '']) => relative(root, join(root, dirname(page), href)));

describe('the sidebar', () => {
  test('has pages that there are, each once', () => {
    expect(inSidebar.filter((file) => !pages.includes(file))).toEqual([]);
    expect(inSidebar).toEqual([...new Set(inSidebar)]);
  });

  test('leads to every page, itself or by a page that it has', () => {
    const reached = new Set([...inSidebar, ...inSidebar.flatMap(linkedFrom)]);

    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });

  test('asks no reader to read more than five pages', () => {
    expect(readingPaths.filter((path) => path.pages.length > 5)).toEqual([]);
  });
});

describe('a path', () => {
  const steps = readingPaths.flatMap((path) =>
    path.pages.slice(0, -1).map(({ file }, i) => ({ file, next: path.pages[i + 1] })),
  );

  test.each(steps)('$file names the next page in its last line', ({ file, next }) => {
    const [, text, href = ''] = /\n\*\*Next:\*\* \[([^\]]+)\]\(([^)]+)\)\n$/.exec(read(file)) ?? [];

    expect({ text, file: relative(root, join(root, dirname(file), href)) }).toEqual(next);
  });
});

describe('a link', () => {
  test.each([
    ['docs/log.md', 'restore.md#by-hand', { kind: 'page', href: '/docs/restore.md#by-hand' }],
    ['README.md', 'docs/recipes/README.md', { kind: 'page', href: '/docs/recipes/index.md' }],
    ['docs/interface.md', 'decisions', { kind: 'page', href: '/docs/decisions/index.md' }],
    ['docs/interface.md', 'openapi.json', { kind: 'file', file: 'docs/openapi.json' }],
    ['docs/contract.md', '../shared/limits.ts', { kind: 'source', path: 'shared/limits.ts' }],
    ['docs/deploy.md', 'policies', { kind: 'source', path: 'docs/policies' }],
    ['docs/log.md', '#anchors', undefined],
    ['docs/log.md', 'https://c2sp.org/tlog-tiles', undefined],
    ['docs/log.md', 'nowhere.md', undefined],
  ])('of %s to %s becomes what the site has', (page, href, target) => {
    expect(findTarget(page, href)).toEqual(target);
  });
});

const isInstalled = existsSync(join(root, 'tools/node_modules/vitepress'));

describe('the built site', needs('VitePress, which `npm run docs` installs,', isInstalled), () => {
  test('has every page, what they link and the reference, and loads nothing from elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'consent-register-site-'));
    try {
      await promisify(execFile)(process.execPath, ['tools/docs-site.ts', '--build', folder], { cwd: root });
      const files = [...pages.map((page) => placeOf(page).replace(/\.md$/, '.html')), 'reference/index.html'];
      for (const file of [...files, 'docs/openapi.json']) expect(existsSync(join(folder, file)), file).toBe(true);
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      for (const text of texts) expect(text).not.toMatch(/<(?:link|script|img)\b[^>]*\b(?:href|src)="(?:https?:)?\/\//);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 300_000);
});
