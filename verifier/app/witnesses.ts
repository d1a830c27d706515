import type { KeptCheckpoint } from '../log/kept-checkpoint.ts';
import type { Authority } from '../log/stamps.ts';

/** The reader's proofs of time, which do not come from the register today. */
export interface Witnesses {
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly authorities: readonly Authority[];
}

export const noWitnesses: Witnesses = { checkpoints: [], authorities: [] };

const isSameCheckpoint = (one: KeptCheckpoint, other: KeptCheckpoint): boolean => one.note.text === other.note.text;

const isSameAuthority = (one: Authority, other: Authority): boolean => one.pem === other.pem;

const unite = <Value>(
  before: readonly Value[],
  added: readonly Value[],
  isSame: (one: Value, other: Value) => boolean,
): readonly Value[] => [...before.filter((one) => !added.some((other) => isSame(one, other))), ...added];

/** The old and the new ones, each once. */
export const addWitnesses = (before: Witnesses, added: Witnesses): Witnesses => ({
  checkpoints: unite(before.checkpoints, added.checkpoints, isSameCheckpoint),
  authorities: unite(before.authorities, added.authorities, isSameAuthority),
});

/** The proofs of time that the reader gave; empty for none. */
export const describeWitnesses = ({ checkpoints, authorities }: Witnesses): string => {
  const names = [...checkpoints, ...authorities].map(({ whence }) => whence);
  return names.length === 0 ? '' : `You have given for the log: ${names.join(', ')}.`;
};
