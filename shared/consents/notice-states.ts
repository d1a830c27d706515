import type { PersonConsent } from './list-consents.ts';
import type { Moment, StateSince } from './state.ts';
import { endOf, stateFor } from './state.ts';

/** The standing of a notice for a person at a moment. */
export interface NoticeState extends StateSince {
  readonly pid: number;
  readonly notice: string;
  /** Until when it is in force, as far as is known now. Undefined if nothing ends it, or it is not in force. */
  readonly until: Date | undefined;
  /** How many consents to the notice there are. */
  readonly consents: number;
}

/** What the standing of a notice needs of a consent. */
interface SummarisedConsent extends Pick<PersonConsent, 'times'> {
  readonly facets: Pick<PersonConsent['facets'], 'pid'>;
  readonly version: Pick<PersonConsent['version'], 'name'>;
}

type Stated = StateSince & { readonly end: number };

const earliest = (stated: readonly Stated[]): Date => new Date(Math.min(...stated.map(({ since }) => since.getTime())));

/** In force if one consent is, since the first of those. Otherwise, the state of the consent that was in force last. */
const summarise = (all: readonly Stated[]): StateSince & { readonly until: Date | undefined } => {
  const active = all.filter(({ state }) => state === 'active');
  if (active.length > 0) {
    const end = Math.max(...active.map((each) => each.end));
    const until = Number.isFinite(end) ? new Date(end) : undefined;
    return { state: 'active', since: earliest(active), until };
  }
  const { state, since } = all.reduce((last, each) => (each.end > last.end ? each : last));
  return { state, since, until: undefined };
};

/** The standing of each notice, by PID. Consents given after the requested moment do not count. */
export const toNoticeStates = (consents: readonly SummarisedConsent[], moment: Moment): NoticeState[] => {
  const notices = Map.groupBy(consents, ({ facets }) => facets.pid);
  return [...notices]
    .sort(([one], [other]) => one - other)
    .flatMap(([pid, ofNotice]) => {
      const stated = ofNotice.flatMap(({ times }) => {
        const state = stateFor(times, moment);
        return state === undefined ? [] : [{ ...state, end: endOf(times)?.getTime() ?? Number.POSITIVE_INFINITY }];
      });
      const [first] = ofNotice;
      if (first === undefined || stated.length === 0) return [];
      return [{ pid, notice: first.version.name, ...summarise(stated), consents: stated.length }];
    });
};
