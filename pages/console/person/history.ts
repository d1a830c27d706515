import type { ListedConsent } from '../../../client/index.ts';

/** Something that happened to a consent. */
export interface PersonEvent {
  readonly time: string;
  readonly what: 'given' | 'revoked' | 'expired' | 'superseded' | 'erased';
  readonly consent: ListedConsent;
}

/** What is in force for a notice. */
export type Holding =
  | {
      readonly holds: true;
      /** The newest and the oldest consent in force. */
      readonly newest: ListedConsent;
      readonly oldest: ListedConsent;
      /** When the last of them expires; null if one never does. */
      readonly until: string | null;
    }
  | { readonly holds: false; readonly last: ListedConsent };

/** The consents of a person to one notice. */
export interface NoticeHistory {
  readonly pid: number;
  readonly holding: Holding;
  /** Newest first. */
  readonly events: readonly PersonEvent[];
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * How a consent ended by time, if nobody ended it before. It ends once: later times change nothing (docs/contract.md, States). An active consent
 * has not ended by the service's clock; the reader's clock may be wrong.
 */
const endedByTime = ({
  state,
  expiryTime,
  supersedeTime,
  revokeTime,
  eraseTime,
}: ListedConsent): readonly [string, 'expired' | 'superseded'][] => {
  if (state === 'active') return [];
  const ends = [
    ...(expiryTime === null ? [] : [[expiryTime, 'expired'] as [string, 'expired']]),
    ...(supersedeTime === null ? [] : [[supersedeTime, 'superseded'] as [string, 'superseded']]),
  ].sort(([one], [other]) => compare(one, other));
  const byPeople = [revokeTime, eraseTime].filter((time) => time !== null);
  return ends.slice(0, 1).filter(([time]) => byPeople.every((other) => time < other));
};

const eventsOf = (consent: ListedConsent): readonly PersonEvent[] => {
  const events: readonly (readonly [string | null, PersonEvent['what']])[] = [
    [consent.time, 'given'],
    ...endedByTime(consent),
    [consent.revokeTime, 'revoked'],
    [consent.eraseTime, 'erased'],
  ];
  return events.flatMap(([time, what]) => (time === null ? [] : [{ time, what, consent }]));
};

const findLast = (consents: readonly ListedConsent[], first: ListedConsent): ListedConsent =>
  consents.reduce((last, one) => (one.stateTime > last.stateTime ? one : last), first);

const latestEnd = (consents: readonly ListedConsent[]): string | null =>
  consents.some(({ expiryTime }) => expiryTime === null)
    ? null
    : (consents
        .map(({ expiryTime }) => expiryTime ?? '')
        .sort(compare)
        .at(-1) ?? null);

const holdingOf = (consents: readonly ListedConsent[], first: ListedConsent): Holding => {
  const active = consents.filter(({ state }) => state === 'active').sort((one, other) => compare(one.time, other.time));
  const [oldest, newest] = [active[0], active.at(-1)];
  return oldest && newest
    ? { holds: true, newest, oldest, until: latestEnd(active) }
    : { holds: false, last: findLast(consents, first) };
};

/** What a person agreed to and withdrew, by notice. The notice with the latest event comes first. */
export const toHistories = (consents: readonly ListedConsent[]): readonly NoticeHistory[] =>
  [...Map.groupBy(consents, ({ consentInformationPid }) => consentInformationPid)]
    .flatMap(([pid, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const events = own.flatMap(eventsOf).sort((one, other) => compare(other.time, one.time));
      return [{ pid, holding: holdingOf(own, first), events }];
    })
    .sort((one, other) => compare(other.events[0]?.time ?? '', one.events[0]?.time ?? ''));
