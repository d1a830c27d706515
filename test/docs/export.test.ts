import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConsentLine } from '../../shared/consents/exchange/consent-line.ts';
import { NoticeLine } from '../../shared/consents/exchange/notice-line.ts';
import { Project } from '../../shared/identity/project.ts';

const [page = '', sql = ''] = ['export.md', 'export.sql'].map((name) =>
  readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8'),
);

const statementOf = (table: string): string => {
  const start = sql.indexOf(`CREATE EXTERNAL TABLE ${table} (`);
  return sql.slice(start, sql.indexOf(';', start));
};

test.each([
  ['consents', ConsentLine],
  ['notices', NoticeLine],
  ['projects', Project],
])('the statement for %s names the members of its lines, and how those are spelt', (table, { entries }) => {
  const statement = statementOf(table);
  const columns = [...statement.matchAll(/^ {2}`(\w+)` (\S+?),?$/gm)].map(([, name = '', type = '']) => [name, type]);
  const mapped = [...statement.matchAll(/'mapping\.(\w+)' = '(\w+)'/g)].map(([, column, member]) => [column, member]);
  const members = Object.keys(entries);

  expect(columns.map(([name]) => name)).toEqual(members.map((name) => name.toLowerCase()));
  expect(mapped).toEqual(members.filter((name) => /[A-Z]/.test(name)).map((name) => [name.toLowerCase(), name]));
  expect(new Set(columns.map(([, type]) => type))).toEqual(
    new Set([
      'string',
      ...(table === 'projects' ? [] : ['bigint']),
      ...(table === 'consents' ? ['map<string,string>'] : []),
      ...(table === 'notices' ? ['int'] : []),
    ]),
  );
});

test('maps are what has texts alone for values; what has others is a text', () => {
  const typeOf = (name: string) => new RegExp(`^ {2}\`${name}\` (\\S+?),?$`, 'm').exec(statementOf('consents'))?.[1];

  expect(['proof', 'revokeproof'].map(typeOf)).toEqual(['map<string,string>', 'map<string,string>']);
  expect(['userdata', 'observed', 'revokeobserved', 'imported'].map(typeOf)).toEqual(Array(4).fill('string'));
});

test('queries name columns that there are', () => {
  const queries = [...sql.matchAll(/^SELECT[\s\S]+?;/gm)].map(([query]) => query);
  const known = new Set(
    ['consents', 'notices', 'projects'].flatMap((table) =>
      [...statementOf(table).matchAll(/^ {2}`(\w+)`/gm)].map(([, name]) => name),
    ),
  );
  const words = queries
    .join('\n')
    .replaceAll(/'[^']*'/g, '')
    .matchAll(/\b(?:[cn]\.)(\w+)|\b(\w+(?:time|data|pid|id))\b/g);
  const named = [...words].map(([, qualified, bare]) => qualified ?? bare);

  expect(queries.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('every member of a line is said', () => {
  const said = [...page.matchAll(/`(\w+)`/g)].map(([, name]) => name);

  for (const { entries } of [ConsentLine, NoticeLine])
    expect(said).toEqual(expect.arrayContaining(Object.keys(entries)));
});
