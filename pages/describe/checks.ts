import type { Check, ReportedEvent, Since, Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import type { Translate } from '../i18n/format.ts';
import type { EvidenceText } from './writing.ts';

/** How something stands that was checked. */
export type Look = 'holds' | 'fails' | 'asks' | 'notes';

/** A check that is neither held nor failed is for the reader to judge, or the verdict and the page tell it elsewhere. */
export const lookOf = (check: Check): Look => {
  if (check.holds !== null) return check.holds ? 'holds' : 'fails';
  return isDoubt(check) ? 'asks' : 'notes';
};

/** The names of the checks that fail, each once. */
export const listFailing = ({ checks }: Pick<Verification, 'checks'>, { t }: EvidenceText): string =>
  [
    ...new Set(checks.filter(({ holds }) => holds === false).map(({ name }) => t(`evidence.checks.names.${name}`))),
  ].join(', ');

const countLooks = ({ checks }: Verification, look: Look): number =>
  checks.filter((check) => lookOf(check) === look).length;

/** How many checks hold, fail, and are left to the reader. */
export const countChecks = (verification: Verification, { t }: EvidenceText): string =>
  t('evidence.checks.count', {
    held: countLooks(verification, 'holds'),
    failed: countLooks(verification, 'fails'),
    open: countLooks(verification, 'asks'),
    notes: countLooks(verification, 'notes'),
  });

/** What a message calls an event. */
const nameEvent = ({ event, version }: ReportedEvent): string => {
  if (event === 'consent.revoked') return 'revoked';
  if (event === 'consent.erased') return 'erased';
  if (event !== 'notice.published') return 'given';
  return version === null ? 'published' : 'version';
};

/** Since when nobody can have changed an event, in a sentence. @param write writes the time, which is in ISO 8601 */
export const describeSince = (
  { by, event, time, source }: Since,
  t: Translate,
  write: (time: string) => string,
): string =>
  t(`evidence.checks.since.${by}`, {
    event: nameEvent(event),
    version: event.version ?? '',
    time: write(time),
    source: source ?? '',
  });
