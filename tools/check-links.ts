import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

const root = join(import.meta.dirname, '..');

const pages = globSync(['*.md', '{client,docs,verifier}/**/*.md'], { cwd: root }).sort();

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

interface Page {
  readonly text: string;
  readonly nodes: readonly Nodes[];
}

const parsed = new Map<string, Page>();

const parsePage = (page: string): Page => {
  const text = readFileSync(join(root, page), 'utf8');
  const nodes: Nodes[] = [];
  visit(parser.parse(text), (node) => {
    nodes.push(node);
  });
  return { text, nodes };
};

/** A page, which is parsed once. */
const readPage = (name: string): Page => {
  const page = parsed.get(name) ?? parsePage(name);
  parsed.set(name, page);
  return page;
};

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] => {
  const slugger = new GithubSlugger();
  const { text, nodes } = readPage(page);
  return nodes.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const [first, last] = [node.children[0], node.children.at(-1)];
    return slugger.slug(text.slice(first?.position?.start.offset, last?.position?.end.offset));
  });
};

const linksOf = (page: string): string[] =>
  readPage(page)
    .nodes.flatMap((node) => ('url' in node ? node.url : []))
    .filter((href) => !/^(?:https?|mailto):/.test(href));

/** Why a link leads nowhere, if it does. */
const judge = (page: string, href: string): string | undefined => {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: ${href} is not there`;
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) return undefined;
  return `${page}: ${href} has no such heading`;
};

/** Files of the sources that a page names, from the root or, as the data model does, from `shared/`. */
const filesOf = (page: string): string[] =>
  readPage(page).nodes.flatMap((node) =>
    node.type === 'inlineCode' && /^(?:[\w-]+\/)+[\w.-]+\.tsx?$/.test(node.value) ? node.value : [],
  );

const isThere = (file: string): boolean => ['', 'shared'].some((folder) => existsSync(join(root, folder, file)));

const links = pages.flatMap((page) => linksOf(page).map((href) => [page, href] as const));
const gone = pages.flatMap((page) =>
  filesOf(page).flatMap((file) => (isThere(file) ? [] : `${page}: ${file} is not there`)),
);
const dead = [...links.flatMap(([page, href]) => judge(page, href) ?? []), ...gone];
for (const line of dead) console.error(line);
if (links.length === 0) console.error('No page has a link to look at.');
process.exitCode = dead.length === 0 && links.length > 0 ? 0 : 1;
