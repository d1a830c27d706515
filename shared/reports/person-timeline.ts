import type { Moment } from './consent-filter.ts';
import { momentFor } from './consent-filter.ts';
import { findEnding } from './ending.ts';
import type { PersonConsent } from './person-consents.ts';

/** Something that happened to a consent of a person. */
export interface PersonEvent {
  readonly at: Date;
  readonly event: 'given' | 'expired' | 'superseded' | 'revoked' | 'imported' | 'erased';
  readonly consent: PersonConsent;
}

/** Of one moment what stands first comes first. */
const order: readonly PersonEvent['event'][] = ['given', 'expired', 'superseded', 'revoked', 'imported', 'erased'];

/** What somebody did, and how time ended the consent where it did. */
const toEvents = (consent: PersonConsent, moment: Moment): PersonEvent[] => {
  const { given, revoked, erased } = consent.times;
  const ending = findEnding(consent.times);
  const events = [
    { at: given, event: 'given' as const },
    ...(ending?.by === 'expired' || ending?.by === 'superseded' ? [{ at: ending.at, event: ending.by }] : []),
    { at: revoked, event: 'revoked' as const },
    { at: consent.imported?.at, event: 'imported' as const },
    { at: erased, event: 'erased' as const },
  ];
  const latest = momentFor(consent.times, moment);
  return events.flatMap(({ at, event }) => (at === undefined || at > latest ? [] : [{ at, event, consent }]));
};

/** What happened to the consents until the moment asked for, in the order of time. */
export const toTimeline = (consents: readonly PersonConsent[], moment: Moment): PersonEvent[] =>
  consents
    .flatMap((consent) => toEvents(consent, moment))
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        order.indexOf(one.event) - order.indexOf(other.event) ||
        (one.consent.id < other.consent.id ? -1 : 1),
    );
