import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import sentenceLength from 'textlint-rule-sentence-length';
import terminology from 'textlint-rule-terminology';
import { terms } from './terms.ts';

/** Characters that a sentence may have, without the addresses of its links. Tables and blocks of code have no sentences. */
const longestSentence = 300;

/** The default export of a CommonJS module: Node leaves it in a member, Vitest takes it out. */
const defaultOf = <T extends object>(module: T | { readonly default: T }): T =>
  'default' in module ? module.default : module;

const kernel = new TextlintKernel();

/** What is wrong with the prose of a Markdown page: a line for each fault, with its place. */
export const findFaults = async (page: string, text: string): Promise<string[]> => {
  const { messages } = await kernel.lintText(text, {
    filePath: page,
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: defaultOf(markdown) }],
    rules: [
      { ruleId: 'terminology', rule: terminology, options: { defaultTerms: false, terms } },
      { ruleId: 'sentence-length', rule: defaultOf(sentenceLength), options: { max: longestSentence } },
    ],
  });
  return messages.map(({ loc: { start }, message }) => {
    const line = message.replace(
      /^Line \d+ sentence length\((\d+)\).*$/s,
      `A sentence of $1 characters, ${longestSentence} are allowed`,
    );
    return `${page}:${start.line}:${start.column} ${line}`;
  });
};
