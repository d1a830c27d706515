import type { Consent } from '../consents/opened-consent.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { eventsOf } from '../log/consent-leaves.ts';
import type { LogEvent } from '../log/log-event.ts';
import type { ProvableEvent } from './log-schema.ts';

/** The version to which a person agreed, and all versions of its notice, the oldest first. */
export interface Versions {
  readonly version: LineageVersion;
  readonly history: readonly LineageVersion[];
}

/** The consent to prove, as it was read for its statement, because the statement does not contain later events. */
export interface Wanted {
  readonly accountId: string;
  readonly consent: Omit<Consent, 'proof' | 'userData' | 'revokeProof' | 'bytes'>;
  /** As they were read for the statement. They may still be under way when the reading of the log begins. */
  readonly versions: Versions | Promise<Versions>;
  /** Size of the tree of a checkpoint that a reader has kept. */
  readonly treeSize?: number | undefined;
}

type Kind = Exclude<LogEvent['kind'], 'removed' | 'published' | 'key' | 'operation'>;

export const nameOfKind: Readonly<Record<Kind, Exclude<ProvableEvent, 'notice.published'>>> = {
  recorded: 'consent.recorded',
  imported: 'consent.imported',
  revoked: 'consent.revoked',
  erased: 'consent.erased',
};

export type ConsentLogEvent = Pick<LogEvent, 'id' | 'time'> & { readonly kind: Kind };

const isProvable = (event: LogEvent): event is LogEvent & ConsentLogEvent => event.kind in nameOfKind;

/**
 * The events in the statement of a consent that leaves commit to. Of an erased consent, only the erasure still has its
 * salt.
 */
export const eventsTold = ({ accountId, consent }: Pick<Wanted, 'accountId' | 'consent'>): ConsentLogEvent[] =>
  eventsOf(accountId, consent)
    .filter(isProvable)
    .filter(({ kind }) => consent.eraseTime === undefined || kind === 'erased');

/** The most versions of a notice that a document proves, so that one document costs no more than this. */
const mostVersions = 256;

/** About how many read units it takes to prove a version: its place, its checkpoint, and its tiles. */
const unitsOfVersion = 8;

/** The read units of the versions that a document proves besides the one that was agreed to. */
export const unitsOfProofs = ({ history }: Versions): number =>
  (Math.min(history.length, mostVersions) - 1) * unitsOfVersion;

/**
 * The versions to prove: all of them or, of very many, the one that was agreed to and those nearest to it. The later
 * ones are first, because only they may ask people again.
 */
export const versionsToProve = ({ version: agreed, history }: Versions): readonly LineageVersion[] => {
  const distance = ({ version }: LineageVersion): number =>
    version < agreed.version ? history.length + agreed.version - version : version - agreed.version;
  if (history.length <= mostVersions) return history;
  return [...history].sort((one, other) => distance(one) - distance(other)).slice(0, mostVersions);
};

/** Ids of the versions whose checkpoints are worth a stamp: the one that was agreed to, and the one that asks again. */
export const stampedVersions = ({ version: { id, askedAgainBy } }: Versions): ReadonlySet<string> =>
  new Set([id, ...(askedAgainBy === undefined ? [] : [askedAgainBy.id])]);
