import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { consoleWords } from '../support/console-words.ts';

const root = join(import.meta.dirname, '../..');

const textsIn = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : Object.values(words ?? {}).flatMap(textsIn);

const shown = textsIn(consoleWords.en);

/** What a page sets in italics with a capital: a label of the console, or the head of a step there. */
const labelsOf = (text: string): string[] =>
  [...text.matchAll(/(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g)]
    .map(([, label = '']) => label)
    .filter((label) => label !== 'In the console');

test.each(['docs/data-protection.md', 'docs/console.md'])('the labels in %s are those of the console', async (page) => {
  const labels = labelsOf(await readFile(join(root, page), 'utf8'));

  expect(labels.length).toBeGreaterThan(3);
  expect(labels.filter((label) => !shown.some((text) => text.startsWith(label)))).toEqual([]);
});
