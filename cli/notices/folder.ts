import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { limits } from '../../shared/api/limits.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { Lang, suggestLanguage } from '../../shared/schema/vocabulary.ts';
import { compress, itemSize } from '../../shared/store/item.ts';
import { CommandError } from '../errors.ts';
import { errorCode, readTextFile, whyUnread } from '../input/files.ts';
import type { NoticeFile } from './file.ts';
import { inOrder, languageCodes, parseNoticeFile, unreadNoticeFile } from './file.ts';
import { readNoticeText } from './text.ts';

/** A notice in files. Its name identifies it in the account when it is published again. */
export interface NoticeFolder {
  readonly name: string;
  readonly content: NoticeContent;
  /** What new versions may not have, one line each. Published versions keep it. */
  readonly refused: readonly string[];
}

/** Replaces the file name in findings about the whole folder. */
const whole = '';

/** Bytes reserved for what a stored version has besides its content. */
const versionBytes = 1024;

const readNoticeFile = async (path: string): Promise<NoticeFile> => {
  const source = await readTextFile(path);
  return 'problem' in source ? unreadNoticeFile(source.problem) : parseNoticeFile(source.text);
};

const findSizeProblems = (content: NoticeContent): Problem[] => {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes > limits.noticeBytes) {
    return [
      { file: whole, says: `the notice has ${bytes} bytes as JSON. Shorten it to at most ${limits.noticeBytes}.` },
    ];
  }
  const stored = itemSize({ content: compress(content) });
  const most = limits.itemBytes - versionBytes;
  if (stored <= most) return [];
  return [{ file: whole, says: `the notice has ${stored} bytes compressed. Shorten it to at most ${most}.` }];
};

const describeProblem = (path: string, { file, line, says }: Problem): string =>
  `${join(path, file)}${line === undefined ? '' : `:${line}`}: ${says}`;

/**
 * Reads the folder of a notice: `notice.json` and a text for each language.
 *
 * @throws CommandError with one line for each problem; problems of markup only are in the result instead
 */
export const readNoticeFolder = async (path: string): Promise<NoticeFolder> => {
  const files = await listFiles(path);
  const texts = findTexts(files);
  const { name, validityDays, notification, title, terms, ...notice } = await readNoticeFile(join(path, definition));
  const read = await Promise.all(
    texts.map(async (text) => ({ ...text, ...(await readNoticeText(join(path, text.file))) })),
  );
  const descriptionHtml = inOrder(new Map(read.map(({ lang, html }) => [lang, html])));
  const content: NoticeContent = { validityDays, notification, title, descriptionHtml, ...terms };
  const order = [definition, ...files, whole];
  const problems: readonly Problem[] = [
    ...notice.problems.map((says) => ({ file: definition, says })),
    ...(notice.titled === undefined ? [] : findMismatches(texts, notice.titled)),
    ...findForeign(files),
    ...findDuplicates(texts),
    ...read.flatMap(({ file, problems }) => problems.map((problem) => ({ file, ...problem }))),
    ...findSizeProblems(content),
  ];
  const refused = read.flatMap(({ file, refused }) => refused.map((problem) => ({ file, ...problem })));
  const describe = (all: readonly Problem[]): string[] =>
    all
      .toSorted((one, other) => order.indexOf(one.file) - order.indexOf(other.file))
      .map((problem) => describeProblem(path, problem));
  if (problems.length > 0) throw new CommandError(describe([...problems, ...refused]).join('\n'), 'usage');
  return { name, content, refused: describe(refused) };
};

/** @throws CommandError usage when the markup of a folder is refused in new versions */
export const refuseMarkup = ({ refused }: Pick<NoticeFolder, 'refused'>): void => {
  if (refused.length > 0) throw new CommandError(refused.join('\n'), 'usage');
};

/** The file that describes the notice. */
const definition = 'notice.json';

/** A file of a folder, and what is wrong with it. */
interface Problem {
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
const listFiles = async (path: string): Promise<string[]> => {
  const files = await readdir(path).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'ENOENT') throw new CommandError(`${path}: this folder does not exist. Check the path.`, 'notFound');
    if (code === 'ENOTDIR')
      throw new CommandError(`${path}: is a file. Give the folder that contains ${definition}.`, 'usage');
    throw new CommandError(`${path}: cannot be read: ${whyUnread(error)}.`, 'usage');
  });
  if (files.includes(definition)) return files.filter((file) => !/^\.|^README\.md$/.test(file)).sort();
  throw new CommandError(
    `${path}: has no ${definition}, so it is not a notice folder. Add the file (docs/notices.md shows one), or give another folder.`,
    'usage',
  );
};

const languageOf = (file: string): string | undefined => /^(.+)\.(?:html|md)$/.exec(file)?.[1];

/** The text files among the files. */
const findTexts = (files: readonly string[]): TextOf[] =>
  files.flatMap((file) => {
    const lang = languageOf(file);
    return v.is(Lang, lang) ? [{ file, lang }] : [];
  });

/** Files that do not belong in a notice folder: a text that would not be used must be reported. */
const findForeign = (files: readonly string[]): Problem[] =>
  files
    .filter((file) => file !== definition && !v.is(Lang, languageOf(file)))
    .map((file) => ({
      file,
      says:
        languageOf(file) === undefined
          ? `is not a file of a notice. A notice folder has ${definition} and one .html or .md file for each language.`
          : `is not named after a language of notices. The languages are ${languageCodes}.${suggestLanguage(languageOf(file))}`,
    }));

/** Texts that exist twice. */
const findDuplicates = (texts: readonly TextOf[]): Problem[] =>
  texts.flatMap(({ file, lang }, i) => {
    const other = texts.slice(0, i).find((text) => text.lang === lang);
    return other === undefined ? [] : [{ file, says: `exists as ${other.file} too. Keep one of the two.` }];
  });

/** Titles without a text, and texts without a title. */
const findMismatches = (texts: readonly TextOf[], titled: readonly string[]): Problem[] => [
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
