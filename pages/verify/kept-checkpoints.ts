import type { KeptCheckpoint } from '../../verifier/log/checkpoints.ts';

/** The old and the new checkpoints, each once. */
export const addCheckpoints = (
  before: readonly KeptCheckpoint[],
  added: readonly KeptCheckpoint[],
): readonly KeptCheckpoint[] => [...new Map([...before, ...added].map((kept) => [kept.whole, kept])).values()];
