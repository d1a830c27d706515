import type { EndStateName, Moment } from '../state.ts';
import { endStates, endsThrough, findEnding, isAct, momentFor } from '../state.ts';
import type { PersonConsent } from './list-consents.ts';

/** Something that happened to a consent of a person. */
export interface PersonEvent {
  readonly at: Date;
  readonly event: 'given' | 'imported' | EndStateName;
  readonly consent: PersonConsent;
}

/** The order of events of the same moment. */
const order: readonly PersonEvent['event'][] = [
  'given',
  ...endsThrough('time', 'version'),
  ...endsThrough('act').flatMap((act) => (act === 'erased' ? (['imported', act] as const) : [act])),
];

/** What people did, and how time ended the consent, if it did. */
const toEvents = (consent: PersonConsent, moment: Moment): PersonEvent[] => {
  const { times } = consent;
  const ending = findEnding(times);
  const events = [
    { at: times.given, event: 'given' as const },
    ...(ending === undefined || isAct(ending.state) ? [] : [{ at: ending.at, event: ending.state }]),
    { at: consent.imported?.at, event: 'imported' as const },
    ...endsThrough('act').map((event) => ({ at: times[endStates[event].moment], event })),
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
