import type { Consent } from '../consents/opened-consent.ts';
import { timeOf } from '../identifier.ts';
import { eventsOf } from '../transparency/consent-leaves.ts';
import type { LogEvent } from '../transparency/log-event.ts';
import type { ProvableEvent } from './log-schema.ts';

/** The consent to prove, as it was read for its statement, because the statement does not contain later events. */
export interface Wanted {
  readonly accountId: string;
  readonly consent: Omit<Consent, 'proof' | 'userData' | 'revokeProof' | 'bytes'>;
  /** Size of the tree of a checkpoint that a reader has kept. */
  readonly treeSize?: number | undefined;
}

type Kind = Exclude<LogEvent['kind'], 'removed' | 'key'>;

export const nameOfKind: Readonly<Record<Kind, ProvableEvent>> = {
  recorded: 'consent.recorded',
  imported: 'consent.imported',
  revoked: 'consent.revoked',
  erased: 'consent.erased',
  published: 'notice.published',
};

export type ProvableLogEvent = Pick<LogEvent, 'id' | 'time'> & { readonly kind: Kind };

const isProvable = (event: LogEvent): event is LogEvent & ProvableLogEvent => event.kind in nameOfKind;

/**
 * The events in the statement of a consent that leaves commit to. Of an erased consent, only the erasure still has its
 * salt.
 */
export const eventsTold = ({ accountId, consent }: Wanted): ProvableLogEvent[] => [
  ...eventsOf(accountId, consent)
    .filter(isProvable)
    .filter(({ kind }) => consent.eraseTime === undefined || kind === 'erased'),
  { kind: 'published', id: consent.versionId, time: timeOf(consent.versionId).getTime() },
];
