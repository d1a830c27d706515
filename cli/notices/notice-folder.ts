import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import * as v from 'valibot';
import { compress } from '../../shared/compression.ts';
import { limits } from '../../shared/limits.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { Lang as LangSchema, languages } from '../../shared/schema/vocabulary.ts';
import type { NoticeContent } from '../../shared/store/notice.ts';
import { Stop } from '../stop.ts';
import type { Metadata } from './metadata.ts';
import { parseMetadata } from './metadata.ts';
import { readText } from './text-file.ts';

/** A notice as files. `name` is how an account's notice is recognised when the folder is published again. */
export interface NoticeFolder {
  readonly name: string;
  readonly content: NoticeContent;
}

const metadataFile = 'notice.json';

/** Room for the other members of the item that holds a version. */
const itemMargin = 1_024;

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') throw new Stop(`There is no folder ${folder}.`, 'notFound');
    if (error.code === 'ENOTDIR')
      throw new Stop(`${folder} is not a folder; name the one that has ${metadataFile}.`, 'usage');
    throw new Stop(`${folder} cannot be read (${error.code}).`, 'usage');
  });
  return entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => !name.startsWith('.') && name !== 'README.md')
    .sort();
};

interface Texts {
  readonly byLanguage: ReadonlyMap<Lang, string>;
  readonly problems: readonly string[];
}

const readTexts = async (folder: string, files: readonly string[]): Promise<Texts> => {
  const byLanguage = new Map<Lang, string>();
  const problems: string[] = [];
  for (const file of files) {
    const { name, ext } = parse(file);
    const lang = v.safeParse(LangSchema, name);
    const isText = ext === '.html' || ext === '.md';
    if (!isText || !lang.success) {
      problems.push(`${file}: is not part of a notice; texts are ${languages.join(', ')}, each with .html or .md.`);
    } else if (byLanguage.has(lang.output)) {
      problems.push(`${file}: is a second text in this language; keep one.`);
    } else {
      const text = await readText(await readFile(join(folder, file)), { isMarkdown: ext === '.md' });
      byLanguage.set(lang.output, text.html);
      problems.push(...text.problems.map((problem) => `${file}: ${problem}`));
    }
  }
  return { byLanguage, problems };
};

const readMetadata = async (folder: string, files: readonly string[]) =>
  files.includes(metadataFile)
    ? parseMetadata((await readFile(join(folder, metadataFile), 'utf8')).replace(/^\uFEFF/, ''))
    : { problems: ['is missing; it has the name of the notice and its titles.'] };

const findUnpaired = ({ title }: Metadata, { byLanguage }: Texts): string[] => [
  ...languages
    .filter((lang) => title[lang] !== undefined && !byLanguage.has(lang))
    .map((lang) => `${metadataFile}: title.${lang}: has no text; write ${lang}.html or ${lang}.md.`),
  ...languages
    .filter((lang) => title[lang] === undefined && byLanguage.has(lang))
    .map((lang) => `${metadataFile}: title.${lang}: is missing, but there is a text in this language.`),
  ...(byLanguage.size === 0 && Object.keys(title).length === 0
    ? [`${metadataFile}: title: is empty; a notice has at least one language.`]
    : []),
];

/** Members in the order of the languages, so that nothing depends on the order of files. */
const inOrder = (texts: (lang: Lang) => string | undefined): Partial<Record<Lang, string>> => {
  const ordered: Partial<Record<Lang, string>> = {};
  for (const lang of languages) {
    const text = texts(lang);
    if (text !== undefined) ordered[lang] = text;
  }
  return ordered;
};

const checkSize = (content: NoticeContent): string[] => {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes > limits.noticeBytes) {
    return [
      `The notice has ${bytes} bytes as JSON and may have ${limits.noticeBytes}; shorten its texts, or link to pictures.`,
    ];
  }
  const stored = compress(content).length;
  const room = limits.itemBytes - itemMargin;
  return stored > room
    ? [`The notice has ${stored} bytes compressed and may have ${room}; link to pictures instead.`]
    : [];
};

/**
 * Reads a notice folder.
 *
 * @throws Stop that lists all that is wrong, a line for each, and what to do
 */
export const readNoticeFolder = async (folder: string): Promise<NoticeFolder> => {
  const files = await listFiles(folder);
  const { metadata, problems } = await readMetadata(folder, files);
  const texts = await readTexts(
    folder,
    files.filter((file) => file !== metadataFile),
  );
  const all = [
    ...problems.map((problem) => `${metadataFile}: ${problem}`),
    ...texts.problems,
    ...(metadata === undefined ? [] : findUnpaired(metadata, texts)),
  ].map((problem) => join(folder, problem));
  if (metadata === undefined || all.length > 0) throw new Stop(all.join('\n'), 'usage');
  const { name, title, ...settings } = metadata;
  const content = {
    ...settings,
    title: inOrder((lang) => title[lang]),
    descriptionHtml: inOrder((lang) => texts.byLanguage.get(lang)),
  };
  const tooLarge = checkSize(content).map((problem) => `${folder}: ${problem}`);
  if (tooLarge.length > 0) throw new Stop(tooLarge.join('\n'), 'usage');
  return { name, content };
};
