import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { MarkdownRenderer, PageData, SiteConfig, Token, UserConfig } from 'vitepress';
import { findTarget, pages, root, toAnchor } from './links.ts';
import { home, more, placeOf, readingPaths, type SitePage } from './sidebar.ts';

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

const config: UserConfig = {
  srcDir: '..',
  srcExclude: ['**/node_modules/**', '{.github,cli,demo,infra,site,test}/**'],
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
