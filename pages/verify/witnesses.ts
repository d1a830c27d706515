import type { KeptCheckpoint } from '../../verifier/log/kept-checkpoint.ts';
import { readKeptCheckpoint } from '../../verifier/log/kept-checkpoint.ts';
import type { Policy } from '../../verifier/log/policy.ts';
import type { Authority } from '../../verifier/log/stamps.ts';

/** The reader's proofs of time, and logs and witnesses to trust, which do not come from the register today. */
export interface Witnesses {
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly authorities: readonly Authority[];
  readonly policy?: Policy | undefined;
}

export const noWitnesses: Witnesses = { checkpoints: [], authorities: [] };

/** The signature lines of a note, first the two of the log. */
const linesOf = ({ whole, note }: KeptCheckpoint): readonly string[] =>
  whole.slice(note.text.length + 1, -1).split('\n');

/** Whether the log signed two checkpoints at once: they may differ by the lines of witnesses. */
const isSameCheckpoint = (one: KeptCheckpoint, other: KeptCheckpoint): boolean =>
  one.note.text === other.note.text && linesOf(one).slice(0, 2).join() === linesOf(other).slice(0, 2).join();

/** One checkpoint with the lines of both. Undefined if that is more than a note may have. */
const join = (one: KeptCheckpoint, other: KeptCheckpoint): KeptCheckpoint | undefined => {
  const [known, given] = [new Set(linesOf(one)), linesOf(other)];
  const more = given.filter((line) => !known.has(line));
  if (more.length === 0) return one;
  const whence = known.size + more.length === given.length ? other.whence : `${one.whence}, ${other.whence}`;
  const read = readKeptCheckpoint(`${one.whole}${more.join('\n')}\n`, whence);
  return 'kept' in read ? read.kept : undefined;
};

const addCheckpoint = (all: readonly KeptCheckpoint[], added: KeptCheckpoint): readonly KeptCheckpoint[] => {
  const at = all.findIndex((one) => isSameCheckpoint(one, added));
  const joined = all[at] && join(all[at], added);
  if (all.some(({ whole }) => whole === added.whole)) return all;
  return joined === undefined ? [...all, added] : all.with(at, joined);
};

const addAuthority = (all: readonly Authority[], added: Authority): readonly Authority[] => [
  ...all.filter(({ pem }) => pem !== added.pem),
  added,
];

/** The old and the new ones, each once, with the signatures of all copies of a checkpoint. Of policies the last one counts. */
export const addWitnesses = (before: Witnesses, added: Witnesses): Witnesses => ({
  checkpoints: added.checkpoints.reduce(addCheckpoint, before.checkpoints),
  authorities: added.authorities.reduce(addAuthority, before.authorities),
  policy: added.policy ?? before.policy,
});

/** The names of what the reader gave for the log. */
export const nameWitnesses = ({ checkpoints, authorities, policy }: Witnesses): readonly string[] =>
  [...checkpoints, ...authorities, ...(policy ? [policy] : [])].map(({ whence }) => whence);
