import type { KeptCheckpoint } from '../log/kept-checkpoint.ts';
import type { Policy } from '../log/policy.ts';
import type { Authority } from '../log/stamps.ts';

/** The reader's proofs of time, and logs and witnesses to trust, which do not come from the register today. */
export interface Witnesses {
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly authorities: readonly Authority[];
  readonly policy?: Policy | undefined;
}

export const noWitnesses: Witnesses = { checkpoints: [], authorities: [] };

const isSameCheckpoint = (one: KeptCheckpoint, other: KeptCheckpoint): boolean => one.note.text === other.note.text;

const isSameAuthority = (one: Authority, other: Authority): boolean => one.pem === other.pem;

const unite = <Value>(
  before: readonly Value[],
  added: readonly Value[],
  isSame: (one: Value, other: Value) => boolean,
): readonly Value[] => [...before.filter((one) => !added.some((other) => isSame(one, other))), ...added];

/** The old and the new ones, each once. Of policies the last one counts. */
export const addWitnesses = (before: Witnesses, added: Witnesses): Witnesses => ({
  checkpoints: unite(before.checkpoints, added.checkpoints, isSameCheckpoint),
  authorities: unite(before.authorities, added.authorities, isSameAuthority),
  policy: added.policy ?? before.policy,
});

/** What the reader gave for the log; empty for nothing. */
export const describeWitnesses = ({ checkpoints, authorities, policy }: Witnesses): string => {
  const names = [...checkpoints, ...authorities, ...(policy ? [policy] : [])].map(({ whence }) => whence);
  return names.length === 0 ? '' : `You have given for the log: ${names.join(', ')}.`;
};
