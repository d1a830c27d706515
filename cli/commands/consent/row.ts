import type { StatedConsent } from '../../../shared/consents/reports/list-consents.ts';
import { formatTime } from '../../../shared/time.ts';

/** The columns of a list of consents. */
export const columns = ['id', 'given', 'project', 'notice', 'version', 'lang', 'channel', 'state', 'since'] as const;

/** A consent in a list, for scripts. */
export const describeListed = ({ id, facets, version, times, state, since }: StatedConsent) => ({
  id,
  given: times.given,
  project: facets.projectUid,
  notice: version.name,
  pid: facets.pid,
  version: version.version,
  versionId: facets.versionId,
  lang: facets.lang,
  channel: facets.channel,
  state,
  since,
});

/** The same for people. */
export const toRow = (consent: StatedConsent) => {
  const { pid: _, versionId: __, ...row } = describeListed(consent);
  return { ...row, given: formatTime(row.given), since: formatTime(row.since) };
};
