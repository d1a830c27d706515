import type { Ending } from '../../consents/reports/ending.ts';
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

export const nothingSummed: Summed = { given: 0, withdrawn: 0, expired: 0, erased: 0 };

/** At most as many as are left, since a consent ends once. */
const take = (left: number, wanted: readonly number[]): { readonly taken: number[]; readonly left: number } => {
  let rest = left;
  const taken = wanted.map((count) => {
    const some = Math.max(0, Math.min(count, rest));
    rest -= some;
    return some;
  });
  return { taken, left: rest };
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
    const { given, withdrawn, expired, erased } = sums.get(span) ?? nothingSummed;
    if (askedAgain === undefined || span < askedAgain) {
      inForce += given - withdrawn - expired - erased;
      return { span, given, withdrawn, expired, superseded: 0, erased, inForce };
    }
    const lapsed = span === askedAgain ? expired : 0;
    const { taken, left } = take(inForce + given, [withdrawn, erased, lapsed]);
    inForce = 0;
    const [ofPersons = 0, ofOperators = 0, ofTime = 0] = taken;
    return { span, given, withdrawn: ofPersons, expired: ofTime, superseded: left, erased: ofOperators, inForce };
  });
};
