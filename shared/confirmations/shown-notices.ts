import { parseNoticeText } from '../notices/notice.ts';
import type { Lang } from '../schema/vocabulary.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Contents } from './draft.ts';

/** A version of a notice as the mail and the page show it. */
export interface ShownNotice {
  readonly pid: number;
  readonly title: string;
  readonly descriptionHtml: string;
  /** The language of its text, which may have none in that of the request. */
  readonly lang: Lang;
}

const choose = (texts: Readonly<Partial<Record<Lang, string>>>, wanted: Lang): readonly [Lang, string] => {
  const known = [wanted, 'eng' as const].find((lang) => texts[lang] !== undefined);
  const [first] = Object.entries(texts) as [Lang, string][];
  return known === undefined ? (first ?? [wanted, '']) : [known, texts[known] ?? ''];
};

/** The versions of a request as they were when it was made: in its language, or else in English, or else in one that they have. */
export const readShownNotices = async (
  table: Table,
  accountId: string,
  { versions, lang: wanted }: Pick<Contents, 'versions' | 'lang'>,
): Promise<readonly ShownNotice[]> => {
  const keys = versions.map(({ versionId }) => keyOf.noticeText(accountId, versionId));
  const items = await batchGetNamed(table, keys);
  return versions.map(({ pid }, i) => {
    const item = items[i];
    if (item === undefined) throw new Error('The text of a version is not there.');
    const { title, descriptionHtml } = parseNoticeText(item);
    const [lang, text] = choose(descriptionHtml, wanted);
    return { pid, lang, descriptionHtml: text, title: choose(title, lang)[1] };
  });
};
