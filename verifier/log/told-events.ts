import { versionsNamed } from '../../shared/evidence/leaf-statements.ts';
import type { NamedLeaf, ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { ToldEvent } from '../saying.ts';
import type { Place } from '../verification.ts';

/** The part of the document that states each event. */
const parts: Readonly<Record<ProvableEvent, Place>> = {
  'consent.recorded': 'record',
  'consent.imported': 'record',
  'consent.revoked': 'revocation',
  'consent.erased': 'erasure',
  'notice.published': 'notice',
};

/** What a leaf tells, for words. */
export const toldOf = (leaf: NamedLeaf, statement: Statement): ToldEvent => ({
  event: leaf.event,
  version: leaf.event === 'notice.published' ? (versionsNamed(leaf.versionId, statement)[0]?.version ?? null) : null,
});

export const partOf = ({ event }: NamedLeaf): Place => parts[event];
