import type { PlacedLeaf } from '../../shared/evidence/document-leaves.ts';
import {
  consentLeavesOf,
  lifeOf,
  nameOfLeaf,
  placeLeaves,
  placeOf,
  versionLeavesOf,
  versionsNamed,
} from '../../shared/evidence/document-leaves.ts';
import type { Facts, LogLeaf, NamedLeaf } from '../../shared/evidence/schema.ts';
import { DocumentLog } from '../../shared/evidence/schema.ts';
import type { Checkpoint, NoteKey } from '../../shared/log/note.ts';
import { parseNoteKey, writeNoteKey } from '../../shared/log/note.ts';
import type { HashedNode, Node } from '../../shared/log/tree.ts';
import { nodesOfInclusion, planRoot } from '../../shared/log/tree.ts';
import { isSameBytes } from '../../shared/runtime/values.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { readStrictly } from '../document.ts';
import type { PublishedKeys } from '../keys.ts';
import type { Check, NamedTree, Since } from '../verification.ts';
import { fail, leaveOpen, pass } from '../verification.ts';
import type { Heads, KeptCheckpoint } from './checkpoints.ts';
import { checkCheckpoints, findWrongTimes, isPast, toTree } from './checkpoints.ts';
import { dueTimeOf, isYoung, nameLimit, timeOfEvent, tolerance, writeTime } from './event-times.ts';
import { checkKept, findKeptDoubts } from './kept.ts';
import type { Proofs } from './proofs.ts';
import { findHead, findSince, firstOf, includedIn, keptOf, proofOf, reportedEventOf } from './proofs.ts';

/** What a reader has to judge a log. */
export interface LogReader {
  readonly keys?: PublishedKeys | undefined;
  readonly checkpoints?: readonly KeptCheckpoint[] | undefined;
  readonly now: Date;
}

interface LogFound {
  readonly checks: readonly Check[];
  readonly since: readonly Since[];
}

const withoutSince = (checks: readonly Check[]): LogFound => ({ checks, since: [] });

/**
 * Checks the log in a document (docs/evidence-format.md, The log). It hashes the leaves that stand in the document, so one that differs from the log
 * fails, even with a valid signature.
 *
 * @param value the member `log` of the document; undefined if there is none
 */
export const checkLog = async (
  facts: Facts,
  value: unknown,
  { keys, checkpoints = [], now }: LogReader,
): Promise<LogFound> => {
  if (value === undefined)
    return withoutSince([
      leaveOpen('log', ['log-none']),
      ...(checkpoints.length > 0 ? [leaveOpen('log-kept', ['log-none'])] : []),
    ]);
  const read = readDocumentLog(value);
  if (read === undefined) return withoutSince([fail('log', ['log-form'])]);
  const { log, key } = read;
  const leaves = placeLeaves(log.leaves, facts);
  const { checks: ofHeads, heads } = await checkCheckpoints(log.checkpoints, key);
  const kept = await checkKept(checkpoints, { facts, key, heads, leaves });
  const proofs: Proofs = { facts, included: includedIn(leaves, heads), proving: kept.proving };
  const known = [...heads.values(), ...kept.known.map(({ head }) => head)];
  const keptInPast = kept.known.filter(({ head }) => isPast(head, now));
  const past = pastOf(proofs, now);
  const checks = [
    ...leaves.flatMap((leaf) => checkLeaf(leaf, heads, facts)),
    ...checkMissing(proofs),
    ...ofHeads,
    ...findWrongTimes(known, now),
    ...checkKey(log.key, keys),
    ...findEarlyCheckpoints(proofs),
    ...findLateEvents(past),
    ...kept.checks,
    ...checkHistory(leaves, heads, kept.known),
    ...findKeptDoubts(keptInPast, proofs),
  ];
  return { checks, since: findSince(past, keySourceOf(log.key, keys)) };
};

/** Whether a checkpoint of the document contains the leaf; no check for a leaf with a path to a checkpoint that only the reader has. */
const checkLeaf = (placed: PlacedLeaf, heads: Heads, facts: Facts): readonly Check[] => {
  const { leaf, root } = placed;
  const [event, head] = [reportedEventOf(leaf, facts), findHead(placed, heads)];
  if (head !== undefined) return [pass('log', ['log-has', { event, index: leaf.index, ...toTree(head) }])];
  return root !== undefined && !heads.has(leaf.size) ? [] : [fail('log', ['log-lacks', { event }])];
};

/** The reader's source for the key of the log. */
const keySourceOf = (key: string, keys: PublishedKeys | undefined): string | undefined =>
  keys?.logKeys?.includes(key) === true ? keys.source : undefined;

/** Whether the reader's keys, if there are keys of logs among them, have that of the log. Anybody can make a log. */
const checkKey = (key: string, keys: PublishedKeys | undefined): readonly Check[] => {
  const known = keys?.logKeys ?? [];
  if (keys === undefined || known.length === 0) return [];
  const source = escapeInvisible(keys.source);
  return [
    known.includes(key)
      ? pass('log-key', ['log-key-ok', { source }])
      : leaveOpen('log-key', ['log-key-other', { source }]),
  ];
};

/** Without the checkpoints of the future, which prove no time. */
const pastOf = (proofs: Proofs, now: Date): Proofs => ({
  ...proofs,
  included: proofs.included.filter(({ head }) => isPast(head, now)),
  proving: proofs.proving.filter(({ kept }) => isPast(kept.head, now)),
});

/** What a checkpoint can say: twelve digits. */
const largestTree = 999_999_999_999;

/** Whether each leaf has one place and one salt, so that it is hashed once, and one path to each tree. */
const areInPlace = (leaves: readonly LogLeaf[]): boolean => {
  const first = new Map(leaves.toReversed().map((leaf) => [nameOfLeaf(leaf), leaf]));
  const paths = new Set(leaves.map((leaf) => `${nameOfLeaf(leaf)} ${leaf.size}`));
  return (
    paths.size === leaves.length &&
    leaves.every((leaf) => {
      const { index, salt, size } = leaf;
      const { index: own, salt: ownSalt } = first.get(nameOfLeaf(leaf)) ?? leaf;
      return index >= 0 && index < size && size <= largestTree && index === own && salt === ownSalt;
    })
  );
};

/** The well-formed log of a document, with the log's key. Undefined if the form is wrong. */
const readDocumentLog = (value: unknown): { readonly log: DocumentLog; readonly key: NoteKey } | undefined => {
  const result = readStrictly(DocumentLog, value);
  if (!('read' in result) || !areInPlace(result.read.leaves)) return undefined;
  const log = result.read;
  const key = parseNoteKey(log.key);
  return key !== undefined && writeNoteKey(key) === log.key ? { log, key } : undefined;
};

/** Checkpoints, of the document or kept, that contain an event later than their own time: one of the two times is wrong. */
const findEarlyCheckpoints = ({ facts, included, proving }: Proofs): readonly Check[] => {
  const proved = [...included, ...proving.map(({ leaf, kept }) => ({ leaf, head: kept.head }))];
  const doubts = proved.flatMap(({ leaf, head }) => {
    const time = timeOfEvent(leaf, facts);
    if (time === undefined || head.time.getTime() + tolerance >= time) return [];
    const said = { event: reportedEventOf(leaf, facts), happened: writeTime(time), ...toTree(head) };
    return [[`${nameOfLeaf(leaf)} ${head.size} ${said.time}`, leaveOpen('log-late', ['log-early', said])] as const];
  });
  return [...new Map(doubts).values()];
};

/** When the log had an event by the best source for its first checkpoint. */
const findLogged = (event: NamedLeaf, proofs: Proofs): number | undefined =>
  (firstOf(event, proofs)?.head ?? keptOf(event, proofs)?.kept.head)?.time.getTime();

/** Events that came into the log later than a log takes. @param proofs by checkpoints that prove a time */
const findLateEvents = (proofs: Proofs): readonly Check[] => {
  const { facts } = proofs;
  return [...consentLeavesOf(facts), ...versionLeavesOf(facts)].flatMap((leaf) => {
    const [logged, happened] = [findLogged(leaf, proofs), timeOfEvent(leaf, facts)];
    if (logged === undefined || happened === undefined || logged <= (dueTimeOf(leaf, facts) ?? 0)) return [];
    const said = { event: reportedEventOf(leaf, facts), logged: writeTime(logged), happened: writeTime(happened) };
    return [leaveOpen('log-late', ['log-late', said])];
  });
};

/** Whether it is a version from before the one that was agreed to, by each entry with its id. None of these can have ended the consent. */
const isBefore = (leaf: NamedLeaf, facts: Facts): boolean => {
  const [agreed] = versionsNamed(lifeOf(facts.consent).first.notice.versionId, facts);
  return (
    leaf.event === 'notice.published' &&
    versionsNamed(leaf.versionId, facts).every(({ version }) => version < (agreed?.version ?? 0))
  );
};

/** Events and versions that the document states but does not prove. */
const checkMissing = (proofs: Proofs): readonly Check[] => {
  const { facts } = proofs;
  const missing = [...consentLeavesOf(facts), ...versionLeavesOf(facts)].filter(
    (leaf) => proofOf(leaf, proofs) === undefined,
  );
  return missing.map((leaf) => {
    const event = reportedEventOf(leaf, facts);
    return isBefore(leaf, facts) || isYoung(leaf, facts)
      ? leaveOpen('log', ['log-not-yet', { event }])
      : leaveOpen('log-missing', ['missing-due', { event, after: nameLimit(leaf) }]);
  });
};

/** A tree that the log signed, and what is known of it. */
interface KnownTree {
  readonly head: Checkpoint;
  readonly named: NamedTree;
  /** The complete subtrees that it consists of, from left to right. */
  readonly whole: readonly Node[];
  /** Complete subtrees whose hashes are known: from the paths of proved leaves, and from its root if it is one itself. */
  readonly nodes: readonly HashedNode[];
}

const openTree = (head: Checkpoint, source: string | null, leaves: readonly PlacedLeaf[]): KnownTree => {
  const { size, root: hash } = head;
  const whole = planRoot(size).nodes;
  const ofPaths = leaves.flatMap(({ leaf, hash: own, root }) =>
    own !== undefined && root !== undefined && leaf.size === size && isSameBytes(root, hash)
      ? nodesOfInclusion(own, placeOf(leaf))
      : [],
  );
  const [first, ...others] = whole;
  const ofRoot = first !== undefined && others.length === 0 ? [{ ...first, hash }] : [];
  return { head, named: { size, source }, whole, nodes: [...ofPaths, ...ofRoot] };
};

const nodeName = ({ level, index }: Node): string => `${level} ${index}`;

/** Whose hash of a subtree it is. */
interface Known {
  readonly hash: Uint8Array;
  readonly tree: KnownTree;
}

/** A tree whose root is not the one that follows from what it consists of, and another that says so. */
const findOtherRoot = (
  trees: readonly KnownTree[],
  known: ReadonlyMap<string, Known>,
): readonly [KnownTree, KnownTree] | undefined => {
  for (const tree of trees) {
    const { size, root } = tree.head;
    const parts = tree.whole.flatMap((node) => known.get(nodeName(node)) ?? []);
    const hashes = new Map(tree.whole.map((node, i) => [nodeName(node), parts[i]?.hash ?? root]));
    if (parts.length < tree.whole.length) continue;
    if (
      isSameBytes(
        planRoot(size).compute((node) => hashes.get(nodeName(node)) ?? root),
        root,
      )
    )
      continue;
    return [parts.find((part) => part.tree !== tree)?.tree ?? tree, tree];
  }
  return undefined;
};

/** Two trees that are not of one log that only grows. Undefined if all may be. */
const findFork = (trees: readonly KnownTree[]): readonly [KnownTree, KnownTree] | undefined => {
  const known = new Map<string, Known>();
  for (const tree of trees)
    for (const node of tree.nodes) {
      const before = known.get(nodeName(node)) ?? { hash: node.hash, tree };
      if (!isSameBytes(before.hash, node.hash)) return [before.tree, tree];
      known.set(nodeName(node), before);
    }
  return findOtherRoot(trees, known);
};

const toTwoHistories = (name: 'log' | 'log-kept', [one, other]: readonly [KnownTree, KnownTree]): readonly Check[] => [
  fail(name, ['log-two-histories', { one: one.named, other: other.named }]),
];

/**
 * Whether all trees that a document and its reader have may be of one log: a complete subtree has one hash in all trees
 * of a log that only grows (docs/evidence-format.md, One history). Two roots of the same size are reported elsewhere.
 *
 * @param known the kept checkpoints that the key of the document's log signed
 */
const checkHistory = (
  leaves: readonly PlacedLeaf[],
  heads: Heads,
  known: readonly KeptCheckpoint[],
): readonly Check[] => {
  const own = [...heads.values()].map((head) => openTree(head, null, leaves));
  const forked = findFork(own);
  if (forked !== undefined) return toTwoHistories('log', forked);
  const trees = new Map(own.map((tree) => [tree.head.size, tree]));
  for (const { head, source } of known)
    if (!trees.has(head.size)) trees.set(head.size, openTree(head, escapeInvisible(source), leaves));
  const forkedFromKept = trees.size > own.length ? findFork([...trees.values()]) : undefined;
  return forkedFromKept === undefined ? [] : toTwoHistories('log-kept', forkedFromKept);
};
