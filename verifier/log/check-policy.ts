import { isSameBytes } from '../../shared/bytes.ts';
import { consentLeavesOf } from '../../shared/evidence/leaf-statements.ts';
import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoteKey, NoteSignature, SignedNote } from '../../shared/log/signed-note.ts';
import { cosignaturesOf, readCosignature, verifyCosignature } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { ToldEvent } from '../saying.ts';
import type { Check } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import { isYoung } from './event-times.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import type { Policy, Rule, Witness } from './policy.ts';
import type { Heads, Proofs } from './proofs.ts';
import { isAlike, proofOf } from './proofs.ts';
import { partOf, toldOf } from './told-events.ts';

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

const tameAll = (names: Iterable<string>): readonly string[] => [...names].map((each) => tame(each));

/** What a leaf tells, and the part that states it. */
type Told = Pick<Check, 'part'> & { readonly told: ToldEvent };

const tellMet = (told: Told, { size }: PolicyCheckpoint, { by }: Cosigned, { whence }: Policy): Check => {
  const said = { told: told.told, size, whence: tame(whence) };
  const [first] = [...by.values()].map((seconds) => new Date(seconds * 1_000).toISOString()).sort();
  return holds(
    name,
    told.part,
    first === undefined ? ['policy-no-witness', said] : ['policy-met', { ...said, by: tameAll(by.keys()), first }],
  );
};

const tellUnmet = (told: Told, { whence, witnesses }: Policy, isThere: boolean): Check => {
  const unread = witnesses.filter(({ key }) => key === undefined).map((witness) => witness.name);
  const said = { told: told.told, whence: tame(whence) };
  return asks(
    name,
    told.part,
    isThere ? ['policy-unmet', { ...said, unread: tameAll(unread) }] : ['policy-unproved', said],
  );
};

const tellTooMany = ({ whence }: Policy, count: number): Check =>
  asks(name, 'log', ['policy-many', { whence: tame(whence), count, most: mostCosignatures }]);

/** The policy where a document has no log. */
export const doubtPolicy = ({ whence }: Policy): Check =>
  asks(name, 'log', ['policy-no-log', { whence: tame(whence) }]);

/**
 * Whether checkpoints are as a policy asks: of a log that it names, and cosigned by a quorum of its witnesses.
 */
export const checkPolicy = async (
  policy: Policy,
  key: NoteKey,
  { statement, needed, checkpoints }: Policed,
): Promise<readonly Check[]> => {
  if (policy.namesLogs && !isNamed(policy, key))
    return [asks(name, 'log', ['policy-other-log', { whence: tame(policy.whence), log: tame(key.name) }])];
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
  const ofForged = [...forged].map((witness) => fails(name, 'log', ['policy-forged', { witness: tame(witness) }]));
  const ofEvents = needed.map((leaf) => {
    const told = { part: partOf(leaf), told: toldOf(leaf, statement) };
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
