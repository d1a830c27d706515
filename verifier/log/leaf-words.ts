import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Place } from '../verification.ts';

/** The name of each event in sentences, and the part of the document that states it. */
const names: Readonly<Record<ProvableEvent, { readonly what: string; readonly part: Place }>> = {
  'consent.recorded': { what: 'the consent', part: 'record' },
  'consent.imported': { what: 'the consent', part: 'record' },
  'consent.revoked': { what: 'the revocation', part: 'revocation' },
  'consent.erased': { what: 'what is left of the erased consent', part: 'erasure' },
  'notice.published': { what: 'the publication of the notice version', part: 'notice' },
};

export const whatOf = (event: ProvableEvent): string => names[event].what;

export const partOf = (event: ProvableEvent): Place => names[event].part;
