import * as v from 'valibot';
import { Lang, texts } from '../schema/vocabulary.ts';
import { NoticeTerms } from './terms.ts';

/** Everything that a notice version says. Its hash does not depend on where or when it is published. */
export const NoticeContent = v.object({
  validityDays: v.number(),
  notification: v.boolean(),
  title: texts,
  descriptionHtml: texts,
  ...NoticeTerms.entries,
});
export type NoticeContent = v.InferOutput<typeof NoticeContent>;

/** Languages in which a notice has a title or a text, in their fixed order. */
export const languagesOf = ({ title, descriptionHtml }: Pick<NoticeContent, 'title' | 'descriptionHtml'>): Lang[] =>
  Lang.options.filter((lang) => title[lang] !== undefined || descriptionHtml[lang] !== undefined);

/** How a caller named a notice: by the id of a version, or by its PID, which means the current version. */
export const NoticeNaming = v.picklist(['version', 'pid']);
export type NoticeNaming = v.InferOutput<typeof NoticeNaming>;

/** How the notice was named, or null if that was not kept. @param byPid as a consent stores it */
export const toNoticeNaming = (byPid: boolean | undefined): NoticeNaming | null => {
  if (byPid === undefined) return null;
  return byPid ? 'pid' : 'version';
};
