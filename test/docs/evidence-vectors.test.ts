import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKeptCheckpoint } from '../../verifier/log/kept-checkpoint.ts';
import { readPublishedKeys } from '../../verifier/published-keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import type { Vector, VectorIndex } from '../evidence/vectors/vectors.ts';
import { makeVectors } from '../evidence/vectors/vectors.ts';

const folder = join(import.meta.dirname, '../../docs/vectors');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const { now, vectors }: VectorIndex = JSON.parse(read('index.json'));

test('the vectors are what the register and those who change its files would write now', async () => {
  const made = await makeVectors();
  const stale = 'stale: npm run generate';
  const named = vectors.flatMap(({ document, keys, checkpoints }) => [
    document,
    ...checkpoints,
    ...(keys === null ? [] : [keys]),
  ]);

  expect(Object.keys(made).sort(), 'the list names each file').toEqual([...new Set(named)].sort());
  expect(new Set(vectors.map(({ document }) => document)).size).toBe(vectors.length);
  expect(readdirSync(folder).sort(), stale).toEqual([...Object.keys(made), 'index.json'].sort());
  for (const [name, text] of Object.entries(made)) expect(read(name) === text, `${name} is ${stale}`).toBe(true);
});

const keep = (name: string) => readKeptCheckpoint(read(name), name);

/** What our verifier says of a vector. */
const judge = async ({ document, keys, checkpoints }: Vector) => {
  const known = keys === null ? undefined : await readPublishedKeys(read(keys), keys);
  const kept = checkpoints.map(keep);
  if ((known && 'fault' in known) || kept.some((one) => 'fault' in one))
    return { verdict: null, fails: [], doubts: [] };
  const { verdict, checks, doubts } = await verifyDocument(readFileSync(join(folder, document)), {
    keys: known?.keys,
    checkpoints: kept.flatMap((one) => ('kept' in one ? [one.kept] : [])),
    now: new Date(now),
  });
  const fails = [...new Set(checks.filter(({ holds }) => holds === false).map(({ name }) => name))];
  return { verdict, fails, doubts: verdict === 'refused' ? [] : doubts };
};

const sorted = ({ verdict, fails, doubts }: Pick<Vector, 'verdict' | 'fails' | 'doubts'>) => ({
  verdict,
  fails: [...fails].sort(),
  doubts: [...doubts].sort(),
});

test.each(vectors.map((vector) => [vector.document, vector] as const))(
  'a vector gets its verdict and its checks: %s',
  async (_name, vector) => {
    expect(sorted(await judge(vector))).toEqual(sorted(vector));
  },
);

test('each verdict has vectors, and each name stands for what it is', () => {
  const beginnings = new Map([
    ['valid', 'valid'],
    ['doubt', 'doubtful'],
    ['consistent', 'consistent'],
    ['no', null],
  ]);
  for (const { document, verdict } of vectors)
    expect(
      beginnings.has(document.split(/[-.]/)[0] ?? '') ? beginnings.get(document.split(/[-.]/)[0] ?? '') : 'refused',
      document,
    ).toBe(verdict);
});
