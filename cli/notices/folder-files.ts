import { readdir } from 'node:fs/promises';
import * as v from 'valibot';
import { Lang } from '../../shared/schema/vocabulary.ts';
import { CommandError } from '../command-error.ts';
import { languageCodes } from './languages.ts';
import { errorCode, whyUnread } from './text-file.ts';

/** The file that says what a notice is. */
export const definition = 'notice.json';

/** A file of a folder and what is wrong with it. */
export interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly says: string;
}

/** The file with the text in a language. */
export interface TextOf {
  readonly file: string;
  readonly lang: Lang;
}

/**
 * The files of a notice folder, without those that are none of its business.
 *
 * @throws CommandError when there is no such folder, or it is not one of a notice
 */
export const listFiles = async (path: string): Promise<string[]> => {
  const files = await readdir(path).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new CommandError(`${path}: there is no such folder.`, 'notFound');
    if (code === 'ENOTDIR')
      throw new CommandError(`${path}: is a file; give the folder that has ${definition}.`, 'usage');
    throw new CommandError(`${path}: cannot be read: ${whyUnread(error)}.`, 'usage');
  });
  if (files.includes(definition)) return files.filter((file) => !/^\.|^README\.md$/.test(file)).sort();
  throw new CommandError(`${path}: has no ${definition}, so it is not the folder of a notice.`, 'usage');
};

const languageOf = (file: string): string | undefined => /^(.+)\.(?:html|md)$/.exec(file)?.[1];

/** Those of the files that are texts. */
export const findTexts = (files: readonly string[]): TextOf[] =>
  files.flatMap((file) => {
    const lang = languageOf(file);
    return v.is(Lang, lang) ? [{ file, lang }] : [];
  });

/** Files that no notice has: a text that is not used must not go unnoticed. */
export const findForeign = (files: readonly string[]): Problem[] =>
  files
    .filter((file) => file !== definition && !v.is(Lang, languageOf(file)))
    .map((file) => ({
      file,
      says:
        languageOf(file) === undefined
          ? `is not a file of a notice; those are ${definition} and one .html or .md file for each language.`
          : `is not named after a language of notices; those are ${languageCodes}.`,
    }));

/** Texts that there are two of. */
export const findDuplicates = (texts: readonly TextOf[]): Problem[] =>
  texts.flatMap(({ file, lang }, i) => {
    const other = texts.slice(0, i).find((text) => text.lang === lang);
    return other === undefined ? [] : [{ file, says: `there is ${other.file} too; keep one of the two.` }];
  });

/** Titles without a text and texts without a title. */
export const findMismatches = (texts: readonly TextOf[], titled: readonly string[]): Problem[] => [
  ...Lang.options
    .filter((lang) => titled.includes(lang) && !texts.some((text) => text.lang === lang))
    .map((lang) => ({
      file: definition,
      says: `title has ${lang}, but there is no ${lang}.html or ${lang}.md; add it.`,
    })),
  ...texts
    .filter(({ lang }) => !titled.includes(lang))
    .map(({ file, lang }) => ({ file, says: `has no title; add ${lang} to title in ${definition}.` })),
];
