import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { generateInterface } from '../../build/generate.ts';

/** Where two values of JSON differ, as pointers. */
const findDifferences = (one: unknown, other: unknown, pointer = ''): string[] => {
  if (isDeepStrictEqual(one, other)) return [];
  const isEachObject = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!isEachObject) return [pointer];
  const names = new Set([one, other].flatMap((value) => Object.keys(Object(value))));
  return [...names].flatMap((name) =>
    findDifferences(Reflect.get(Object(one), name), Reflect.get(Object(other), name), `${pointer}/${name}`),
  );
};

/** What is new, gone or other in a file: members of JSON, or else the first line. */
const tellStale = (file: string, current: string, content: string): string => {
  if (current === content) return '';
  const members = file.endsWith('.json') ? findDifferences(JSON.parse(current), JSON.parse(content)) : [];
  const [before, after] = [current, content].map((text) => text.split('\n'));
  const line = after?.find((each, i) => each !== before?.[i]) ?? 'fewer lines';
  return `${file} is stale, run \`npm run generate\`: ${members.length > 0 ? members.slice(0, 5).join(', ') : line}`;
};

test.each([...(await generateInterface())])('%s is what the contract makes', async (file, content) => {
  const current = await readFile(join(import.meta.dirname, '../..', file), 'utf8');

  expect(tellStale(file, current, content)).toBe('');
});

test('what is stale names the member, and the command', () => {
  const [current, content] = [{ name: {} }, { name: {}, members: { time: {} } }].map((value) => JSON.stringify(value));

  expect(tellStale('a.json', current ?? '', content ?? '')).toBe('a.json is stale, run `npm run generate`: /members');
  expect(tellStale('a.md', 'a\nb\n', 'a\nc\n')).toBe('a.md is stale, run `npm run generate`: c');
});
