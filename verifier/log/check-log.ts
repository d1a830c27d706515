import type { ProvableEvent } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { isSameHash } from '../../shared/transparency/merkle.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Check, Since } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import { checkPolicy, doubtPolicy, isNamed } from './check-policy.ts';
import { readDocumentLog } from './document-log.ts';
import type { PlacedLeaf } from './inclusion.ts';
import { placeLeaf } from './inclusion.ts';
import type { KeptFound } from './kept.ts';
import { checkKept } from './kept.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { provableOf } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import { doubtKey, doubtTimes } from './log-doubts.ts';
import type { Policy } from './policy.ts';
import { tellSince } from './since.ts';
import type { Authority } from './stamps.ts';
import { checkStamps } from './stamps.ts';
import type { TreeHead } from './tree-heads.ts';
import { checkCheckpoints } from './tree-heads.ts';

/** What a reader has to judge a log. */
export interface LogReader {
  readonly keys?: PublishedKeys | undefined;
  readonly checkpoints?: readonly KeptCheckpoint[] | undefined;
  readonly authorities?: readonly Authority[] | undefined;
  readonly policy?: Policy | undefined;
}

interface LogFound {
  readonly checks: readonly Check[];
  /** For the events that the document proves. */
  readonly since: readonly Since[];
}

const noLog = asks(
  'log',
  'log',
  'No log proves this document. It shows what the register said at the time of issue, but not since when.',
);

type Heads = ReadonlyMap<number, TreeHead>;

const isIncluded = ({ leaf, root }: PlacedLeaf, heads: Heads): boolean => {
  const head = heads.get(leaf.size);
  return head !== undefined && root !== undefined && isSameHash(root, head.head.root);
};

const nameLeaf = ({ leaf }: PlacedLeaf): string => `leaf ${leaf.index} of ${leaf.size}`;

/** Whether a checkpoint of the document contains the leaf; no check for a leaf with a path to a checkpoint that only the reader has. */
const checkLeaf = (placed: PlacedLeaf, heads: Heads): readonly Check[] => {
  const { leaf, root } = placed;
  const [part, what] = [partOf(leaf.event), whatOf(leaf.event)];
  if (root !== undefined && !heads.has(leaf.size)) return [];
  if (isIncluded(placed, heads))
    return [holds('log', part, `The log has ${what} as stated in this document: ${nameLeaf(placed)}.`)];
  return [
    fails(
      'log',
      part,
      `The log does not have ${what} as stated in this document: either it was changed after it was logged, or the proof was changed.`,
    ),
  ];
};

/** Events that the document states but does not prove. */
const checkMissing = (statement: Statement, proved: ReadonlySet<ProvableEvent>): readonly Check[] =>
  provableOf(statement)
    .filter((event) => !proved.has(event))
    .map((event) =>
      asks(
        'log',
        partOf(event),
        `The document does not prove that the log has ${whatOf(event)}. The log adds it a little later: ask for a new document.`,
      ),
    );

const headsOf = (included: readonly PlacedLeaf[], heads: Heads) =>
  included.flatMap(({ leaf: { event, size } }) => {
    const found = heads.get(size);
    return found === undefined ? [] : { event, head: found.head };
  });

/** The checkpoints of the document, and those kept, with the events that they are proved to have. */
const listCheckpoints = (included: readonly PlacedLeaf[], heads: Heads, { proving }: KeptFound) => [
  ...[...heads.values()].map(({ head: { size }, signed }) => ({
    ...{ note: signed, size },
    events: included.filter(({ leaf }) => leaf.size === size).map(({ leaf }) => leaf.event),
  })),
  ...proving.map(({ leaf, kept }) => ({ note: kept.note, size: kept.head.size, events: [leaf.event] })),
];

const headsOfKept = ({ proving }: KeptFound) => proving.map(({ leaf: { event }, kept: { head } }) => ({ event, head }));

/** The reader's source for the key of the log. */
const findWhence = (key: string, keys: PublishedKeys | undefined): string | undefined =>
  keys?.logKeys?.includes(key) === true ? keys.whence : undefined;

/**
 * Checks the log in a document (docs/evidence.md, The log). It rebuilds the leaf statements from the document's statement, so a statement that
 * differs from the log fails, even with a valid signature.
 *
 * @param value the member `log` of the document; undefined if there is none
 */
export const checkLog = async (
  statement: Statement,
  value: unknown,
  { keys, checkpoints = [], authorities = [], policy }: LogReader,
): Promise<LogFound> => {
  if (value === undefined) return { checks: [noLog, ...(policy ? [doubtPolicy(policy)] : [])], since: [] };
  const read = readDocumentLog(value);
  if ('holds' in read) return { checks: [read], since: [] };
  const { log, key } = read;
  const leaves = await Promise.all(log.leaves.map((leaf) => placeLeaf(leaf, statement)));
  const { checks: ofHeads, heads } = await checkCheckpoints(log.checkpoints, key);
  const stamped = await checkStamps(heads.values(), authorities);
  const kept = await checkKept(checkpoints, { key, heads, leaves });
  const included = leaves.filter((leaf) => isIncluded(leaf, heads));
  const events = [...new Set(leaves.map(({ leaf }) => leaf.event))];
  const whence = findWhence(log.key, keys) ?? (policy && isNamed(policy, key) ? policy.whence : undefined);
  const policed = { events: provableOf(statement), checkpoints: listCheckpoints(included, heads, kept) };
  const told = tellSince(events, { included, heads, stamps: stamped.trusted, proving: kept.proving, whence });
  return {
    checks: [
      ...leaves.flatMap((leaf) => checkLeaf(leaf, heads)),
      ...checkMissing(statement, new Set(told.map(({ event }) => event))),
      ...[...ofHeads, ...stamped.checks, ...kept.checks],
      ...(whence === undefined ? doubtKey(log.key, keys) : []),
      ...(policy ? await checkPolicy(policy, key, policed) : []),
      ...doubtTimes([...headsOf(included, heads), ...headsOfKept(kept)], statement),
      ...told.map(({ check }) => check),
    ],
    since: told.map(({ event, time, by }) => ({ event, time, by })),
  };
};
