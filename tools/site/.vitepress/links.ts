import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pagePatterns, placeOf } from './sidebar.ts';

export const root = join(import.meta.dirname, '../../..');

export const pages: readonly string[] = globSync([...pagePatterns], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).toSorted();

/** What a link of a page becomes on the site: a link to a page or to a file that is copied, or the name of a source. */
export type Target =
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'source'; readonly path: string };

/** Files that readers take from the site; other sources are only in the repository. */
const isServed = (path: string): boolean =>
  (path.startsWith('docs/') || path === 'LICENSE') && statSync(join(root, path)).isFile();

/** Undefined for what is no path, and for what is not there, which then fails the build as a dead link. */
export const findTarget = (page: string, href: string): Target | undefined => {
  if (href.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(href)) return undefined;
  const [path = '', fragment] = href.split('#');
  const target = relative(root, join(root, dirname(page), decodeURI(path)));
  const file = [target, join(target, 'README.md')].find((candidate) => pages.includes(candidate));
  if (file) return { kind: 'page', href: `/${placeOf(file)}${fragment === undefined ? '' : `#${fragment}`}` };
  if (!existsSync(join(root, target))) return undefined;
  return isServed(target) ? { kind: 'file', file: target } : { kind: 'source', path: target };
};

/** Anchors of headings as GitHub makes them, so that links work in both places. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
