import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Place } from '../verification.ts';

/** How sentences name what a leaf says, and the part of the document that says it. */
const names: Readonly<Record<ProvableEvent, { readonly what: string; readonly part: Place }>> = {
  'consent.recorded': { what: 'the consent', part: 'record' },
  'consent.imported': { what: 'the consent', part: 'record' },
  'consent.revoked': { what: 'the revocation', part: 'revocation' },
  'consent.erased': { what: 'what stays of the erased consent', part: 'erasure' },
  'notice.published': { what: 'the publication of the notice version', part: 'notice' },
};

export const whatOf = (event: ProvableEvent): string => names[event].what;

export const partOf = (event: ProvableEvent): Place => names[event].part;
