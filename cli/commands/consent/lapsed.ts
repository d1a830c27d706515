import type { StatedConsent } from '../../../shared/consents/list-consents.ts';
import type { LapsedConsent, RetentionPage } from '../../../shared/consents/retention.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { endNames, stateAt } from '../../../shared/consents/state.ts';
import { align } from '../../output/print.ts';
import { countConsents } from '../erasure/unfinished.ts';

/** How many consents of a notice are due, by what ended them. */
interface LapsedCount {
  readonly consentInformationName: string;
  readonly consentInformationPid: number;
  readonly endedBy: EndStateName;
  readonly consents: number;
}

/** Counts of consents that are due. */
export interface LapsedSummary {
  readonly consents: number;
  readonly counts: readonly LapsedCount[];
  /** Consents that ended and stay, because their versions set no retention. */
  readonly withoutTerm: number;
}

/** Counts page by page, without keeping the consents. */
export const summarise = async (pages: AsyncIterable<RetentionPage>): Promise<LapsedSummary> => {
  const counts = new Map<string, LapsedCount>();
  let withoutTerm = 0;
  for await (const page of pages) {
    withoutTerm += page.withoutTerm;
    for (const {
      facets: { pid },
      version: { name },
      ending,
    } of page.lapsed) {
      const key = `${pid} ${ending}`;
      const consents = (counts.get(key)?.consents ?? 0) + 1;
      counts.set(key, { consentInformationName: name, consentInformationPid: pid, endedBy: ending, consents });
    }
  }
  const sorted = [...counts.values()].sort(
    (one, other) =>
      one.consentInformationPid - other.consentInformationPid ||
      endNames.indexOf(one.endedBy) - endNames.indexOf(other.endedBy),
  );
  return { consents: sorted.reduce((sum, { consents }) => sum + consents, 0), counts: sorted, withoutTerm };
};

/** @param now the moment of the decision; a consent dated by a fast clock ends by the same clock */
const toStated = (consent: LapsedConsent, now: Date): StatedConsent => {
  const state = stateAt(consent.times, now);
  if (state === undefined) throw new Error('A consent that is over has no state.');
  return { ...consent, ...state };
};

/** The consents alone, as lists print them. */
export async function* toListed(
  pages: AsyncIterable<RetentionPage>,
  now: Date,
): AsyncGenerator<readonly StatedConsent[]> {
  for await (const { lapsed } of pages) yield lapsed.map((consent) => toStated(consent, now));
}

/** The counts by notice and by what ended the consents, for people. */
export const describeCounts = ({ counts }: LapsedSummary): string =>
  align([
    ['notice', 'PID', 'ended by', 'consents'],
    ...counts.map(({ consentInformationName, consentInformationPid, endedBy, consents }) => [
      consentInformationName,
      consentInformationPid,
      endedBy,
      consents.toLocaleString('en'),
    ]),
  ]);

/** Says how many ended consents stay; nothing if none do. */
export const describeLeft = ({ withoutTerm }: Pick<LapsedSummary, 'withoutTerm'>): string | undefined =>
  withoutTerm === 0
    ? undefined
    : `${countConsents(withoutTerm)} ${withoutTerm === 1 ? 'has ended and stays, because its version has' : 'have ended and stay, because their versions have'} no retentionDays. --ended-before purges such consents too.`;
