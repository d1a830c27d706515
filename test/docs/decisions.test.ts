import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const names = globSync('[0-9]*.md', { cwd: folder })
  .map((path) => basename(path))
  .sort();

const decisionLink = String.raw`\[\d{4}\]\(\d{4}-[\w-]+\.md\)`;

/** `accepted` with its month, or what replaced the decision, wholly or in part. */
const statusForm = new RegExp(
  String.raw`^(?:(accepted), \d{4}-(?:0[1-9]|1[0-2])|(replaced|partly replaced) by ${decisionLink}(?:(?:,| and) ${decisionLink})*)$`,
);

/** The title, and the line that follows it. */
const headOf = (name: string): { readonly number: string; readonly title: string; readonly status: string } => {
  const [, number = '', title = '', status = ''] = /^# (\d{4}): (.+)\n\nStatus: (.+)\n\n/.exec(read(name)) ?? [];
  return { number, title, status };
};

const linksIn = (text: string): [number: string, file: string][] =>
  [...text.matchAll(/\[(\d{4})\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, number = '', file = '']) => [number, file]);

/** What the list says of a decision. */
const listStatus = (name: string): string => {
  const { status } = headOf(name);
  const [, accepted, replaced] = statusForm.exec(status) ?? [];
  const by = linksIn(status).map(([number]) => number);
  return accepted ?? `${replaced} by ${by.join(', ')}`;
};

const rows = read('README.md')
  .split('\n')
  .filter((line) => /^\| \[\d/.test(line));

test('decisions are numbered without gaps', () => {
  expect(names.map((name) => name.slice(0, 4))).toEqual(names.map((_, i) => String(i + 1).padStart(4, '0')));
  expect(names.length).toBeGreaterThan(40);
});

test.each(names)('%s has its number, a status of an allowed form, and all parts', (name) => {
  const { number, status } = headOf(name);

  expect(name.startsWith(`${number}-`)).toBe(true);
  expect(status).toMatch(statusForm);
  expect([...read(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    'Context',
    'Options',
    'Decision',
    'Consequences',
  ]);
});

test.each(names)('%s is replaced, if at all, by later decisions that exist', (name) => {
  const { number, status } = headOf(name);

  for (const [other, file] of linksIn(status)) {
    expect(names).toContain(file);
    expect(headOf(file).number).toBe(other);
    expect(other > number).toBe(true);
  }
});

test('the list has every decision once, with its title and status', () => {
  const expected = names.map((name) => {
    const { number, title } = headOf(name);
    return `| [${number}](${name}) | ${title} | ${listStatus(name)} |`;
  });

  expect(rows.toSorted()).toEqual(expected);
});
