import pMap from 'p-map';
import { atOnce } from '../runtime/retry.ts';
import { normaliseValue } from '../schema/matching.ts';
import type { Table } from '../store/table.ts';
import type { HeldValue } from './held-values.ts';
import type { PersonConsent } from './list-consents.ts';
import type { ConsentList } from './lists.ts';
import { readList, valueList } from './lists.ts';
import { nameKeys } from './person-data.ts';
import type { EndStateName, Moment } from './state.ts';
import { endStates, endsThrough, findEnding, isAct, momentFor } from './state.ts';

/** A value of a person's consents that also finds others, which may be theirs. */
export interface FurtherConsents {
  readonly key: string;
  readonly value: string;
  readonly consents: number;
  /** How many of them were given after a moment, if one was asked about. */
  readonly later?: number;
  /** Whether there may be more of them: of a long list, only the newest are read. */
  readonly isLeast: boolean;
}

const mostEntries = 5_000;

const countOthers = async (table: Table, list: ConsentList, known: ReadonlySet<string>, after: string | undefined) => {
  let [looked, consents, later] = [0, 0, 0];
  const tell = (isLeast: boolean) => ({ consents, ...(after !== undefined && { later }), isLeast });
  for await (const { entries } of readList(table, list)) {
    looked += entries.length;
    const others = entries.filter(({ id }) => !known.has(id));
    consents += others.length;
    if (after !== undefined) later += others.filter(({ id }) => id > after).length;
    if (looked >= mostEntries) return tell(true);
  }
  return tell(false);
};

/** Each findable value once, as it was first written, without names of people. */
const collect = (held: readonly HeldValue[]) => {
  const found = new Map<string, { readonly key: string; readonly value: string; readonly normalised: string }>();
  for (const { key, value } of held) {
    const normalised = normaliseValue(key, value);
    const name = JSON.stringify([key, normalised]);
    if (normalised !== '' && !nameKeys.includes(key) && !found.has(name)) found.set(name, { key, value, normalised });
  }
  return [...found.values()];
};

/**
 * The values of consents that find further consents, and how many. Names of people are left out.
 *
 * @param known ids of the consents with the values
 * @param after an id: of the further consents, those given after its moment are counted too
 */
export const findFurther = async (
  table: Table,
  accountId: string,
  held: readonly HeldValue[],
  known: ReadonlySet<string>,
  after?: string,
): Promise<FurtherConsents[]> => {
  const looked = await pMap(
    collect(held),
    async ({ key, value, normalised }) => {
      const others = await countOthers(table, valueList(accountId, [key, normalised]), known, after);
      return { key, value, ...others };
    },
    atOnce,
  );
  return looked.filter((found) => found.consents > 0 || found.isLeast);
};

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
