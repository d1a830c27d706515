import type { CheckName, Verdict } from '../../../verifier/verification.ts';
import { formVectors } from './of-form.ts';
import { keptFiles, keptVectors } from './of-kept.ts';
import { keyFiles, keyVectors } from './of-keys.ts';
import { lifeVectors } from './of-life.ts';
import { logVectors } from './of-log.ts';

/** What other people's verifiers can be held against: a file, what its reader has, and what must be said of it. */
export interface Vector {
  readonly document: string;
  /** One or two sentences, for people. */
  readonly reason: string;
  readonly keys: string | null;
  readonly checkpoints: readonly string[];
  /** Null: no verdict, because of a file of the reader. */
  readonly verdict: Verdict | null;
  readonly fails: readonly CheckName[];
  readonly doubts: readonly CheckName[];
}

/** The list that people write: `docs/vectors/index.json`. */
export interface VectorIndex {
  /** The clock of the reader of all vectors. */
  readonly now: string;
  readonly vectors: readonly Vector[];
}

/** What the list names, made anew: texts of files by their names. */
export const makeVectors = async (): Promise<Readonly<Record<string, string>>> => {
  const parts = [
    ...[keyFiles, keptFiles, keyVectors, formVectors, logVectors],
    ...(await Promise.all([lifeVectors(), keptVectors()])),
  ];
  const files = Object.assign({}, ...parts);
  if (Object.keys(files).length < parts.flatMap(Object.keys).length) throw new Error('Two files have the same name.');
  return files;
};
