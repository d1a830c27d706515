import pMap from 'p-map';
import type { Consent } from '../consents/opened-consent.ts';
import { findEvent } from '../log/blocks.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import type { StoredCheckpoint } from '../log/checkpoints.ts';
import { findCheckpoint, findCheckpointOf } from '../log/checkpoints.ts';
import { noSalt } from '../log/commitment.ts';
import { eventsOf } from '../log/consent-leaves.ts';
import type { ConsentLeaves, LoggedLeaf } from '../log/leaf-items.ts';
import { findConsentLeaves, findVersionLeaves } from '../log/leaf-items.ts';
import type { LogEvent } from '../log/log-event.ts';
import { computePaths } from '../log/proof.ts';
import { findSetAside } from '../log/set-aside.ts';
import { writeNoteKey } from '../log/signed-note.ts';
import { readPublicKey } from '../log/signing-keys.ts';
import { DamagedLog } from '../log/tiles.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import type { Table } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { LackingLeaf, Logged, SaltedLeaf } from './lacking-leaf.ts';
import { findContradicted, findLacking, findUnread } from './lacking-leaf.ts';
import type { ConsentEvent, DocumentLog, LogLeaf } from './log-schema.ts';
import type { Statement } from './statement-schema.ts';

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What to prove. */
interface Located extends SaltedLeaf {
  /** Whether a stamp of its checkpoint says something about the consent. */
  readonly isStamped: boolean;
}

/** What to prove in which tree. */
interface Asked extends Located {
  readonly size: number;
  /** Undefined if the log does not have it. */
  readonly checkpoint: StoredCheckpoint | undefined;
  readonly isKept: boolean;
}

interface Proved extends Asked {
  readonly path: readonly Uint8Array[];
}

interface Provable {
  readonly proved: readonly Proved[];
  readonly damage: DamagedLog | undefined;
}

/** The leaves of the consent. */
const locateConsent = (leaves: ConsentLeaves, { accountId, consent }: Wanted): Located[] =>
  eventsTold({ accountId, consent }).flatMap(({ kind }) => {
    const leaf = leaves.of(kind);
    const named = { event: nameOfKind[kind] };
    return leaf === undefined ? [] : [{ named, leaf, salt: consent.salt ?? noSalt, isStamped: true }];
  });

/** The leaves of the versions of its notice that a document proves. */
const locateVersions = (leaves: ReadonlyMap<string, LoggedLeaf>, versions: Versions): Located[] => {
  const stamped = stampedVersions(versions);
  return versionsToProve(versions).flatMap(({ id, salt = noSalt }) => {
    const leaf = leaves.get(id);
    const named = { event: 'notice.published', versionId: id } as const;
    return leaf === undefined ? [] : [{ named, leaf, salt, isStamped: stamped.has(id) }];
  });
};

const readsAtOnce = 32;

/**
 * The trees in which to prove the leaves: of each its first, which shows since when it cannot have been changed, and
 * the tree that a reader asks about, which the log may not have.
 */
const askAll = async (log: Table, located: readonly Located[], kept: number | undefined): Promise<Asked[]> => {
  const [firsts, checkpoint] = await Promise.all([
    pMap(located, ({ leaf }) => findCheckpointOf(log, leaf.index), { concurrency: readsAtOnce }),
    kept === undefined ? undefined : findCheckpoint(log, kept),
  ]);
  const inFirst = located.flatMap((one, i) => {
    const first = firsts[i];
    return first === undefined ? [] : [{ ...one, size: first.size, checkpoint: first, isKept: false }];
  });
  const inKept = located.flatMap((one, i) =>
    kept === undefined || one.leaf.index >= kept || firsts[i]?.size === kept
      ? []
      : [{ ...one, size: kept, checkpoint, isKept: true }],
  );
  return [...inFirst, ...inKept];
};

/** What can be proved, and the damage if tiles of the consent's first checkpoints are missing. */
const proveAll = async (log: Table, asked: readonly Asked[]): Promise<Provable> => {
  const paths = await computePaths(
    log,
    asked.map(({ leaf: { index }, size }) => ({ index, size })),
  );
  const proved: Proved[] = [];
  let damage: DamagedLog | undefined;
  for (const [i, one] of asked.entries()) {
    const path = paths[i];
    if (path instanceof DamagedLog) {
      if (!one.isKept && one.named.event !== 'notice.published') damage ??= path;
    } else if (path !== undefined) proved.push({ ...one, path });
  }
  return { proved, damage };
};

const toLeaf = ({ named, leaf: { index }, salt, size, path }: Proved): LogLeaf => ({
  ...named,
  index,
  path: path.map(toBase64),
  salt: toBase64(salt),
  size,
});

/** Each checkpoint once, the smallest first. The stamps of most versions would only make the document longer. */
const listCheckpoints = (proved: readonly Proved[]): DocumentLog['checkpoints'] => {
  const stamped = new Set(proved.filter(({ isStamped }) => isStamped).map(({ size }) => size));
  const found = proved.flatMap(({ checkpoint }) => checkpoint ?? []);
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
  /** The last leaf before a change that the log could not read. None is signed then either. */
  readonly unread: LackingLeaf | undefined;
}

/** The events of the leaves from before an erasure. */
const readEvents = async (log: Table, leaves: ConsentLeaves): Promise<Logged['events']> => {
  const found = await pMap([leaves.of('recorded'), leaves.of('revoked')], async (leaf) => {
    const event = leaf && (await findEvent(log, leaf.index));
    return event ? [{ ...event, index: leaf.index }] : [];
  });
  return found.flat();
};

/**
 * Finds what the log has of a consent and of all versions of its notice, in one round trip, or two if it was erased. It
 * is strongly consistent: what was appended is there, whether or not a checkpoint has it.
 *
 * @throws Problem store.unavailable
 */
export const searchLog = async (log: Table, wanted: Wanted): Promise<FoundInLog> => {
  const { accountId, consent } = wanted;
  const [publicKey, leaves, ofVersions, setAside, versions] = await Promise.all([
    readPublicKey(log, 'checkpoints'),
    findConsentLeaves(log, consent.id),
    findVersionLeaves(log, accountId, consent.pid),
    findSetAside(log, keyOf.consent(accountId, consent.id)),
    wanted.versions,
  ]);
  const events = consent.eraseTime === undefined ? [] : await readEvents(log, leaves);
  const compared = [
    { leaves, ofVersions, setAside, events },
    { accountId, consent, history: versions.history },
  ] as const;
  return {
    publicKey,
    located: [...locateConsent(leaves, wanted), ...locateVersions(ofVersions, versions)],
    lacking: findLacking(...compared),
    unread: findUnread(...compared),
  };
};

/** The leaves that can be proved, in their checkpoints. */
const collect = async (log: Table, { located }: FoundInLog, treeSize: number | undefined) => {
  const { proved, damage } = await proveAll(log, await askAll(log, located, treeSize));
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
  const lacking = (await findContradicted(found.located, collected, statement)) ?? found.unread;
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
