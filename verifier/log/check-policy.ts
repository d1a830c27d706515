import { isSameBytes } from '../../shared/bytes.ts';
import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoteKey, NoteSignature, SignedNote } from '../../shared/log/signed-note.ts';
import { cosignaturesOf, readCosignature, verifyCosignature } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import { isYoung } from './event-times.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { consentLeavesOf, partOf, whatOf } from './leaf-statements.ts';
import type { Policy, Rule, Witness } from './policy.ts';
import type { Heads, Proofs } from './proofs.ts';
import { isAlike, proofOf } from './proofs.ts';

const name = 'log-policy';

/** A checkpoint that the log signed, with what it has. */
interface PolicyCheckpoint {
  readonly note: SignedNote;
  /** The whole note, byte for byte. */
  readonly whole: string;
  readonly size: number;
  readonly leaves: readonly NamedLeaf[];
}

/** The checkpoints and events that a policy judges. */
interface Policed {
  readonly statement: Statement;
  /** What must be in a checkpoint as the policy asks. */
  readonly needed: readonly NamedLeaf[];
  readonly checkpoints: readonly PolicyCheckpoint[];
}

/** Whether a policy names a log. */
export const isNamed = ({ logs }: Policy, { name: log, publicKey }: NoteKey): boolean =>
  logs.some((key) => key.name === log && isSameBytes(key.publicKey, publicKey));

/** The witnesses that cosigned a checkpoint, with their last time, and those whose cosignature does not hold. */
interface Cosigned {
  readonly by: ReadonlyMap<string, number>;
  readonly forged: readonly string[];
}

/** No reader needs so many cosignatures. Each takes a signature to check, so none is looked at where there are more. */
const mostCosignatures = 4_096;

/** A cosignature line of a checkpoint that a witness claims to have made. */
interface Claimed {
  readonly witness: string;
  readonly key: NoteKey;
  readonly line: NoteSignature;
}

/** The lines of a checkpoint that are of witnesses. */
const findClaimed = ({ note }: PolicyCheckpoint, witnesses: readonly Witness[]): readonly Claimed[] => {
  const signers = new Set(note.signatures.map((line) => line.name));
  return witnesses.flatMap(({ name: witness, key }) =>
    key === undefined || !signers.has(key.name)
      ? []
      : cosignaturesOf(note, key).map((line) => ({ witness, key, line })),
  );
};

const findCosigned = async ({ note }: PolicyCheckpoint, claimed: readonly Claimed[]): Promise<Cosigned> => {
  const by = new Map<string, number>();
  const forged: string[] = [];
  for (const { witness, key, line } of claimed) {
    const isTrue = await verifyCosignature(note.text, line, key).catch(() => undefined);
    if (isTrue === false) forged.push(witness);
    if (isTrue === true) by.set(witness, Math.max(by.get(witness) ?? 0, readCosignature(line)?.seconds ?? 0));
  }
  return { by, forged };
};

/** Judges groups in the order of their definitions, so that no depth of groups within groups is too much. */
const isMet = ({ groups, quorum }: Policy, by: Cosigned['by']): boolean => {
  const met = new Set<Rule>();
  const isReached = ({ least, of }: Rule): boolean =>
    of.filter((each) => ('least' in each ? met.has(each) : by.has(each.name))).length >= least;
  for (const group of groups) if (isReached(group)) met.add(group);
  return isReached(quorum);
};

const list = (names: Iterable<string>): string => [...names].map((each) => tame(each)).join(', ');

/** What a leaf tells, for sentences. */
type Told = Pick<Check, 'part'> & { readonly what: string };

const tellMet = (told: Told, { size }: PolicyCheckpoint, { by }: Cosigned, { whence }: Policy): Check => {
  const what = `The checkpoint of ${size} leaves, which contains ${told.what}`;
  const times = [...by.values()].map((seconds) => new Date(seconds * 1_000).toISOString()).sort();
  const says =
    by.size === 0
      ? `${what}, is of a log that you trust by ${tame(whence)}, which asks for no witness.`
      : `${what}, is cosigned as ${tame(whence)} asks: by ${list(by.keys())}, the first at ${times[0]}.`;
  return holds(name, told.part, says);
};

const tellUnmet = (told: Told, { whence, witnesses }: Policy, isThere: boolean): Check => {
  const unread = witnesses.filter(({ key }) => key === undefined).map((witness) => witness.name);
  const says = isThere
    ? `No checkpoint that contains ${told.what} has the cosignatures that ${tame(whence)} asks for.${unread.length === 0 ? '' : ` Cosignatures of ML-DSA-44 are not verified here: ${list(unread)}.`}`
    : `${tame(whence)} was not used: the document proves no checkpoint that contains ${told.what}.`;
  return asks(name, told.part, says);
};

const tellTooMany = ({ whence }: Policy, count: number): Check =>
  asks(
    name,
    'log',
    `${tame(whence)} was not used: the checkpoints have ${count} cosignatures of its witnesses, and none was looked at, since there are more than ${mostCosignatures}. Give fewer checkpoints.`,
  );

/** The policy where a document has no log. */
export const doubtPolicy = ({ whence }: Policy): Check =>
  asks(name, 'log', `${tame(whence)} was not used: no log proves this document.`);

/**
 * Whether checkpoints are as a policy asks: of a log that it names, and cosigned by a quorum of its witnesses.
 */
export const checkPolicy = async (
  policy: Policy,
  key: NoteKey,
  { statement, needed, checkpoints }: Policed,
): Promise<readonly Check[]> => {
  if (policy.namesLogs && !isNamed(policy, key))
    return [asks(name, 'log', `${tame(policy.whence)} does not name the log of this document, ${tame(key.name)}.`)];
  const claims = checkpoints.map((checkpoint) => ({
    checkpoint,
    claimed: findClaimed(checkpoint, policy.witnesses),
  }));
  const count = claims.reduce((sum, { claimed }) => sum + claimed.length, 0);
  if (count > mostCosignatures) return [tellTooMany(policy, count)];
  const all = await Promise.all(
    claims.map(async ({ checkpoint, claimed }) => ({ checkpoint, cosigned: await findCosigned(checkpoint, claimed) })),
  );
  const forged = new Set(all.flatMap(({ cosigned }) => cosigned.forged));
  const ofForged = [...forged].map((witness) =>
    fails(name, 'log', `A cosignature of ${tame(witness)} does not hold: it or the checkpoint was changed.`),
  );
  const ofEvents = needed.map((leaf) => {
    const told = { part: partOf(leaf), what: whatOf(leaf, statement) };
    const having = all.filter(({ checkpoint }) => checkpoint.leaves.some((one) => isAlike(one, leaf)));
    const met = having.find(({ cosigned }) => isMet(policy, cosigned.by));
    return met === undefined
      ? tellUnmet(told, policy, having.length > 0)
      : tellMet(told, met.checkpoint, met.cosigned, policy);
  });
  return [...ofForged, ...ofEvents];
};

/** The checkpoints of the document, and those kept, with what they are proved to have, if anything. The same note is listed once. */
const listCheckpoints = (
  { included, proving }: Proofs,
  heads: Heads,
  known: readonly KeptCheckpoint[],
): readonly PolicyCheckpoint[] => {
  const all: readonly PolicyCheckpoint[] = [
    ...[...heads.values()].map(({ head: { size }, signed, note }) => ({
      note: signed,
      whole: note,
      size,
      leaves: included.filter(({ leaf }) => leaf.size === size).map(({ leaf }) => leaf),
    })),
    ...known.map((kept) => ({
      note: kept.note,
      whole: kept.whole,
      size: kept.head.size,
      leaves: proving.filter((proof) => proof.kept === kept).map(({ leaf }) => leaf),
    })),
  ];
  return [...Map.groupBy(all, ({ whole }) => whole).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : { ...first, leaves: [first, ...others].flatMap(({ leaves }) => leaves) },
  );
};

/**
 * The policy judges each event of the consent. A young event that the log lacks is excused if the log has another one.
 *
 * @param known the kept checkpoints that the key of the document's log signed
 */
export const checkedByPolicy = (proofs: Proofs, heads: Heads, known: readonly KeptCheckpoint[]): Policed => {
  const { statement } = proofs;
  const all = consentLeavesOf(statement);
  const logged = all.filter((told) => proofOf(told, proofs) !== undefined);
  const needed = all.filter(
    (told) => logged.length === 0 || !isYoung(told, statement) || logged.some((one) => isAlike(one, told)),
  );
  return { statement, needed, checkpoints: listCheckpoints(proofs, heads, known) };
};
