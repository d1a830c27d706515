import type { ListedConsent } from '../../../client/typescript/index.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { byEnd, endStates, endsThrough } from '../../../shared/consents/state.ts';
import type { Phase } from '../../../shared/evidence/state-statement.ts';
import { stateIn } from '../../../shared/evidence/state-statement.ts';
import { dayOf } from '../../../shared/runtime/time.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import { readTimeSpan } from '../../../shared/schema/time-span.ts';
import { toDate } from '../writing.ts';

/** Something that happened to a consent. */
export interface PersonEvent {
  readonly time: string;
  readonly what: 'given' | EndStateName;
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
      /** The latest consent if it has ended: a check before a mailing goes by it alone. */
      readonly latestEnded: ListedConsent | undefined;
    }
  | { readonly holds: false; readonly last: ListedConsent };

/** The consents of a person to one notice. */
export interface NoticeHistory {
  readonly pid: number;
  readonly holding: Holding;
  /** Oldest first, as on the page of a consent. */
  readonly events: readonly PersonEvent[];
}

/** What a person agreed to and withdrew, by notice. The notice with the latest event comes first. */
export const toHistories = (consents: readonly ListedConsent[]): readonly NoticeHistory[] =>
  [...Map.groupBy(consents, ({ consentInformationPid }) => consentInformationPid)]
    .flatMap(([pid, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const events = own.flatMap(toEvents).sort((one, other) => compare(one.time, other.time));
      return [{ pid, holding: holdingOf(own, first), events }];
    })
    .sort((one, other) => compare(other.events.at(-1)?.time ?? '', one.events.at(-1)?.time ?? ''));

/** The consents of a history, each once. */
export const consentsOf = ({ events }: NoticeHistory): readonly ListedConsent[] =>
  events.flatMap(({ what, consent }) => (what === 'given' ? [consent] : []));

/** Whether the person may be written to for the notice: before a mailing the latest consent decides. */
export const mayBeWrittenTo = ({ holding }: NoticeHistory): boolean =>
  holding.holds && holding.latestEnded === undefined;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const eventsOf = (consent: ListedConsent, end: EndStateName): readonly PersonEvent[] => {
  const time = consent[endStates[end].listed];
  return time === null ? [] : [{ time, what: end, consent }];
};

/**
 * How a consent ended by time, if nobody ended it before. It ends once: later times change nothing (docs/api.md, States). An active consent
 * has not ended by the service's clock; the reader's clock may be wrong.
 */
const endByTime = (consent: ListedConsent): readonly PersonEvent[] => {
  if (consent.state === 'active') return [];
  const ends = endsThrough('time', 'version').flatMap((end) => eventsOf(consent, end));
  const acts = endsThrough('act').flatMap((act) => eventsOf(consent, act));
  return ends
    .sort((one, other) => compare(one.time, other.time))
    .slice(0, 1)
    .filter(({ time }) => acts.every((act) => time < act.time));
};

const toEvents = (consent: ListedConsent): readonly PersonEvent[] => [
  { time: consent.time, what: 'given', consent },
  ...endByTime(consent),
  ...endsThrough('act').flatMap((act) => eventsOf(consent, act)),
];

const findLast = (consents: readonly ListedConsent[], first: ListedConsent): ListedConsent =>
  consents.reduce((last, one) => (one.since > last.since ? one : last), first);

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
  const latest = consents.reduce((last, one) => (one.id > last.id ? one : last), first);
  return oldest && newest
    ? {
        holds: true,
        newest,
        oldest,
        until: latestEnd(active),
        latestEnded: latest.state === 'active' ? undefined : latest,
      }
    : { holds: false, last: findLast(consents, first) };
};

/** Whether consents to a notice were in force on a day, and which. */
export interface StateOnDay {
  readonly holds: 'throughout' | 'partly' | 'not';
  /** Those that were in force on the day, or on a part of it. */
  readonly by: readonly ListedConsent[];
}

/** When a consent was in force within a day. */
const activeIn = (consent: ListedConsent, span: Span, now: Date): readonly Phase[] => {
  const momentOf = (time: string | null): Date | undefined => (time === null ? undefined : toDate(time));
  const ends = byEnd('moment', (name) => momentOf(consent[endStates[name].listed]));
  const { phases } = stateIn({ given: toDate(consent.time), ...ends }, span, now);
  return phases.filter(({ state }) => state === 'active');
};

/** Whether phases, one after the other or at the same time, leave no gap in a span. */
const cover = (phases: readonly Phase[], { start, end }: Span): boolean => {
  let covered = start.toISOString();
  for (const { from, until } of phases.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    if (from <= covered && until > covered) covered = until;
  }
  return covered >= end.toISOString();
};

/** @param day `YYYY-MM-DD` of UTC @param now after which nothing is known */
export const stateOnDay = (consents: readonly ListedConsent[], day: string, now = new Date()): StateOnDay => {
  const span = readTimeSpan(day);
  if (span === undefined) return { holds: 'not', by: [] };
  const own = consents.map((consent) => ({ consent, phases: activeIn(consent, span, now) }));
  const active = own.filter(({ phases }) => phases.length > 0);
  const all = active.flatMap(({ phases }) => phases);
  const part = cover(all, span) ? 'throughout' : 'partly';
  return { holds: active.length === 0 ? 'not' : part, by: active.map(({ consent }) => consent) };
};

/** Today in UTC. */
export const today = (): string => dayOf(new Date());

/** Whether a text is a day that is not to come. */
export const isPastDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && text <= today();
