import type { Lineage } from '../notices/lineage.ts';
import type { Table } from '../store/client.ts';
import { passesFacets } from './consent-filter.ts';
import type { ListedConsent } from './project-entries.ts';
import { readProject } from './project-entries.ts';
import type { Lapse, Retention } from './retention.ts';
import { judgeRetention } from './retention.ts';

/** A consent that was kept for long enough. */
export interface LapsedConsent extends ListedConsent, Lapse {}

/** Which consents are looked at. */
export interface RetentionQuestion {
  readonly accountId: string;
  readonly projectUids: readonly string[];
  /** The notice that they agreed to, or a version of it; any without them. */
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  readonly retention: Retention;
  readonly lineage: Lineage;
}

/** A page of a list, by what becomes of its consents; the rest stays. */
export interface RetentionPage {
  readonly lapsed: readonly LapsedConsent[];
  /** How many have ended, to versions that do not say how long they are kept. */
  readonly withoutTerm: number;
}

/**
 * The consents that were kept for long enough, project by project, the oldest first, page by page; a page may be empty. They are told from the
 * lists of projects: no record is read. A list may lag, and then lacks an end that has come; it never shows one that has not.
 *
 * @param onRead gets the number of consents on each page
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
