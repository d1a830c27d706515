import { makeAuthorityVectors, trustFiles } from './of-authority.ts';
import { makeFormVectors } from './of-form.ts';
import { keyFiles, makeKeyVectors } from './of-keys.ts';
import { makeLifeVectors } from './of-life.ts';
import { makeLogVectors } from './of-log.ts';
import { keptFiles, makeWitnessVectors } from './of-witness.ts';
import type { Vector } from './vector.ts';
import { readAt } from './vector.ts';

/** A vector as the index tells it. */
export interface ListedVector {
  readonly document: string;
  readonly reason: string;
  readonly keys: string | null;
  readonly checkpoints: readonly string[];
  readonly authorities: readonly string[];
  readonly policy: string | null;
  readonly verdict: Vector['verdict'];
  readonly fails: readonly string[];
  readonly doubts: readonly string[];
}

export interface VectorIndex {
  readonly now: string;
  readonly vectors: readonly ListedVector[];
}

const list = ({ file, reason, verdict, given = {}, checks = [] }: Vector): ListedVector => {
  const { keys = 'keys.json', checkpoints = [], authorities = [], policy = null } = given;
  return {
    document: file,
    reason,
    keys,
    checkpoints,
    authorities,
    policy,
    verdict,
    fails: verdict === 'refused' ? checks : [],
    doubts: verdict === 'refused' ? [] : checks,
  };
};

/** Everything in docs/vectors/: files by their names. */
export const makeVectors = async (): Promise<Readonly<Record<string, string>>> => {
  const vectors = [
    ...makeKeyVectors(),
    ...(await makeLifeVectors()),
    ...(await makeWitnessVectors()),
    ...(await makeAuthorityVectors()),
    ...(await makeFormVectors()),
    ...(await makeLogVectors()),
  ];
  const index: VectorIndex = { now: readAt, vectors: vectors.map(list) };
  const documents = Object.fromEntries(vectors.map(({ file, content }) => [file, content]));
  if (Object.keys(documents).length < vectors.length) throw new Error('Two vectors have the same name.');
  return {
    ...documents,
    ...keyFiles,
    ...keptFiles,
    ...trustFiles,
    'index.json': `${JSON.stringify(index, undefined, 2)}\n`,
  };
};
