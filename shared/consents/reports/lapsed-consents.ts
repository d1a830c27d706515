import type { Lineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import { passesFacets } from './consent-filter.ts';
import type { ListedConsent } from './project-entries.ts';
import { readProject } from './project-entries.ts';
import type { Lapse, Retention } from './retention.ts';
import { judgeRetention } from './retention.ts';

/** A consent that has been kept for long enough. */
export interface LapsedConsent extends ListedConsent, Lapse {}

/** The consents to check. */
export interface RetentionQuestion {
  readonly accountId: string;
  readonly projectUids: readonly string[];
  /** Their notice, or one of its versions. Default: any. */
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  readonly retention: Retention;
  readonly lineage: Lineage;
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
  { accountId, projectUids, pid, versionId, retention, lineage }: RetentionQuestion,
  onRead: (consents: number) => void = () => {},
): AsyncGenerator<RetentionPage> {
  const period = { before: retention.endedBefore ?? retention.now };
  for (const projectUid of projectUids) {
    for await (const page of readProject(table, accountId, projectUid, { lineage, period, order: 'oldest-first' })) {
      onRead(page.length);
      const asked = page.filter(({ facets }) => passesFacets({ pid, versionId }, facets));
      const judged = asked.map((consent) => ({ consent, verdict: judgeRetention(consent, retention) }));
      yield {
        lapsed: judged.flatMap(({ consent, verdict }) =>
          typeof verdict === 'string' ? [] : [{ ...consent, ...verdict }],
        ),
        withoutTerm: judged.filter(({ verdict }) => verdict === 'no-term').length,
      };
    }
  }
}
