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

/** The order of events of the same moment. */
const order: readonly PersonEvent['event'][] = ['given', 'expired', 'superseded', 'revoked', 'imported', 'erased'];

/** What people did, and how time ended the consent, if it did. */
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

/** The events of the consents up to the requested moment, in the order of time. */
export const toTimeline = (consents: readonly PersonConsent[], moment: Moment): PersonEvent[] =>
  consents
    .flatMap((consent) => toEvents(consent, moment))
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        order.indexOf(one.event) - order.indexOf(other.event) ||
        (one.consent.id < other.consent.id ? -1 : 1),
    );
