import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Token } from 'marked';
import { marked } from 'marked';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const pages = globSync(['*.md', 'client/**/*.md', 'docs/**/*.md'], { cwd: root }).sort();

const tokensOf = (page: string): Token[] => {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(readFileSync(join(root, page), 'utf8')), (token) => {
    tokens.push(token);
  });
  return tokens;
};

/** Anchors of headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  tokensOf(page).flatMap((token) =>
    token.type === 'heading'
      ? String(token.text)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(' ', '-')
      : [],
  );

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

test.each(pages)('the links of %s lead somewhere', (page) => {
  expect(linksOf(page).flatMap((href) => judge(page, href) ?? [])).toEqual([]);
});

test('there are links to look at', () => {
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(100);
});
