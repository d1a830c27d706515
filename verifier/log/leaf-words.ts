import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { Place } from '../verification.ts';
import type { NamedLeaf } from './leaf-statements.ts';
import { versionsNamed } from './leaf-statements.ts';

/** The name of each event in sentences, and the part of the document that states it. */
const names: Readonly<Record<ProvableEvent, { readonly what: string; readonly part: Place }>> = {
  'consent.recorded': { what: 'the consent', part: 'record' },
  'consent.imported': { what: 'the consent', part: 'record' },
  'consent.revoked': { what: 'the revocation', part: 'revocation' },
  'consent.erased': { what: 'what is left of the erased consent', part: 'erasure' },
  'notice.published': { what: 'the publication of a notice version', part: 'notice' },
};

export const whatOf = (leaf: NamedLeaf, statement: Statement): string => {
  const { what } = names[leaf.event];
  if (leaf.event !== 'notice.published') return what;
  const [found] = versionsNamed(leaf.versionId, statement);
  return found === undefined ? what : `the publication of version ${found.version} of the notice`;
};

export const partOf = ({ event }: NamedLeaf): Place => names[event].part;
