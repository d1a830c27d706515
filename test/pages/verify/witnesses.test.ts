import { expect, test } from 'vitest';
import { addWitnesses, noWitnesses } from '../../../pages/verify/witnesses.ts';
import { readKeptCheckpoint } from '../../../verifier/log/kept-checkpoint.ts';
import { makeLog, otherEntry } from '../../support/made-log.ts';
import { makeWitness } from '../../support/witness.ts';

const log = makeLog([otherEntry(0), otherEntry(1)]);
const bare = log.note(2);
const [one, other] = [makeWitness('w1.example'), makeWitness('w2.example')];

const keep = (note: string, whence: string) => {
  const read = readKeptCheckpoint(note, whence);
  if ('fault' in read) throw new Error(read.fault);
  return { ...noWitnesses, checkpoints: [read.kept] };
};

/** What is left of notes that are given one after the other: the names of the signers, and of the files. */
const give = (...notes: readonly string[]) =>
  notes
    .map((note, i) => keep(note, `${i}.txt`))
    .reduce(addWitnesses, noWitnesses)
    .checkpoints.map(({ note, whence }) => [
      note.signatures
        .slice(2)
        .map(({ name }) => name)
        .join(),
      whence,
    ]);

test('a bare copy takes no cosignature from a checkpoint that was given before', () => {
  expect(give(one.cosign(bare), bare)).toEqual([['w1.example', '0.txt']]);
  expect(give(bare, one.cosign(bare))).toEqual([['w1.example', '1.txt']]);
});

test('copies of a checkpoint are one with the cosignatures of all', () => {
  const [first, second] = [one.cosign(bare), other.cosign(bare)];

  expect(give(first, second, bare, first)).toEqual([['w1.example,w2.example', '0.txt, 1.txt']]);
});

test('checkpoints of one tree that the log signed at two times stay two', () => {
  expect(give(one.cosign(bare), log.note(2, '2026-04-01T00:00:00.000Z'))).toEqual([
    ['w1.example', '0.txt'],
    ['', '1.txt'],
  ]);
});

test('what is more than a note may have stays beside it', () => {
  const many = Array.from({ length: 62 }, (_, i) => makeWitness(`m${i}.example`)).reduce(
    (note, { cosign }) => cosign(note),
    bare,
  );

  expect(give(many, one.cosign(bare), one.cosign(bare)).map(([, whence]) => whence)).toEqual(['0.txt', '1.txt']);
});
