import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Token } from 'marked';
import { marked } from 'marked';

const root = join(import.meta.dirname, '..');

const pages = globSync(['*.md', 'client/**/*.md', 'docs/**/*.md'], { cwd: root }).sort();

const tokensOf = (page: string): Token[] => {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(readFileSync(join(root, page), 'utf8')), (token) => {
    tokens.push(token);
  });
  return tokens;
};

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] => {
  const slugger = new GithubSlugger();
  return tokensOf(page).flatMap((token) => (token.type === 'heading' ? slugger.slug(String(token.text)) : []));
};

const linksOf = (page: string): string[] =>
  tokensOf(page)
    .flatMap((token) => (token.type === 'link' || token.type === 'image' ? String(token.href) : []))
    .filter((href) => !/^(?:https?|mailto):/.test(href));

/** Why a link leads nowhere, if it does. */
const judge = (page: string, href: string): string | undefined => {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return `${page}: ${href} is not there`;
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) return undefined;
  return `${page}: ${href} has no such heading`;
};

const links = pages.flatMap((page) => linksOf(page).map((href) => [page, href] as const));
const dead = links.flatMap(([page, href]) => judge(page, href) ?? []);
for (const line of dead) console.error(line);
if (links.length === 0) console.error('No page has a link to look at.');
process.exitCode = dead.length === 0 && links.length > 0 ? 0 : 1;
