import type { Ending } from '../../consents/state.ts';
import { byEnd, endings, endStates, summedEnds } from '../../consents/state.ts';
import type { SummedFigure } from './contributions.ts';

/** The sums of a day, `YYYY-MM-DD`, or of a month, `YYYY-MM`. */
export type Summed = Readonly<Record<SummedFigure, number>>;

/** The same, with the consents that a later version ended, as a report counts them. */
export interface Settled extends Readonly<Record<Ending, number>> {
  readonly span: string;
  readonly given: number;
  /** Consents in force at the end of the span. */
  readonly inForce: number;
}

export const nothingSummed: Summed = { given: 0, ...byEnd('figure', () => 0) };

const [ofPeople, ofTime] = [summedEnds.filter(({ by }) => by === 'act'), summedEnds.filter(({ by }) => by === 'time')];

/** What ended all consents in a span: acts first, and no more than there were, since a consent ends once. The version ended the rest. */
const endAll = (consents: number, summed: Summed, isLapsing: boolean): Readonly<Record<Ending, number>> => {
  const taken = new Map<Ending, number>();
  let left = consents;
  for (const { figure } of [...ofPeople, ...(isLapsing ? ofTime : [])]) {
    const some = Math.max(0, Math.min(summed[figure], left));
    taken.set(figure, some);
    left -= some;
  }
  return byEnd('figure', (name) => {
    const { by, figure } = endStates[name];
    return by === 'version' ? left : (taken.get(figure) ?? 0);
  });
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
  let inForce = 0;
  return spans.map((span) => {
    const summed = sums.get(span) ?? nothingSummed;
    const { given, ...counted } = summed;
    const ended =
      askedAgain === undefined || span < askedAgain
        ? { ...byEnd('figure', () => 0), ...counted }
        : endAll(inForce + given, summed, span === askedAgain);
    inForce += endings.reduce((left, ending) => left - ended[ending], given);
    return { span, given, ...ended, inForce };
  });
};
