import type { RequestErasureRequest, RequestedErasure } from '../../../client/typescript/index.ts';
import { isDay } from '../../../shared/time.ts';

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

export type Wrong = 'received' | 'reason' | 'reference';

const isReceived = (day: string): boolean => isDay(day) && day >= '2018-05-25' && day <= localDay();

/** What of the form the service would refuse. */
export const findWrong = ({ receivedOn, reason, reference }: Draft): readonly Wrong[] => [
  ...(isReceived(receivedOn) ? [] : (['received'] as const)),
  ...(reason === '' ? (['reason'] as const) : []),
  ...(reference.trim() === '' || /^[A-Za-z0-9][A-Za-z0-9._/#-]{0,63}$/.test(reference.trim())
    ? []
    : (['reference'] as const)),
];

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
