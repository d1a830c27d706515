import * as v from 'valibot';
import { identifier, integer } from '../schema/scalar.ts';
import { texts } from '../schema/vocabulary.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead } from './notice.ts';

export const NoticePid = v.pipe(integer, v.description('PID of the notice.'));
export const NoticeVersionId = v.pipe(identifier, v.description('Id of the notice version.'));

/** A notice in an answer. The order of its members is part of the contract (docs/api.md, Answers). */
export const ConsentInformation = v.strictObject({
  id: NoticeVersionId,
  pid: NoticePid,
  version: v.pipe(integer, v.description('Number of the version, from 1.')),
  validityDays: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.description('Days for which a consent to the version is meant to hold. 0 means no limit.'),
  ),
  notification: v.pipe(v.boolean(), v.description('For your own use: the register does not act on it.')),
  title: v.pipe(texts, v.description('Title by language.')),
  descriptionHtml: v.pipe(texts, v.description('Text as HTML, by language.')),
});
export type ConsentInformation = v.InferOutput<typeof ConsentInformation>;

export const Notices = v.strictObject({
  data: v.pipe(v.record(v.pipe(v.string(), v.digits()), ConsentInformation), v.description('Notices by PID.')),
});

/** The current version of a notice in the form of the interface. */
export const toConsentInformation = (
  { pid, versionId, version }: Pick<NoticeHead, 'pid' | 'versionId' | 'version'>,
  { validityDays, notification, title, descriptionHtml }: NoticeContent,
): ConsentInformation => ({ id: versionId, pid, version, validityDays, notification, title, descriptionHtml });
