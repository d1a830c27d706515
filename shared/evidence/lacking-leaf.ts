import type { StoredConsent } from '../consents/consent.ts';
import { eventsOf } from '../log/consent-leaves.ts';
import type { LeafPlace } from '../log/index-rows.ts';
import type { LoggedEnd } from '../log/leaf-index.ts';
import type { LeafStatement } from '../log/leaf-statement.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { Problem } from '../problem.ts';

/** A leaf of the log about something that the table does not have. */
export interface LackingLeaf {
  readonly event: LeafStatement['event'];
  /** Of the consent, or of the version. */
  readonly id: string;
  readonly index: number;
}

/** What the log has of the ends of a consent, and of the versions of its notice by their ids. */
interface Logged {
  readonly ends: readonly LoggedEnd[];
  readonly versions: ReadonlyMap<string, LeafPlace>;
}

/** What the table has of the same. */
interface Recorded {
  readonly accountId: string;
  readonly consent: Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'>;
  readonly history: readonly LineageVersion[];
}

const eventNames: Readonly<Record<string, LeafStatement['event']>> = {
  revoked: 'consent.revoked',
  erased: 'consent.erased',
  removed: 'consent.removed',
};

/**
 * An end is the same only at the same moment: one that is moved into the future is as good as none. A consent that was
 * erased in the millisecond of its revocation has both moments, and no longer the event.
 */
const isRecorded = ({ accountId, consent }: Recorded, { kind, time }: LoggedEnd): boolean =>
  eventsOf(accountId, consent).some((event) => event.kind === kind && event.time === time) ||
  (kind === 'revoked' && consent.eraseTime !== undefined && consent.revokeTime?.getTime() === time);

/**
 * The first leaf of a consent or of its notice that says more than the table: somebody took a revocation, an erasure or
 * a version out of it, or one came after it was read.
 */
export const findLacking = ({ ends, versions }: Logged, recorded: Recorded): LackingLeaf | undefined => {
  const end = ends.find((each) => !isRecorded(recorded, each));
  if (end !== undefined)
    return { event: eventNames[end.kind ?? ''] ?? 'consent.removed', id: end.id, index: end.place.index };
  const known = new Set(recorded.history.map(({ id }) => id));
  const [version] = [...versions].filter(([id]) => !known.has(id));
  return version && { event: 'notice.published', id: version[0], index: version[1].index };
};

/** Says which leaf it is. Only of a version it names the record: the consent is known to whoever asks. */
export const tellLacking = ({ event, id, index }: LackingLeaf): string =>
  `Leaf ${index} of the log is ${event}${event === 'notice.published' ? ` of ${id}` : ''}, and the table of the register lacks it: somebody has changed the table. No document of this consent is signed until it is put back.`;

/** The 503 that refuses a document. */
export const historyIncomplete = (lacking: LackingLeaf): Problem =>
  new Problem('evidence.history-incomplete', { detail: `${tellLacking(lacking)} Tell the operator of the service.` });
