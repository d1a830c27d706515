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

const headingsOf = (page: string): string[] => {
  const { text, nodes } = readPage(page);
  return nodes.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const [first, last] = [node.children[0], node.children.at(-1)];
    return text.slice(first?.position?.start.offset, last?.position?.end.offset);
  });
};

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] => {
  const slugger = new GithubSlugger();
  return headingsOf(page).map((heading) => slugger.slug(heading));
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

/** Sections that a source cites, as in `docs/log.md, Repair`, in one line or several of a comment. */
const citationsOf = (source: string): (readonly [page: string, section: string])[] => {
  const text = readFileSync(join(root, source), 'utf8').replaceAll(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  const found = text.matchAll(/\b((?:docs\/[\w-]+|SECURITY)\.md), ([A-Z][^().;:`']+)[).;:]/g);
  return [...found].map(([, page = '', section = '']) => [page, section.trim()] as const);
};

/** Why a citation leads nowhere, if it does. A heading may go on, as with the article of a law. */
const judgeCitation = (source: string, page: string, section: string): string | undefined => {
  const isFound = existsSync(join(root, page)) && headingsOf(page).some((heading) => heading.startsWith(section));
  return isFound ? undefined : `${source}: ${page} has no section ${section}`;
};

const sources = globSync(['{functions,shared,verifier,pages,infra,cli,build,client,tools,test}/**/*.{ts,tsx,py}'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
});

const links = pages.flatMap((page) => linksOf(page).map((href) => [page, href] as const));
const gone = pages.flatMap((page) =>
  filesOf(page).flatMap((file) => (isThere(file) ? [] : `${page}: ${file} is not there`)),
);
const citations = sources.flatMap((source) => citationsOf(source).map((cited) => [source, ...cited] as const));
const dead = [
  ...links.flatMap(([page, href]) => judge(page, href) ?? []),
  ...gone,
  ...citations.flatMap((citation) => judgeCitation(...citation) ?? []),
];
for (const line of dead) console.error(line);
const isIdle = links.length === 0 || citations.length === 0;
if (isIdle) console.error('No page has a link, or no source cites a section.');
process.exitCode = dead.length === 0 && !isIdle ? 0 : 1;
