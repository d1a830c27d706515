import type { Lineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import { dayMilliseconds } from '../../time.ts';
import type { Entry } from '../listing.ts';
import type { DueConsents } from './due-answer.ts';
import type { DueConsent } from './due-consents.ts';
import { readDue, toDueCandidates } from './due-consents.ts';
import { dueSince } from './due-reasons.ts';
import type { DueConsentsRequest } from './due-request.ts';
import { dueBounds, listBounds } from './list-bounds.ts';
import type { BegunListing } from './list-page.ts';
import { beginListing, limitUnits, openListing, pickEntries } from './list-page.ts';
import type { ConsentListRequest } from './list-request.ts';
import { toListed } from './project-entries.ts';

/** The list of candidates: all consents of the project, or of all projects. */
const toListRequest = ({ projectUid, consentInformationPid, after }: DueConsentsRequest): ConsentListRequest => ({
  projectUid,
  consentInformationPid,
  after,
  period: { from: undefined, before: undefined },
  perPage: listBounds.perPage,
  values: new Map(),
});

/** Begins the list of candidates while the caller is checked. */
export const beginDue = (table: Table, accountId: string, request: DueConsentsRequest): Promise<BegunListing> =>
  beginListing(table, accountId, toListRequest(request));

/** The account, the request and the time. */
interface Asked {
  readonly accountId: string;
  readonly request: DueConsentsRequest;
  readonly now: Date;
}

const tell = (consent: DueConsent): DueConsents['data'][number] => ({
  id: consent.id,
  projectUid: consent.facets.projectUid,
  consentInformationPid: consent.facets.pid,
  consentInformationVersionId: consent.facets.versionId,
  consentInformationVersion: consent.version.version,
  lang: consent.facets.lang,
  channel: consent.facets.channel,
  time: consent.times.given.toISOString(),
  userData: consent.userData,
  reasons: consent.reasons.map(({ reason, since }) => ({ reason, since: since.toISOString() })),
  due: dueSince(consent).toISOString(),
});

/** As many rows as an answer holds, but at least one, and where the list goes on after them. */
const takeFitting = (rows: DueConsents['data'], next: string | null): DueConsents => {
  let bytes = 0;
  for (const [i, row] of rows.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (i > 0 && bytes > listBounds.bytes) return { data: rows.slice(0, i), next: rows[i - 1]?.id ?? null };
  }
  return { data: rows, next };
};

/**
 * A page of the consents whose people must be asked again, newest first, by the rules of `readDueConsents`. One call
 * reads a bounded part of the register; the next one continues after the last consent that was checked.
 *
 * @throws Problem parameters.invalid, store.unavailable
 */
export const readDuePage = async (
  table: Table,
  { accountId, request, now }: Asked,
  begun: BegunListing,
): Promise<DueConsents> => {
  const { consentInformationPid: pid, reason, days } = request;
  const question = { pid, reason, horizon: new Date(now.getTime() + days * dayMilliseconds) };
  const toCandidates = (entry: Entry, lineage: Lineage) => toDueCandidates([toListed(entry, lineage)], question);
  const listing = await openListing(table, accountId, toListRequest(request), begun);
  const { picked, next } = limitUnits(
    await pickEntries(listing, {
      most: request.perPage,
      isWanted: (entry, lineage) => toCandidates(entry, lineage).length > 0,
      needsLineage: true,
    }),
  );
  const lineage = await listing.cover(picked.map(({ facets }) => facets.versionId));
  const candidates = picked.flatMap((entry) => toCandidates(entry, lineage));
  const due = await readDue(table, accountId, candidates, dueBounds.entriesOfPerson);
  return takeFitting(due.map(tell), next);
};
