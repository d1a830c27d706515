import pMap from 'p-map';
import type { Consent } from '../consents/consent.ts';
import type { ConsentLeaves, LoggedLeaf } from '../log/blocks.ts';
import { DamagedLeaf, findConsentLeaves, findInBlock, findVersionLeaves } from '../log/blocks.ts';
import type { StoredCheckpoint } from '../log/checkpoints.ts';
import { computePaths, findCheckpoint, findCheckpointOf } from '../log/checkpoints.ts';
import type { Journal } from '../log/journal.ts';
import { readJournal } from '../log/journal.ts';
import { readPublicKey } from '../log/keys.ts';
import { eventsOf, noSalt } from '../log/leaves.ts';
import type { LogEvent } from '../log/log-event.ts';
import { openCheckpoint, parseCheckpoint, writeNoteKey } from '../log/note.ts';
import { findAsideOfConsent, findAsideOfNotice } from '../log/set-aside.ts';
import { DamagedLog } from '../log/tiles.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import type { Table } from '../store/table.ts';
import type { LeafFacts } from './document-leaves.ts';
import type { LackingLeaf, Recorded, SaltedLeaf } from './lacking-leaf.ts';
import {
  findAhead,
  findAltered,
  findContradicted,
  findLacking,
  findOtherEvent,
  toDamaged,
  toUnproved,
} from './lacking-leaf.ts';
import type { ConsentEvent, DocumentLog, Facts, LogLeaf } from './schema.ts';

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** What to prove. */
interface Located extends SaltedLeaf {
  readonly leaf: LoggedLeaf;
  /** Whether a stamp of its checkpoint says something about the consent. */
  readonly isStamped: boolean;
}

/** What to prove in which tree. */
interface WantedProof extends Located {
  readonly size: number;
  /** Undefined if the log does not have it. */
  readonly checkpoint: StoredCheckpoint | undefined;
  readonly isKept: boolean;
}

interface Proved extends WantedProof {
  readonly path: readonly Uint8Array[];
}

/** A leaf that a document names or, of an erased consent, one from before. */
type Named = Pick<Located, 'named' | 'leaf'>;

interface Provable {
  readonly proved: readonly Proved[];
  /** A leaf that is not where the log should have it, or that nobody can find out about. */
  readonly unproved: Named | undefined;
}

/** What a document says of a leaf, whether the log or the journal has it. */
interface Said<Any> extends SaltedLeaf {
  readonly leaf: Any & SaltedLeaf['leaf'];
  readonly isStamped: boolean;
}

/** The leaves of the consent. */
const locateConsent = <Any extends SaltedLeaf['leaf']>(
  leaves: { readonly of: (kind: Kind) => Any | undefined },
  { accountId, consent }: Wanted,
): Said<Any>[] =>
  findProvableEvents({ accountId, consent }).flatMap(({ kind }) => {
    const leaf = leaves.of(kind);
    const named = { event: nameOfKind[kind] };
    return leaf === undefined ? [] : [{ named, leaf, salt: consent.salt ?? noSalt, isStamped: true }];
  });

/** The leaves of versions of its notice. @param of those to prove, or all, which a document says whether or not it proves them */
const locateVersions = <Any extends SaltedLeaf['leaf']>(
  leaves: ReadonlyMap<string, Any>,
  versions: Versions,
  of: readonly LineageVersion[] = versions.history,
): Said<Any>[] => {
  const stamped = stampedVersions(versions);
  return of.flatMap(({ id, salt = noSalt }) => {
    const leaf = leaves.get(id);
    const named = { event: 'notice.published', versionId: id } as const;
    return leaf === undefined ? [] : [{ named, leaf, salt, isStamped: stamped.has(id) }];
  });
};

/** What a document says of what the journal has. */
const locateJournal = (journal: Journal = [], wanted: Wanted, versions: Versions): SaltedLeaf[] =>
  journal.flatMap(({ kind, versionId = '', entry }) => {
    if (entry === undefined) return [];
    return kind === 'published'
      ? locateVersions(new Map([[versionId, { entry }]]), versions)
      : locateConsent({ of: (each) => (each === kind ? { entry } : undefined) }, wanted);
  });

const readsAtOnce = 32;

/**
 * The trees in which to prove the leaves: of each its first, which shows since when it cannot have been changed, and
 * the tree that a reader asks about, which the log may not have.
 */
const planProofs = async (
  log: Table,
  located: readonly Located[],
  kept: number | undefined,
): Promise<WantedProof[]> => {
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

/** The leaves of an erased consent that nobody can make again. */
const locateEarlier = (leaves: ConsentLeaves, { eraseTime }: Wanted['consent']): Named[] =>
  (['recorded', 'revoked'] as const).flatMap((kind) => {
    const leaf = leaves.of(kind);
    return leaf === undefined || eraseTime === undefined ? [] : [{ named: { event: nameOfKind[kind] }, leaf }];
  });

/** The leaves with what their blocks have. */
const readInBlocks = (log: Table, leaves: readonly Named[]) =>
  pMap(leaves, async (one) => ({ ...one, inBlock: await findInBlock(log, one.leaf) }), { concurrency: readsAtOnce });

/** The sizes of the checkpoints that the key of the log signed: anybody with rights on its table can write others. */
const findSigned = async (
  asked: readonly WantedProof[],
  publicKey: Uint8Array | undefined,
): Promise<ReadonlySet<number>> => {
  const checkpoints = new Map(asked.flatMap(({ checkpoint }) => (checkpoint ? [[checkpoint.size, checkpoint]] : [])));
  const signed = await pMap(checkpoints.values(), async ({ size, note }) => {
    const head = publicKey && (await openCheckpoint(note, { publicKey }));
    return head?.size === size ? [size] : [];
  });
  return new Set(signed.flat());
};

/** What can be proved, and what cannot although a checkpoint has it. */
const proveAll = async (
  log: Table,
  asked: readonly WantedProof[],
  publicKey: Uint8Array | undefined,
): Promise<Provable> => {
  const signed = await findSigned(asked, publicKey);
  const paths = await computePaths(
    log,
    asked.map(({ leaf: { index }, size }) => ({ index, size })),
  );
  const proved: Proved[] = [];
  let unproved: Located | undefined;
  for (const [i, one] of asked.entries()) {
    const path = paths[i];
    const isFirst = !one.isKept;
    if (path === undefined || path instanceof DamagedLog || (isFirst && !signed.has(one.size))) {
      if (isFirst) unproved ??= one;
    } else proved.push(signed.has(one.size) ? { ...one, path } : { ...one, path, checkpoint: undefined });
  }
  return { proved, unproved };
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
  /** What is proved. */
  readonly located: readonly Located[];
  /** What the log and the journal have of what a document says, be it proved or not. */
  readonly said: readonly SaltedLeaf[];
  readonly earlier: readonly Named[];
  readonly recorded: Recorded;
  /** What the log has and the table lacks. No document of the consent is signed then. */
  readonly lacking: LackingLeaf | undefined;
  /** What was changed otherwise than the register does, even if it was put back. */
  readonly altered: LackingLeaf | undefined;
}

/**
 * Finds what the log and its journal have of a consent and of all versions of its notice, usually in one round trip. It is
 * strongly consistent: what was appended is there, whether or not a checkpoint has it.
 *
 * @throws Problem store.unavailable
 */
export const searchLog = async (log: Table, wanted: Wanted): Promise<FoundInLog> => {
  try {
    return await searchSound(log, wanted);
  } catch (error) {
    if (!(error instanceof DamagedLeaf)) throw error;
    const { accountId, consent } = wanted;
    const lacking = toDamaged(error.event, consent.id);
    const nothing = { publicKey: undefined, located: [], said: [], earlier: [], altered: undefined };
    return { ...nothing, recorded: { accountId, consent, history: [] }, lacking };
  }
};

/** @throws DamagedLeaf */
const readLogged = async (log: Table, { accountId, consent: { id: consentId, pid } }: Wanted) => {
  const [journal, leaves, ofVersions] = await Promise.all([
    readJournal(log, { accountId, consentId, pid }),
    findConsentLeaves(log, consentId),
    findVersionLeaves(log, accountId, pid),
  ]);
  return { journal, leaves, ofVersions };
};

/** @throws DamagedLeaf */
const searchSound = async (log: Table, wanted: Wanted): Promise<FoundInLog> => {
  const { accountId, consent } = wanted;
  const { pid } = consent;
  const [publicKey, logged, ofConsent, ofNotice, versions] = await Promise.all([
    readPublicKey(log, 'checkpoints'),
    readLogged(log, wanted),
    findAsideOfConsent(log, accountId, consent.id),
    findAsideOfNotice(log, accountId, pid),
    wanted.versions,
  ]);
  const { leaves, ofVersions, journal } = logged;
  const recorded = { accountId, consent, history: versions.history };
  const ofLeaves = locateConsent(leaves, wanted);
  return {
    publicKey,
    located: [...ofLeaves, ...locateVersions(ofVersions, versions, versionsToProve(versions))],
    said: [...ofLeaves, ...locateVersions(ofVersions, versions), ...locateJournal(journal, wanted, versions)],
    earlier: locateEarlier(leaves, consent),
    recorded,
    lacking: findLacking(logged, recorded),
    altered: findAltered(logged, { ofConsent, ofNotice }, recorded),
  };
};

/** The leaves that can be proved, in their checkpoints. What no checkpoint proves must be in its block. */
const collect = async (log: Table, { located, earlier, publicKey }: FoundInLog, treeSize: number | undefined) => {
  const asked = await planProofs(log, located, treeSize);
  const covered = new Set(asked.filter(({ isKept }) => !isKept).map(({ leaf }) => leaf));
  const fresh = located.filter(({ leaf }) => !covered.has(leaf));
  const [{ proved, unproved }, inBlocks] = await Promise.all([
    proveAll(log, asked, publicKey),
    readInBlocks(log, [...earlier, ...fresh]),
  ]);
  return {
    checkpoints: listCheckpoints(proved),
    leaves: proved.map(toLeaf),
    earlier: inBlocks.slice(0, earlier.length),
    unproved: unproved ?? inBlocks.find(({ inBlock }) => inBlock === undefined),
  };
};

const toProof = (
  { publicKey }: FoundInLog,
  { checkpoints, leaves }: Pick<DocumentLog, 'checkpoints' | 'leaves'>,
): DocumentLog | undefined => {
  const name = parseCheckpoint(checkpoints[0]?.note ?? '')?.origin;
  if (publicKey === undefined || name === undefined) return undefined;
  return { checkpoints, key: writeNoteKey({ name, publicKey }), leaves };
};

/** What will be signed by which clock, and the size of a checkpoint that its reader has kept. */
interface Signing {
  readonly facts: LeafFacts & Pick<Facts, 'issuedAt'>;
  readonly clock: Date;
  readonly treeSize?: number | undefined;
}

/** What the log says of the facts of a document. */
export interface Compared {
  /** Undefined until a checkpoint covers any of it. */
  readonly proof?: DocumentLog | undefined;
  /** What the log has and the facts lack, or say otherwise, or what cannot be proved to be in it. They are not signed then. */
  readonly lacking?: LackingLeaf | undefined;
}

/**
 * Compares the facts of a document with the log before they are signed, and proves them. Their leaves are those that are
 * signed, so that nothing is signed that the log contradicts, whether or not the proof is sent along.
 *
 * @throws Problem store.unavailable
 */
export const compareWithLog = async (
  log: Table,
  found: FoundInLog,
  { facts, clock, treeSize }: Signing,
): Promise<Compared> => {
  const early = found.lacking ?? findAhead(facts, clock);
  if (early !== undefined) return { lacking: early };
  const { unproved, earlier, ...collected } = await collect(log, found, treeSize);
  const lacking =
    findOtherEvent(earlier, found.recorded) ??
    findContradicted(found.said, collected, facts) ??
    (unproved && toUnproved(unproved, facts)) ??
    found.altered;
  return lacking === undefined ? { proof: toProof(found, collected) } : { lacking };
};

/** The version to which a person agreed, and all versions of its notice, the oldest first. */
export interface Versions {
  readonly version: LineageVersion;
  readonly history: readonly LineageVersion[];
}

/** The consent to prove, as it was read for its document, because that does not contain later events. */
interface Wanted {
  readonly accountId: string;
  readonly consent: Omit<Consent, 'proof' | 'userData' | 'revokeProof' | 'bytes'>;
  /** As they were read for the document. They may still be under way when the reading of the log begins. */
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
 * The events in the document of a consent that leaves commit to. Of an erased consent, only the erasure still has its
 * salt.
 */
const findProvableEvents = ({ accountId, consent }: Pick<Wanted, 'accountId' | 'consent'>): ConsentLogEvent[] =>
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
