import { existsSync, globSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer, PageData, SiteConfig, Token, UserConfig } from 'vitepress';

const base = process.env.SITE_BASE ?? '/';

/** Where the site is written. */
const outDir = process.env.SITE_FOLDER;

/** Files that pages link, which are copied into the site. */
const linked = new Set<string>();

const toItem = ({ text, file }: SitePage) => ({ text, link: `/${placeOf(file)}` });

/** What a link says and the path of a source that is only in the repository, which the text may name already. */
const toSource = (said: readonly Token[], path: string, newToken: (type: string, tag: string) => Token): Token[] => {
  const code = newToken('code_inline', 'code');
  code.content = path;
  if (said.some(({ content }) => content !== '' && path.includes(content.replace(/\/$/, '')))) return [code];
  const space = newToken('text', '');
  space.content = ' ';
  return [...said, space, code];
};

/** Makes a link lead to a page or a file of the site; one to any other source becomes its path. */
const setTarget = (
  page: string,
  children: Token[],
  i: number,
  newToken: (type: string, tag: string) => Token,
): void => {
  const open = children[i];
  const target = open?.type === 'link_open' && findTarget(page, String(open.attrGet('href')));
  if (!open || !target) return;
  if (target.kind === 'page') open.attrSet('href', target.href);
  if (target.kind === 'file') {
    linked.add(target.file);
    open.attrSet('href', `${base}${target.file}`);
    open.attrSet('target', '_self');
    if (!target.file.endsWith('.json')) open.attrSet('download', '');
  }
  if (target.kind === 'source') {
    const end = children.findIndex(({ type }, j) => j > i && type === 'link_close');
    children.splice(i, end - i + 1, ...toSource(children.slice(i + 1, end), target.path, newToken));
  }
};

const setTargets = (md: MarkdownRenderer): void => {
  md.core.ruler.push('repository-links', ({ env, tokens, Token: Made }) => {
    const page = relative(root, env.realPath ?? env.path);
    for (const { children } of tokens) {
      for (let i = 0; children && i < children.length; i += 1) {
        setTarget(page, children, i, (type, tag) => new Made(type, tag, 0));
      }
    }
  });
};

/** The pages before and after a page in its path. */
const setNeighbours = ({ filePath, frontmatter }: PageData): void => {
  const path = readingPaths.find((reading) => reading.pages.some(({ file }) => file === filePath));
  const at = path?.pages.findIndex(({ file }) => file === filePath) ?? -1;
  const neighbour = (page: SitePage | undefined) => (page ? toItem(page) : false);
  frontmatter.prev = neighbour(path?.pages[at - 1]);
  frontmatter.next = neighbour(path?.pages[at + 1]);
};

export const root = join(import.meta.dirname, '../../..');

/** The pages of the site: every Markdown file that is for readers, as patterns from the root of the repository. */
const pagePatterns: readonly string[] = ['*.md', '{client,docs,verifier}/**/*.md'];

export const pages: readonly string[] = globSync([...pagePatterns], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).toSorted();

/** Files that readers take from the site; other sources are only in the repository. */
const isServed = (path: string): boolean =>
  /^(?:docs\/|verifier\/vectors\/|LICENSE$)/.test(path) && statSync(join(root, path)).isFile();

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
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

export const readingPaths: readonly ReadingPath[] = [
  {
    reader: 'Developer',
    pages: [
      { text: 'Quick start', file: 'docs/quick-start.md' },
      { text: 'Integrate', file: 'docs/integrate.md' },
    ],
  },
  {
    reader: 'Officer',
    pages: [
      { text: 'Officers', file: 'docs/officers.md' },
      { text: 'Evidence', file: 'docs/evidence.md' },
    ],
  },
  {
    reader: 'Operator',
    pages: [
      { text: 'Deploy', file: 'docs/deploy.md' },
      { text: 'Operate', file: 'docs/operate.md' },
      { text: 'The log', file: 'docs/log.md' },
      { text: 'Restore', file: 'docs/restore.md' },
      { text: 'Costs', file: 'docs/costs.md' },
    ],
  },
  {
    reader: 'Contributor',
    pages: [
      { text: 'Contribute', file: 'CONTRIBUTING.md' },
      { text: 'Development', file: 'docs/develop.md' },
      { text: 'Decisions', file: 'docs/decisions.md' },
      { text: 'Benchmarks', file: 'docs/benchmarks.md' },
      { text: 'Scale', file: 'docs/scale.md' },
    ],
  },
];

/** What readers look up, in no order. */
export const more: readonly SitePage[] = [
  { text: 'Glossary', file: 'docs/glossary.md' },
  { text: 'Comparison', file: 'docs/comparison.md' },
  { text: 'API', file: 'docs/api.md' },
  { text: 'Data model', file: 'docs/data-model.md' },
  { text: 'The format of evidence', file: 'docs/evidence-format.md' },
  { text: 'Vectors of evidence', file: 'verifier/vectors/README.md' },
  { text: 'Notices', file: 'docs/notices.md' },
  { text: 'Import and export', file: 'docs/import-export.md' },
  { text: 'Commands', file: 'docs/commands.md' },
  { text: 'Security', file: 'SECURITY.md' },
  { text: 'Changelog', file: 'CHANGELOG.md' },
];

/** The file of the home page. */
export const home = 'README.md';

/** Where the page of a file is on the site: README.md is what its folder shows. */
export const placeOf = (file: string): string => file.replace(/(^|\/)README\.md$/, '$1index.md');

const config: UserConfig = {
  srcDir: '../..',
  srcExclude: ['**/node_modules/**', '{.github,build,cli,infra,test,tools}/**'],
  base,
  ...(outDir === undefined ? {} : { outDir }),
  lang: 'en-GB',
  title: 'Consent Register',
  description: 'A self-hosted register of consents on AWS, with proof',
  rewrites: Object.fromEntries(pages.filter((file) => placeOf(file) !== file).map((file) => [file, placeOf(file)])),
  cacheDir: join(import.meta.dirname, '../node_modules/.cache'),
  markdown: { anchor: { slugify: toAnchor }, headers: { slugify: toAnchor }, config: setTargets },
  transformPageData: setNeighbours,
  buildEnd: async ({ outDir: written }: SiteConfig) => {
    for (const file of linked) await cp(join(root, file), join(written, file));
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    nav: [{ text: 'API reference', link: '/reference/index.html', target: '_self' }],
    sidebar: [
      { text: 'Start', items: [{ text: 'Overview', link: `/${placeOf(home)}` }] },
      ...readingPaths.map(({ reader, pages: read }) => ({ text: reader, items: read.map(toItem) })),
      { text: 'More', items: more.map(toItem) },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
};

export default config;

/** What a link of a page becomes on the site: a link to a page or to a file that is copied, or the name of a source. */
export type Target =
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'source'; readonly path: string };

/** A page of the site: its title in the sidebar and its file in the repository. */
interface SitePage {
  readonly text: string;
  readonly file: string;
}

/** What one kind of reader reads, in this order. */
export interface ReadingPath {
  readonly reader: string;
  readonly pages: readonly SitePage[];
}
