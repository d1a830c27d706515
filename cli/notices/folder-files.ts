import { readdir } from 'node:fs/promises';
import * as v from 'valibot';
import { Lang } from '../../shared/schema/vocabulary.ts';
import { CommandError } from '../command-error.ts';
import { languageCodes } from './languages.ts';
import { errorCode, whyUnread } from './text-file.ts';

/** The file that describes the notice. */
export const definition = 'notice.json';

/** A file of a folder, and what is wrong with it. */
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
 * The files of a notice folder, without unrelated files.
 *
 * @throws CommandError when the folder does not exist or is not a notice folder
 */
export const listFiles = async (path: string): Promise<string[]> => {
  const files = await readdir(path).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new CommandError(`${path}: this folder does not exist. Check the path.`, 'notFound');
    if (code === 'ENOTDIR')
      throw new CommandError(`${path}: is a file. Give the folder that contains ${definition}.`, 'usage');
    throw new CommandError(`${path}: cannot be read: ${whyUnread(error)}.`, 'usage');
  });
  if (files.includes(definition)) return files.filter((file) => !/^\.|^README\.md$/.test(file)).sort();
  throw new CommandError(
    `${path}: has no ${definition}, so it is not a notice folder. Add the file, or give another folder.`,
    'usage',
  );
};

const languageOf = (file: string): string | undefined => /^(.+)\.(?:html|md)$/.exec(file)?.[1];

/** The text files among the files. */
export const findTexts = (files: readonly string[]): TextOf[] =>
  files.flatMap((file) => {
    const lang = languageOf(file);
    return v.is(Lang, lang) ? [{ file, lang }] : [];
  });

/** Files that do not belong in a notice folder: a text that would not be used must be reported. */
export const findForeign = (files: readonly string[]): Problem[] =>
  files
    .filter((file) => file !== definition && !v.is(Lang, languageOf(file)))
    .map((file) => ({
      file,
      says:
        languageOf(file) === undefined
          ? `is not a file of a notice. A notice folder has ${definition} and one .html or .md file for each language.`
          : `is not named after a language of notices. The languages are ${languageCodes}.`,
    }));

/** Texts that exist twice. */
export const findDuplicates = (texts: readonly TextOf[]): Problem[] =>
  texts.flatMap(({ file, lang }, i) => {
    const other = texts.slice(0, i).find((text) => text.lang === lang);
    return other === undefined ? [] : [{ file, says: `exists as ${other.file} too. Keep one of the two.` }];
  });

/** Titles without a text, and texts without a title. */
export const findMismatches = (texts: readonly TextOf[], titled: readonly string[]): Problem[] => [
  ...Lang.options
    .filter((lang) => titled.includes(lang) && !texts.some((text) => text.lang === lang))
    .map((lang) => ({
      file: definition,
      says: `title has ${lang}, but there is no ${lang}.html or ${lang}.md. Add it.`,
    })),
  ...texts
    .filter(({ lang }) => !titled.includes(lang))
    .map(({ file, lang }) => ({ file, says: `has no title. Add ${lang} to title in ${definition}.` })),
];
