import type { RequestErasureRequest, RequestedErasure, UserData } from '../../../client/typescript/index.ts';
import { isDay } from '../../../shared/runtime/time.ts';
import { toValues } from '../find/person-value.ts';

/** What is typed into the form. */
export interface Draft {
  /** `YYYY-MM-DD` of the reader's calendar. */
  readonly receivedOn: string;
  readonly reason: RequestedErasure['reason'] | '';
  readonly extent: RequestedErasure['extent'];
  readonly reference: string;
}

/** Today by the reader's clock. */
export const localDay = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

export const emptyDraft: Draft = { receivedOn: '', reason: '', extent: 'evidence', reference: '' };

/** The first day on which somebody could ask: that of the GDPR. */
export const firstDay = '2018-05-25';

export const isReceived = (day: string): boolean => isDay(day) && day >= firstDay && day <= localDay();

const partsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** A value or a part of one that is shorter stands in many references by chance. */
const fewestCharacters = 3;

/** What a reference may not have: each value without its separators, its parts, and those of an email before the `@`. */
const wordsOf = (value: string): readonly string[] => {
  const parts = partsOf(value.replace(/@.*/s, ''));
  return [parts.join(''), ...parts].filter((word) => word.length >= fewestCharacters);
};

/** Whether a reference has a value of the consents. It stays after their erasure. */
const isPersonal = (reference: string, consents: readonly { readonly userData: UserData }[]): boolean => {
  const parts = partsOf(reference);
  const written = new Set([parts.join(''), ...parts]);
  return consents.some(({ userData }) =>
    toValues(userData).some(({ value }) => wordsOf(value).some((word) => written.has(word))),
  );
};

/**
 * What is wrong with a reference: the service would refuse it, or it has a value of the person, which the service cannot know.
 *
 * @param named the consents of the request
 */
export const findWrong = (
  { reference }: Draft,
  named: readonly { readonly userData: UserData }[],
): 'referenceWrong' | 'referencePersonal' | undefined => {
  if (reference.trim() !== '' && !/^[A-Za-z0-9][A-Za-z0-9._/#-]{0,63}$/.test(reference.trim())) return 'referenceWrong';
  return isPersonal(reference, named) ? 'referencePersonal' : undefined;
};

/** The most consents of one request (`erasureRequestConsents`). */
export const mostConsents = 100;

/** The request of a draft without faults. */
export const toRequest = (
  ids: readonly string[],
  { receivedOn, reason, extent, reference }: Draft & { readonly reason: RequestedErasure['reason'] },
): RequestErasureRequest => ({
  ids: [...ids],
  receivedOn,
  reason,
  extent,
  ...(reference.trim() !== '' && { reference: reference.trim() }),
});
