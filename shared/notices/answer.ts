import * as v from 'valibot';
import { identifier, integer } from '../schema/scalar.ts';
import { texts } from '../schema/vocabulary.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead } from './notice.ts';

/** A notice in an answer; the order of its members is part of the contract (docs/contract.md, Answers). */
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

/** The answer of the interface for the current version of a notice. */
export const toConsentInformation = (
  { pid, versionId, version }: Pick<NoticeHead, 'pid' | 'versionId' | 'version'>,
  { validityDays, notification, title, descriptionHtml }: NoticeContent,
): ConsentInformation => ({ id: versionId, pid, version, validityDays, notification, title, descriptionHtml });
