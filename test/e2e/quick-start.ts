import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newFolder } from '../support/make/machine.ts';
import type { Outcome } from './command.ts';
import { run } from './command.ts';
import { repository } from './service.ts';

/** Info string of a block of docs/quick-start.md -> the program that runs it. */
export const programs = { bash: 'bash', js: 'node' } as const;

/** A language that the quick start has a first consent in. */
export type ProgramLanguage = keyof typeof programs;

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) => block);

/** The blocks of shell lines of a page, or of a part of it. */
export const shellBlocks = async (page: string, from = '', until?: string): Promise<string[]> => {
  const text = await readFile(join(repository, page), 'utf8');
  return blocksOf(text.slice(text.indexOf(from), until === undefined ? undefined : text.indexOf(until)), 'sh');
};

/** The one program in a language below a heading of the quick start. */
export const programBelow = async (heading: string, language: ProgramLanguage): Promise<string> => {
  const text = await readFile(join(repository, 'docs/quick-start.md'), 'utf8');
  const [, section = ''] = new RegExp(`^## ${heading}$(.*?)^## `, 'ms').exec(text) ?? [];
  const blocks = blocksOf(section, language);
  expect(blocks).toHaveLength(1);
  return blocks[0] ?? '';
};

/** Runs a program on the service at a URL, as somebody does who saved it and set the key. */
export const runProgram = async (
  language: ProgramLanguage,
  source: string,
  baseUrl: string,
  key: string,
): Promise<Outcome> => {
  const file = join(newFolder(), `first.${language === 'js' ? 'mjs' : language}`);
  await writeFile(file, source.replaceAll('http://127.0.0.1:3000', baseUrl));
  return run(programs[language], [file], { REGISTER_KEY: key });
};
