import * as v from 'valibot';
import { identifier, integer } from '../schema/scalar.ts';
import { texts } from '../schema/vocabulary.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead } from './notice.ts';

/** Specification 2.7, in its order. */
export const ConsentInformation = v.strictObject({
  id: identifier,
  pid: integer,
  version: integer,
  validityDays: v.pipe(v.number(), v.integer(), v.minValue(0)),
  notification: v.boolean(),
  title: texts,
  descriptionHtml: texts,
});
export type ConsentInformation = v.InferOutput<typeof ConsentInformation>;

export const Notices = v.strictObject({ data: v.record(v.pipe(v.string(), v.digits()), ConsentInformation) });

/** The answer of the interface for the current version of a notice (specification 2.7). */
export const toConsentInformation = (
  { pid, versionId, version }: Pick<NoticeHead, 'pid' | 'versionId' | 'version'>,
  { validityDays, notification, title, descriptionHtml }: NoticeContent,
): ConsentInformation => ({ id: versionId, pid, version, validityDays, notification, title, descriptionHtml });
