import type { Consent } from '../consents/opened-consent.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import type { StoredCheckpoint } from '../log/checkpoints.ts';
import { noSalt } from '../log/commitment.ts';
import { eventsOf } from '../log/consent-leaves.ts';
import type { LeafPlace } from '../log/index-rows.ts';
import { findEnds, findLeaf, findVersionLeaves } from '../log/leaf-index.ts';
import type { LogEvent } from '../log/log-event.ts';
import type { LeafPath } from '../log/proof.ts';
import { proveLeaves } from '../log/proof.ts';
import { writeNoteKey } from '../log/signed-note.ts';
import { readPublicKey } from '../log/signing-keys.ts';
import { DamagedLog } from '../log/tiles.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import type { Table } from '../store/client.ts';
import type { LackingLeaf } from './lacking-leaf.ts';
import { findContradicted, findLacking } from './lacking-leaf.ts';
import type { ConsentEvent, DocumentLog, LogLeaf, NamedLeaf } from './log-schema.ts';
import type { Statement } from './statement-schema.ts';

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What to prove: the place of its leaf, and its salt. */
interface Located {
  readonly named: NamedLeaf;
  readonly place: LeafPlace;
  readonly salt: Uint8Array;
  /** Whether a stamp of its checkpoint says something about the consent. */
  readonly isStamped: boolean;
}

/** What to prove in which tree. */
interface Asked extends Located {
  readonly size: number;
  readonly isKept: boolean;
}

interface Proved extends Asked {
  readonly proof: LeafPath;
}

interface Provable {
  readonly proved: readonly Proved[];
  readonly damage: DamagedLog | undefined;
}

/** The leaves of the consent. */
const locateConsent = (log: Table, { accountId, consent }: Wanted): Promise<(Located | undefined)[]> =>
  Promise.all(
    eventsTold({ accountId, consent }).map(async (event) => {
      const place = await findLeaf(log, event);
      return (
        place && { named: { event: nameOfKind[event.kind] }, place, salt: consent.salt ?? noSalt, isStamped: true }
      );
    }),
  );

/** The leaves of the versions of its notice that a document proves. */
const locateVersions = (places: ReadonlyMap<string, LeafPlace>, versions: Versions): Located[] => {
  const stamped = stampedVersions(versions);
  return versionsToProve(versions).flatMap(({ id, salt = noSalt }) => {
    const place = places.get(id);
    const named = { event: 'notice.published', versionId: id } as const;
    return place === undefined ? [] : [{ named, place, salt, isStamped: stamped.has(id) }];
  });
};

/**
 * The trees in which to prove the leaves: of each its first, which shows since when it cannot have been changed, and
 * the tree that a reader asks about, which the log may not have.
 */
const askAll = (located: readonly Located[], kept: number | undefined): Asked[] => [
  ...located.map((one) => ({ ...one, size: one.place.treeSize, isKept: false })),
  ...(kept === undefined
    ? []
    : located
        .filter(({ place: { index, treeSize } }) => index < kept && treeSize !== kept)
        .map((one) => ({ ...one, size: kept, isKept: true }))),
];

/** What can be proved, and the damage if tiles of the consent's first checkpoints are missing. */
const proveAll = async (log: Table, asked: readonly Asked[]): Promise<Provable> => {
  const proofs = await proveLeaves(
    log,
    asked.map(({ place: { index }, size }) => ({ index, treeSize: size })),
  );
  const proved: Proved[] = [];
  let damage: DamagedLog | undefined;
  for (const [i, one] of asked.entries()) {
    const proof = proofs[i];
    if (proof instanceof DamagedLog) {
      if (!one.isKept && one.named.event !== 'notice.published') damage ??= proof;
    } else if (proof !== undefined && (one.isKept || proof.checkpoint)) proved.push({ ...one, proof });
  }
  return { proved, damage };
};

const toLeaf = ({ named, place: { index, takenIn }, salt, size, proof }: Proved): LogLeaf => ({
  ...named,
  index,
  path: proof.path.map(toBase64),
  salt: toBase64(salt),
  size,
  ...(takenIn !== undefined && { takenIn: new Date(takenIn).toISOString() }),
});

/** Each checkpoint once, the smallest first. The stamps of most versions would only make the document longer. */
const listCheckpoints = (proved: readonly Proved[]): DocumentLog['checkpoints'] => {
  const stamped = new Set(proved.filter(({ isStamped }) => isStamped).map(({ size }) => size));
  const found = proved.flatMap(({ proof: { checkpoint } }) => checkpoint ?? []);
  return [...new Map<number, StoredCheckpoint>(found.map((one) => [one.size, one])).values()]
    .sort((one, other) => one.size - other.size)
    .map(({ size, note, stamp }) => ({ note, stamps: stamp && stamped.has(size) ? [toBase64(stamp)] : [] }));
};

/** What the log has of a consent and of its notice. */
export interface FoundInLog {
  readonly publicKey: Uint8Array | undefined;
  readonly located: readonly Located[];
  /** What the log has and the table lacks. No document of the consent is signed then. */
  readonly lacking: LackingLeaf | undefined;
}

/**
 * Finds what the log has of a consent and of all versions of its notice, up to its last checkpoint, in one round trip.
 *
 * @throws Problem store.unavailable
 */
export const searchLog = async (log: Table, wanted: Wanted): Promise<FoundInLog> => {
  const { accountId, consent } = wanted;
  const [publicKey, ofConsent, places, ends, versions] = await Promise.all([
    readPublicKey(log, 'checkpoints'),
    locateConsent(log, wanted),
    findVersionLeaves(log, accountId, consent.pid),
    findEnds(log, consent.id),
    wanted.versions,
  ]);
  return {
    publicKey,
    located: [...ofConsent.filter((one) => one !== undefined), ...locateVersions(places, versions)],
    lacking: findLacking({ ends, versions: places }, { accountId, consent, history: versions.history }),
  };
};

/** The leaves that can be proved, in their checkpoints. */
const collect = async (log: Table, { located }: FoundInLog, treeSize: number | undefined) => {
  const { proved, damage } = await proveAll(log, askAll(located, treeSize));
  return { checkpoints: listCheckpoints(proved), leaves: proved.map(toLeaf), damage };
};

const toProof = (
  { publicKey }: FoundInLog,
  { checkpoints, leaves }: Pick<DocumentLog, 'checkpoints' | 'leaves'>,
): DocumentLog | undefined => {
  const name = parseCheckpoint(checkpoints[0]?.note ?? '')?.origin;
  if (publicKey === undefined || name === undefined) return undefined;
  return { checkpoints, key: writeNoteKey({ name, publicKey }), leaves };
};

/** What will be signed, and the size of a checkpoint that its reader has kept. */
interface Signing {
  readonly statement: Statement;
  readonly treeSize?: number | undefined;
}

/** What the log says of a statement. */
export interface Compared {
  /** Undefined until a checkpoint covers any of it. */
  readonly proof?: DocumentLog | undefined;
  /** Why there is no proof. What could be read was compared. */
  readonly damage?: DamagedLog;
  /** What the log has and the statement lacks, or says otherwise. It is not signed then. */
  readonly lacking?: LackingLeaf;
}

/**
 * Compares a statement with the log before it is signed, and proves it. The leaves are made from the statement itself,
 * so that nothing is signed that the log contradicts, whether or not the proof is sent along.
 *
 * @throws Problem store.unavailable
 */
export const compareWithLog = async (
  log: Table,
  found: FoundInLog,
  { statement, treeSize }: Signing,
): Promise<Compared> => {
  if (found.lacking !== undefined) return { lacking: found.lacking };
  const { damage, ...collected } = await collect(log, found, treeSize);
  const lacking = await findContradicted(collected, statement);
  if (lacking !== undefined) return { lacking };
  return damage === undefined ? { proof: toProof(found, collected) } : { damage };
};

/** The version to which a person agreed, and all versions of its notice, the oldest first. */
export interface Versions {
  readonly version: LineageVersion;
  readonly history: readonly LineageVersion[];
}

/** The consent to prove, as it was read for its statement, because the statement does not contain later events. */
interface Wanted {
  readonly accountId: string;
  readonly consent: Omit<Consent, 'proof' | 'userData' | 'revokeProof' | 'bytes'>;
  /** As they were read for the statement. They may still be under way when the reading of the log begins. */
  readonly versions: Versions | Promise<Versions>;
}

type Kind = Exclude<LogEvent['kind'], 'removed' | 'published' | 'key' | 'operation'>;

const nameOfKind: Readonly<Record<Kind, ConsentEvent>> = {
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
const eventsTold = ({ accountId, consent }: Pick<Wanted, 'accountId' | 'consent'>): ConsentLogEvent[] =>
  eventsOf(accountId, consent)
    .filter(isProvable)
    .filter(({ kind }) => consent.eraseTime === undefined || kind === 'erased');

/** The most versions of a notice that a document proves, so that one document costs no more than this. */
const mostVersions = 256;

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
const stampedVersions = ({ version: { id, askedAgainBy } }: Versions): ReadonlySet<string> =>
  new Set([id, ...(askedAgainBy === undefined ? [] : [askedAgainBy.id])]);
