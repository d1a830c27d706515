import type { EndStateName } from '../../consents/state.ts';
import { byEndState, endNames, endStates, isAct, summedEnds } from '../../consents/state.ts';
import type { SummedFigure } from './contributions.ts';

/** The sums of a day, `YYYY-MM-DD`, or of a month, `YYYY-MM`. */
export type Summed = Readonly<Record<SummedFigure, number>>;

/** The same, with the consents that a later version ended, as a report counts them. */
export interface Settled extends Readonly<Record<EndStateName, number>> {
  readonly span: string;
  readonly given: number;
  /** Consents in force at the end of the span. */
  readonly active: number;
}

export const nothingSummed: Summed = { given: 0, ...byEndState(() => 0) };

const [ofPeople, ofTime] = [summedEnds.filter(isAct), summedEnds.filter((name) => !isAct(name))];

/** What ended all consents in a span: acts first, and no more than there were, since a consent ends once. The version ended the rest. */
const endAll = (consents: number, summed: Summed, isLapsing: boolean): Readonly<Record<EndStateName, number>> => {
  const taken = new Map<EndStateName, number>();
  let left = consents;
  for (const name of [...ofPeople, ...(isLapsing ? ofTime : [])]) {
    const some = Math.max(0, Math.min(summed[name], left));
    taken.set(name, some);
    left -= some;
  }
  return byEndState((name) => (endStates[name].by === 'version' ? left : (taken.get(name) ?? 0)));
};

/**
 * What happened to the consents to a version, by day or month. Once a later version asks again, none is in force:
 * consents that have not ended by then are superseded, and later ones are superseded at once. A consent that expires in
 * the span in which that version came counts as expired.
 *
 * @param sums all since the first, by span
 * @param askedAgain the span in which a later version asked again
 */
export const settle = (sums: ReadonlyMap<string, Summed>, askedAgain?: string): Settled[] => {
  const spans = [...new Set([...sums.keys(), ...(askedAgain === undefined ? [] : [askedAgain])])].sort();
  let active = 0;
  return spans.map((span) => {
    const summed = sums.get(span) ?? nothingSummed;
    const { given, ...counted } = summed;
    const ended =
      askedAgain === undefined || span < askedAgain
        ? { ...byEndState(() => 0), ...counted }
        : endAll(active + given, summed, span === askedAgain);
    active += endNames.reduce((left, name) => left - ended[name], given);
    return { span, given, ...ended, active };
  });
};
