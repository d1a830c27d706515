import * as v from 'valibot';
import { texts } from '../schema/vocabulary.ts';
import { NoticeTerms } from './terms.ts';

/** What a notice version says. Its hash does not depend on where or when it is published. */
export const NoticeContent = v.object({
  validityDays: v.number(),
  notification: v.boolean(),
  title: texts,
  descriptionHtml: texts,
  ...NoticeTerms.entries,
});
export type NoticeContent = v.InferOutput<typeof NoticeContent>;
