import * as v from 'valibot';
import { lifetimes, longestErasure } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import type { StoredConsent } from '../consents/consent.ts';
import type { ConsentLeaves, LoggedLeaf, NamedEvent } from '../log/blocks.ts';
import { leafName } from '../log/blocks.ts';
import type { Journal, JournalEntry } from '../log/journal.ts';
import { eventsOf } from '../log/leaves.ts';
import type { EndKind, Leaf } from '../log/log-event.ts';
import { endKinds, fingerprintEvent } from '../log/log-event.ts';
import { parseCheckpoint } from '../log/note.ts';
import type { SetAside } from '../log/set-aside.ts';
import type { LineageVersion, MissingVersion } from '../notices/lineage.ts';
import { isSameBytes } from '../runtime/values.ts';
import { storedId } from '../schema/scalar.ts';
import { keyOf } from '../store/keys.ts';
import type { LeafFacts } from './document-leaves.ts';
import { entryOf, findLeaf, placeLeaves } from './document-leaves.ts';
import type { DocumentLog, Facts, NamedLeaf, ProvableEvent } from './schema.ts';

/** A leaf of the log that the table lacks, or contradicts. */
export interface LackingLeaf {
  readonly event: ProvableEvent | 'consent.removed';
  /** Of the consent, or of the version. */
  readonly id: string;
  /** Undefined if only the journal has it, or if the item that says it cannot be read. */
  readonly index: number | undefined;
  /** The table has it, with another content. */
  readonly isOther?: true;
  /** The log does not show that it has it: a part of the log is missing, or was changed. */
  readonly isUnproved?: true;
  /** The consent names this version, and its notice does not have it. */
  readonly isMissing?: true;
  /** When the table says that the consent was erased, which the log does not have: the leaf is the last that it has. */
  readonly unloggedErasure?: Date;
  /** The time of the event, which is later than now: the document would say that it was made then. */
  readonly ahead?: string;
  /** When the log took no leaf from a change of the consent or of the version: the leaf is the last that it has. */
  readonly setAside?: string;
}

/** A leaf that a document names, and its salt. */
export interface SaltedLeaf {
  readonly named: NamedLeaf;
  /** Without an index if it is of the journal. */
  readonly leaf: Pick<LoggedLeaf, 'entry'> & { readonly index?: number };
  readonly salt: Uint8Array;
}

/** A leaf from before an erasure, and what its block has. */
export interface EarlierLeaf extends Pick<SaltedLeaf, 'named' | 'leaf'> {
  readonly inBlock: Leaf | undefined;
}

/** What the log has of a consent, and of the versions of its notice by their ids, and what the journal has of both. */
interface Logged {
  readonly leaves: ConsentLeaves;
  readonly ofVersions: ReadonlyMap<string, LoggedLeaf>;
  readonly journal: Journal;
}

/** The first change that gave the log no leaf: of the consent, and of the versions of its notice. */
interface FirstSetAside {
  readonly ofConsent: SetAside | undefined;
  readonly ofNotice: SetAside | undefined;
}

/** What the table has of the same. */
export interface Recorded {
  readonly accountId: string;
  readonly consent: Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'>;
  readonly history: readonly LineageVersion[];
}

/**
 * An end is the same only at the same moment: one that is moved into the future is as good as none. A revocation that was
 * imported is in the log at the moment of the import, and was never later.
 */
const isRecorded = ({ accountId, consent }: Recorded, kind: EndKind, { time }: Pick<JournalEntry, 'time'>): boolean => {
  const { revokeTime } = consent;
  if (time === undefined) return false;
  if (kind === 'revoked' && revokeTime !== undefined && revokeTime.getTime() > time) return false;
  return eventsOf(accountId, consent).some((event) => event.kind === kind && event.time === time);
};

/** The last leaf that the log has of a consent. Undefined if it has none. */
const findLast = (leaves: ConsentLeaves, { consent: { id } }: Recorded): LackingLeaf | undefined => {
  const kind = (['recorded', 'revoked', 'erased'] as const).findLast((each) => leaves.of(each) !== undefined);
  return kind && { event: `consent.${kind}`, id, index: leaves.of(kind)?.index ?? 0 };
};

const versionBeginning = keyOf.noticeVersion('', '').SK;

/** The version that a note names. If that was changed to none, the one that was agreed to. */
const versionIn = ({ sort }: SetAside, { consent: { versionId } }: Recorded): string => {
  const id = sort.slice(versionBeginning.length);
  return sort.startsWith(versionBeginning) && v.is(storedId, id) ? id : versionId;
};

/**
 * Whoever changes a consent or a version otherwise than the register does keeps what happens then out of the log, such
 * as a withdrawal, and may put back what it was before. So such a change may have hidden any.
 */
export const findAltered = (
  { leaves, ofVersions }: Logged,
  { ofConsent, ofNotice }: FirstSetAside,
  recorded: Recorded,
): LackingLeaf | undefined => {
  const last = findLast(leaves, recorded) ?? { event: 'consent.recorded', id: recorded.consent.id, index: 0 };
  if (ofConsent !== undefined) return { ...last, setAside: ofConsent.at };
  if (ofNotice === undefined) return undefined;
  const id = versionIn(ofNotice, recorded);
  return { event: 'notice.published', id, index: ofVersions.get(id)?.index ?? 0, setAside: ofNotice.at };
};

/**
 * An erasure deletes the source of the earlier leaves, so nothing but its own leaf says that the register did it,
 * and what was in it. Without that leaf anybody could mark a consent as erased to hide its withdrawal, or when it was.
 */
const findUnloggedErasure = ({ leaves }: Logged, recorded: Recorded): LackingLeaf | undefined => {
  const { eraseTime } = recorded.consent;
  if (eraseTime === undefined || leaves.of('erased') !== undefined) return undefined;
  const last = findLast(leaves, recorded);
  return last && { ...last, unloggedErasure: eraseTime };
};

/**
 * Nobody can make the earlier leaves of an erased consent again. The log still has what their events say of it:
 * the version, the language, the channel, and when it was given and revoked.
 */
export const findOtherEvent = (
  earlier: readonly EarlierLeaf[],
  { accountId, consent }: Recorded,
): LackingLeaf | undefined => {
  const expected = new Map(eventsOf(accountId, consent).map((event) => [leafName(event), fingerprintEvent(event)]));
  const other = earlier.find(
    ({ inBlock }) => inBlock && expected.get(leafName(inBlock.event)) !== fingerprintEvent(inBlock.event),
  );
  return other && toOther(other.named, other.leaf.index, consent.id);
};

/** What the log has, and then what the journal has. */
const listSaid = ({ leaves, ofVersions, journal = [{ kind: undefined }] }: Logged): (JournalEntry & Indexed)[] => [
  ...endKinds.flatMap((kind) => {
    const leaf = leaves.of(kind);
    return leaf === undefined ? [] : [{ ...leaf, kind }];
  }),
  ...[...ofVersions].map(([versionId, leaf]) => ({ ...leaf, kind: 'published' as const, versionId })),
  ...journal,
];

interface Indexed {
  readonly index?: number;
}

/**
 * The first leaf of a consent or of its notice that says more than the table: somebody took a revocation, an erasure or
 * a version out of it, or one came after it was read. What nobody can read may be anything.
 */
export const findLacking = (logged: Logged, recorded: Recorded): LackingLeaf | undefined => {
  const { consent, history } = recorded;
  const known = new Set<string | undefined>(history.map(({ id }) => id));
  const lacking = listSaid(logged).find(({ kind, versionId, time }) =>
    kind === 'published' ? !known.has(versionId) : kind === undefined || !isRecorded(recorded, kind, { time }),
  );
  if (lacking === undefined) return findUnloggedErasure(logged, recorded);
  const { kind = 'recorded', versionId = '', index } = lacking;
  return kind === 'published'
    ? { event: 'notice.published', id: versionId, index }
    : { event: `consent.${kind}`, id: consent.id, index };
};

const toNamed = (named: NamedLeaf, index: number | undefined, id: string): LackingLeaf => ({
  event: named.event,
  id: named.event === 'notice.published' ? named.versionId : id,
  index,
});

const toOther = (...named: Parameters<typeof toNamed>): LackingLeaf => ({ ...toNamed(...named), isOther: true });

const idOf = ({ consent: [{ consent }] }: LeafFacts): string => consent;

/** A leaf that the log does not prove to have. */
export const toUnproved = ({ named, leaf }: Pick<SaltedLeaf, 'named' | 'leaf'>, facts: LeafFacts): LackingLeaf => ({
  ...toNamed(named, leaf.index, idOf(facts)),
  isUnproved: true,
});

/** A leaf whose item nobody can read. @param id of the consent that was asked for */
export const toDamaged = ({ kind, id, notice }: NamedEvent, consentId: string): LackingLeaf => {
  const end = endKinds.find((each) => each === kind);
  const named =
    notice === undefined
      ? ({ event: `consent.${end ?? 'recorded'}`, id: consentId } as const)
      : ({ event: 'notice.published', id } as const);
  return { ...named, index: undefined, isUnproved: true };
};

/** The version to which a consent says that the person agreed. */
export const toMissing = ({ versionId: id }: MissingVersion): LackingLeaf => ({
  event: 'notice.published',
  id,
  index: undefined,
  isMissing: true,
});

/** The first leaf whose facts differ from the log, by the entry in the item of the leaf. */
const findOtherEntry = (located: readonly SaltedLeaf[], facts: LeafFacts): LackingLeaf | undefined => {
  const other = located.find(({ named, leaf, salt }) => {
    const said = findLeaf(named, facts);
    return said === undefined || !isSameBytes(entryOf(salt, said), leaf.entry);
  });
  return other && toOther(other.named, other.leaf.index, idOf(facts));
};

/**
 * The first leaf whose facts differ from the log. Somebody changed the table without taking
 * anything out of it. The items of leaves are compared at once; once a checkpoint has a leaf, its hash, made from the
 * facts, must also lead to the root that was signed, whatever somebody makes the items say.
 */
export const findContradicted = (
  located: readonly SaltedLeaf[],
  { checkpoints, leaves }: Pick<DocumentLog, 'checkpoints' | 'leaves'>,
  facts: LeafFacts,
): LackingLeaf | undefined => {
  const other = findOtherEntry(located, facts);
  if (other !== undefined) return other;
  const heads = checkpoints.flatMap(({ note }) => parseCheckpoint(note) ?? []);
  const roots = new Map(heads.map(({ size, root }) => [size, root]));
  const found = placeLeaves(leaves, facts).find(({ leaf, root }) => {
    const inLog = roots.get(leaf.size);
    return inLog !== undefined && (root === undefined || !isSameBytes(root, inLog));
  });
  return found && toOther(found.leaf, found.leaf.index, idOf(facts));
};

/** Milliseconds by which the clock that dated a consent may be ahead of this one. */
const clockSkew = lifetimes.clockSkewSeconds * 1_000;

/**
 * What a document says of a consent is never later than the document. So one of the future would make it say that it was made
 * then, and prove what nobody knows yet.
 *
 * @param clock of this machine
 */
export const findAhead = (
  { consent, issuedAt }: Pick<Facts, 'consent' | 'issuedAt'>,
  clock: Date,
): LackingLeaf | undefined => {
  if (Date.parse(issuedAt) <= clock.getTime() + clockSkew) return undefined;
  const [first] = consent;
  const { event } = consent.find(({ time }) => time === issuedAt) ?? first;
  return { event, id: first.consent, index: undefined, ahead: issuedAt };
};

/** Whether what the log lacks may still come: an erasure of a moment ago, or one of many consents. */
export const isExpected = ({ unloggedErasure }: LackingLeaf, now: Date): boolean =>
  unloggedErasure !== undefined && Math.abs(now.getTime() - unloggedErasure.getTime()) < longestErasure;

/** Names the leaf, and the record only of a version: the caller knows the consent. */
export const describeLacking = (lacking: LackingLeaf): string => {
  const { index, isOther } = lacking;
  const unsigned = 'No document of this consent is signed until';
  if (lacking.setAside !== undefined)
    return `At ${lacking.setAside} the table had something of ${lacking.event === 'notice.published' ? `version ${lacking.id} of its notice` : 'this consent'} that the register never writes, or that the log could not take: a withdrawal or an erasure of then may be in no leaf. ${unsigned} the operator has put it right and deleted the note of the change.`;
  if (lacking.unloggedErasure !== undefined)
    return `The table of the register says that this consent was erased, and the log has no leaf of that: its last is leaf ${index}, ${lacking.event}. ${unsigned} it has.`;
  if (lacking.isMissing)
    return `The consent names version ${lacking.id}, which the notice that it names does not have: somebody has changed the table. ${unsigned} it is put back.`;
  if (lacking.ahead !== undefined)
    return `The table of the register dates ${lacking.event} of this consent ${lacking.ahead}, which is later than now: somebody has changed the table, or a clock is wrong. ${unsigned} that is put right or past.`;
  const event = `${lacking.event}${lacking.event === 'notice.published' ? ` of ${lacking.id}` : ''}`;
  const said = lacking.isUnproved
    ? `, ${event}, is not in what the log has signed, or that cannot be read: somebody has changed the table of the log`
    : ` is ${isOther ? 'not ' : ''}${event}${isOther ? ' as the table of the register has it' : ', and the table of the register lacks it'}: somebody has changed the table`;
  const unnumbered = lacking.isUnproved ? 'A leaf of the log' : 'A leaf in the journal of the log';
  const leaf = index === undefined ? unnumbered : `Leaf ${index} of the log`;
  return `${leaf}${said}. ${unsigned} it is put back.`;
};

/** The 503 that refuses a document, as long as the log may still get what it lacks. */
export const erasureExpected = (): Problem =>
  new Problem('evidence.history-incomplete', {
    detail: 'This consent was erased, and the log does not have that yet. Ask again in a minute.',
  });

/** The 503 that refuses a document. */
export const historyIncomplete = (lacking: LackingLeaf): Problem =>
  new Problem('evidence.history-incomplete', {
    detail: `${describeLacking(lacking)} Tell the operator of the service.`,
  });
