import { join } from 'node:path';
import { limits } from '../../shared/limits.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { compress } from '../../shared/store/compression.ts';
import { itemSize } from '../../shared/store/item-size.ts';
import { CommandError } from '../command-error.ts';
import type { Problem } from './folder-files.ts';
import { definition, findDuplicates, findForeign, findMismatches, findTexts, listFiles } from './folder-files.ts';
import { inOrder } from './languages.ts';
import type { NoticeFile } from './notice-file.ts';
import { parseNoticeFile, unreadNoticeFile } from './notice-file.ts';
import { readNoticeText } from './notice-text.ts';
import { readTextFile } from './text-file.ts';

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
