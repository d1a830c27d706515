import * as v from 'valibot';
import { coverVersions, versionOf } from '../notices/lineage.ts';
import { dayMilliseconds } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import { batchGet } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import { ConsentEnds, linkedAttributes } from './consent.ts';
import { passesFacets } from './facets.ts';
import type { ConsentEntry, ConsentScope } from './lists.ts';
import { readProjects } from './lists.ts';
import type { EndStateName } from './state.ts';
import { findEnding, timesOf } from './state.ts';

/** A consent that has been kept for long enough. */
export interface LapsedConsent extends ConsentEntry, Lapse {}

/** The consents to check. */
export interface RetentionQuestion extends ConsentScope {
  readonly retention: Retention;
}

/** The consents of a page of a list that are due. The others stay. */
export interface RetentionPage {
  readonly lapsed: readonly LapsedConsent[];
  /** How many ended consents have a version that does not say how long to keep them. */
  readonly withoutTerm: number;
}

/**
 * The consents that have been kept for long enough, project by project, the oldest first, page by page. A page may be
 * empty. They come from the lists of projects, and no record is read. A list may lag and miss an end, but it never
 * shows an end that has not come.
 *
 * @param onRead called with the number of consents on each page
 */
export async function* readLapsed(
  table: Table,
  question: RetentionQuestion,
  onRead: (consents: number) => void = () => {},
): AsyncGenerator<RetentionPage> {
  const { pid, versionId, retention } = question;
  const period = { before: retention.endedBefore ?? retention.now };
  for await (const page of readProjects(table, question, { period, order: 'oldest-first', onPage: onRead })) {
    const asked = page.filter(({ facets }) => passesFacets({ pid, versionId }, facets));
    const judged = asked.map((consent) => ({ consent, verdict: decideRetention(consent, retention) }));
    yield {
      lapsed: judged.flatMap(({ consent, verdict }) =>
        typeof verdict === 'string' ? [] : [{ ...consent, ...verdict }],
      ),
      withoutTerm: judged.filter(({ verdict }) => verdict === 'no-term').length,
    };
  }
}

const projection = project(['PK', 'SK', ...linkedAttributes]);

/**
 * Keeps the consents whose own records also say that they have been kept for long enough: nothing brings back what is erased by
 * mistake. A record that cannot be read stays in, so that its erasure reports it.
 */
export const confirmLapsed = async (
  table: Table,
  { accountId, lineage, retention }: RetentionQuestion,
  listed: readonly LapsedConsent[],
): Promise<readonly LapsedConsent[]> => {
  const keys = listed.map(({ id }) => keyOf.consent(accountId, id));
  const items = await batchGet(table, keys, { consistent: true, projection });
  const found = listed.flatMap((consent, i) => {
    const item = items[i];
    return item === undefined ? [] : [{ consent, stored: v.safeParse(ConsentEnds, item) }];
  });
  const named = found.flatMap(({ stored }) => (stored.success ? [stored.output.versionId] : []));
  const known = await coverVersions(table, accountId, lineage, named);
  const isLapsed = ({ versionId, time: given, revokeTime: revoked, eraseTime: erased }: ConsentEnds): boolean => {
    const version = versionOf(known, versionId);
    const times = timesOf({ given, revoked, erased }, version);
    return typeof decideRetention({ times, version }, retention) !== 'string';
  };
  return found.flatMap(({ consent, stored }) => (!stored.success || isLapsed(stored.output) ? [consent] : []));
};

/** How long consents are kept. A consent in force is never due. */
export interface Retention {
  readonly now: Date;
  /**
   * Consents that ended before are due. Default: those that ended as many days ago as their version says
   * (`retentionDays`).
   */
  readonly endedBefore?: Date | undefined;
  /** Whether consents with only their evidence left are due too. */
  readonly withErased: boolean;
}

/** Why a consent is due. */
interface Lapse {
  readonly ending: EndStateName;
  /** Since when it is due. */
  readonly dueSince: Date;
}

/** The verdict about a consent: it is due, its version has no term, or it stays. */
export type RetentionVerdict = Lapse | 'no-term' | 'kept';

/**
 * Whether a consent has been kept for long enough. Its own end counts, whatever the person agreed to later
 * (docs/officers.md, How long is it kept?).
 */
export const decideRetention = (
  { times, version }: Pick<ConsentEntry, 'times' | 'version'>,
  { now, endedBefore, withErased }: Retention,
): RetentionVerdict => {
  const end = findEnding(times);
  if (end === undefined || end.at > now || (times.erased !== undefined && !withErased)) return 'kept';
  if (endedBefore !== undefined) return end.at < endedBefore ? { ending: end.state, dueSince: end.at } : 'kept';
  if (version.retentionDays === undefined) return 'no-term';
  const dueSince = end.at.getTime() + version.retentionDays * dayMilliseconds;
  return dueSince <= now.getTime() ? { ending: end.state, dueSince: new Date(dueSince) } : 'kept';
};
