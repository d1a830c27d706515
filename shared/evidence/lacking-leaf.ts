import { isSameBytes } from '../bytes.ts';
import type { StoredConsent } from '../consents/consent.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import { eventsOf } from '../log/consent-leaves.ts';
import type { ConsentLeaves, LoggedLeaf } from '../log/leaf-items.ts';
import { endKinds } from '../log/leaf-items.ts';
import type { LeafStatement } from '../log/leaf-statement.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import { Problem } from '../problem.ts';
import { tellLeaf } from './leaf-statements.ts';
import type { DocumentLog, NamedLeaf } from './log-schema.ts';
import { entryOf, placeLeaf } from './placed-leaf.ts';
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

/** A leaf of the log that a document names, and its salt. */
export interface SaltedLeaf {
  readonly named: NamedLeaf;
  readonly leaf: LoggedLeaf;
  readonly salt: Uint8Array;
}

/** What the log has of a consent, and of the versions of its notice by their ids. */
interface Logged {
  readonly leaves: ConsentLeaves;
  readonly ofVersions: ReadonlyMap<string, LoggedLeaf>;
}

/** What the table has of the same. */
interface Recorded {
  readonly accountId: string;
  readonly consent: Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'>;
  readonly history: readonly LineageVersion[];
}

type EndKind = (typeof endKinds)[number];

/**
 * An end is the same only at the same moment: one that is moved into the future is as good as none. A consent that was
 * erased in the millisecond of its revocation has both moments, and no longer the event. A revocation that was imported
 * stands in the log at the moment of the import, and was never later: of an erased consent no other leaf says when.
 */
const isRecorded = ({ accountId, consent }: Recorded, kind: EndKind, { time }: LoggedLeaf): boolean => {
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
export const findLacking = ({ leaves, ofVersions }: Logged, recorded: Recorded): LackingLeaf | undefined => {
  for (const kind of endKinds) {
    const leaf = leaves.of(kind);
    if (leaf !== undefined && !isRecorded(recorded, kind, leaf))
      return { event: `consent.${kind}`, id: recorded.consent.id, index: leaf.index };
  }
  const known = new Set(recorded.history.map(({ id }) => id));
  const [version] = [...ofVersions].filter(([id]) => !known.has(id));
  return version && { event: 'notice.published', id: version[0], index: version[1].index };
};

const toOther = (named: NamedLeaf, index: number, { id }: Statement): LackingLeaf => ({
  event: named.event,
  id: named.event === 'notice.published' ? named.versionId : id,
  index,
  isOther: true,
});

/** The first leaf of which the statement says something else than the log, by the entry in the item of the leaf. */
const findOtherEntry = async (
  located: readonly SaltedLeaf[],
  statement: Statement,
): Promise<LackingLeaf | undefined> => {
  for (const { named, leaf, salt } of located) {
    const told = await tellLeaf(named, statement);
    if (told === undefined || !isSameBytes(entryOf(salt, told), leaf.entry))
      return toOther(named, leaf.index, statement);
  }
  return undefined;
};

/**
 * The first leaf of which the statement says something else than the log. Somebody changed the table without taking
 * anything out of it. The items of leaves are compared at once; once a checkpoint has a leaf, its hash, made from the
 * statement, must also lead to the root that was signed, whatever somebody makes the items say.
 */
export const findContradicted = async (
  located: readonly SaltedLeaf[],
  { checkpoints, leaves }: Pick<DocumentLog, 'checkpoints' | 'leaves'>,
  statement: Statement,
): Promise<LackingLeaf | undefined> => {
  const other = await findOtherEntry(located, statement);
  if (other !== undefined) return other;
  const heads = checkpoints.flatMap(({ note }) => parseCheckpoint(note) ?? []);
  const roots = new Map(heads.map(({ size, root }) => [size, root]));
  const placed = await Promise.all(leaves.map((leaf) => placeLeaf(leaf, statement)));
  const found = placed.find(({ leaf, root }) => {
    const inLog = roots.get(leaf.size);
    return inLog !== undefined && (root === undefined || !isSameBytes(root, inLog));
  });
  return found && toOther(found.leaf, found.leaf.index, statement);
};

/** Names the leaf, and the record only of a version: the caller knows the consent. */
export const tellLacking = ({ event, id, index, isOther }: LackingLeaf): string =>
  `Leaf ${index} of the log is ${isOther ? 'not ' : ''}${event}${event === 'notice.published' ? ` of ${id}` : ''}${isOther ? ' as the table of the register has it' : ', and the table of the register lacks it'}: somebody has changed the table. No document of this consent is signed until it is put back.`;

/** The 503 that refuses a document. */
export const historyIncomplete = (lacking: LackingLeaf): Problem =>
  new Problem('evidence.history-incomplete', { detail: `${tellLacking(lacking)} Tell the operator of the service.` });
