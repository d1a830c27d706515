import type { ReportedEvent, Since } from '../../verifier/verification.ts';
import type { Translate } from '../i18n/format.ts';

/** What a message calls an event. */
const nameEvent = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'revoked';
  if (event === 'consent.erased') return 'erased';
  if (event !== 'notice.published') return 'given';
  return version === null ? 'published' : 'version';
};

/** Since when nobody can have changed an event, in a sentence. @param write writes the time, which is in ISO 8601 */
export const describeSince = (
  { by, told, time, source }: Since,
  t: Translate,
  write: (time: string) => string,
): string =>
  t(`evidence.checks.since.${by}`, {
    event: nameEvent(told),
    version: told.version ?? '',
    time: write(time),
    source: source ?? '',
  });
