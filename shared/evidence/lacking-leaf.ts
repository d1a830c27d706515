import { isSameBytes } from '../bytes.ts';
import type { StoredConsent } from '../consents/consent.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import { eventsOf } from '../log/consent-leaves.ts';
import type { LeafPlace } from '../log/index-rows.ts';
import type { LoggedEnd } from '../log/leaf-index.ts';
import type { LeafStatement } from '../log/leaf-statement.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { Problem } from '../problem.ts';
import type { DocumentLog } from './log-schema.ts';
import { placeLeaf } from './placed-leaf.ts';
import type { Statement } from './statement-schema.ts';

/** A leaf of the log that the table lacks, or contradicts. */
export interface LackingLeaf {
  readonly event: LeafStatement['event'];
  /** Of the consent, or of the version. */
  readonly id: string;
  readonly index: number;
  /** The table has it, with another content. */
  readonly isOther?: true;
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
 * erased in the millisecond of its revocation has both moments, and no longer the event. A revocation that was imported
 * stands in the log at the moment of the import, and was never later: of an erased consent no other leaf says when.
 */
const isRecorded = ({ accountId, consent }: Recorded, { kind, time }: LoggedEnd): boolean => {
  const { revokeTime, eraseTime } = consent;
  if (kind === 'revoked' && revokeTime !== undefined && revokeTime.getTime() > time) return false;
  return (
    eventsOf(accountId, consent).some((event) => event.kind === kind && event.time === time) ||
    (kind === 'revoked' && eraseTime !== undefined && revokeTime?.getTime() === time)
  );
};

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

/**
 * The first leaf of a proof of which the statement says something else than the log: its hash, made from the statement,
 * does not lead to the root of the checkpoint. Somebody changed the table without taking anything out of it.
 */
export const findContradicted = async (
  { checkpoints, leaves }: Pick<DocumentLog, 'checkpoints' | 'leaves'>,
  statement: Statement,
): Promise<LackingLeaf | undefined> => {
  const heads = checkpoints.flatMap(({ note }) => parseCheckpoint(note) ?? []);
  const roots = new Map(heads.map(({ size, root }) => [size, root]));
  const placed = await Promise.all(leaves.map((leaf) => placeLeaf(leaf, statement)));
  const found = placed.find(({ leaf, root }) => {
    const inLog = roots.get(leaf.size);
    return inLog !== undefined && (root === undefined || !isSameBytes(root, inLog));
  });
  if (found === undefined) return undefined;
  const { leaf } = found;
  const id = leaf.event === 'notice.published' ? leaf.versionId : statement.id;
  return { event: leaf.event, id, index: leaf.index, isOther: true };
};

/** Names the leaf, and the record only of a version: the caller knows the consent. */
export const tellLacking = ({ event, id, index, isOther }: LackingLeaf): string =>
  `Leaf ${index} of the log is ${isOther ? 'not ' : ''}${event}${event === 'notice.published' ? ` of ${id}` : ''}${isOther ? ' as the table of the register has it' : ', and the table of the register lacks it'}: somebody has changed the table. No document of this consent is signed until it is put back.`;

/** The 503 that refuses a document. */
export const historyIncomplete = (lacking: LackingLeaf): Problem =>
  new Problem('evidence.history-incomplete', { detail: `${tellLacking(lacking)} Tell the operator of the service.` });
