import { endOf } from '../consents/state.ts';
import type { Moment } from './consent-filter.ts';
import { momentFor } from './consent-filter.ts';
import type { PersonConsent } from './person-consents.ts';

/** Something that happened to a consent of a person. */
export interface PersonEvent {
  readonly at: Date;
  readonly event: 'given' | 'expired' | 'superseded' | 'revoked' | 'erased';
  readonly consent: PersonConsent;
}

/** Of one moment what stands first comes first. */
const order: readonly PersonEvent['event'][] = ['given', 'expired', 'superseded', 'revoked', 'erased'];

/** What time did to a consent is told where it ended it; what somebody did is always told. */
const toEvents = (consent: PersonConsent, moment: Moment): PersonEvent[] => {
  const { given, expires, superseded, revoked, erased } = consent.times;
  const end = endOf(consent.times)?.getTime();
  const byTime = [
    { at: expires, event: 'expired' as const },
    { at: superseded, event: 'superseded' as const },
  ].filter(({ at }) => at?.getTime() === end);
  const events = [
    { at: given, event: 'given' as const },
    ...byTime.slice(0, 1),
    { at: revoked, event: 'revoked' as const },
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
