import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** The rooms of the tree, in the order in which a reader meets them. */
const rooms = ['functions', 'shared', 'infra', 'verifier', 'pages', 'cli', 'client', 'tools', 'test', 'docs'];

const list = read('README.md');

/** A page's decisions: a heading, and the text up to the next. */
const sectionsOf = (page: string): { readonly heading: string; readonly text: string }[] =>
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      heading: section.slice(0, section.indexOf('\n')),
      text: section.slice(section.indexOf('\n')),
    }));

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const decisions = ['README', ...rooms].flatMap((room) =>
  sectionsOf(read(`${room}.md`)).map((section) => ({ room, ...section })),
);

test('every room has a page of decisions, and nothing else has one', () => {
  expect(globSync('*', { cwd: folder }).toSorted()).toEqual(
    [...rooms, 'README'].map((room) => `${room}.md`).toSorted(),
  );
  expect(decisions.length).toBeGreaterThan(35);
});

describe('a decision', () => {
  test.each(decisions)('$heading ($room) says what is chosen, why, and what was rejected', ({ text }) => {
    expect([...text.matchAll(/^\*\*(Chosen|Why|Rejected)\.\*\*/gm)].map(([, part]) => part)).toEqual([
      'Chosen',
      'Why',
      'Rejected',
    ]);
  });
});

test('the list has every decision of every room', () => {
  const rows = rooms.map((room) => {
    const links = sectionsOf(read(`${room}.md`)).map(({ heading }) => `[${heading}](${room}.md#${anchorOf(heading)})`);
    return `| [${room}](${room}.md) | ${links.join(', ')} |`;
  });

  expect(list.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows);
});
