import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Node, Plan } from '../../../shared/log/tree.ts';
import { emptyRoot, hashLeaf, hashNode, planInclusion, planRoot, rootOfInclusion } from '../../../shared/log/tree.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';

const toEntry = (i: number): Uint8Array => createHash('sha256').update(`entry ${i}`).digest();

const sha256 = (...parts: readonly Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH as RFC 6962, section 2.1, writes it. */
const hashTree = (entries: readonly Uint8Array[]): Uint8Array => {
  const [only] = entries;
  if (only === undefined) return sha256();
  if (entries.length === 1) return sha256(Buffer.of(0), only);
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha256(Buffer.of(1), hashTree(entries.slice(0, k)), hashTree(entries.slice(k)));
};

const entries = Array.from({ length: 300 }, (_, i) => toEntry(i));

const readNode = ({ level, index }: Node): Uint8Array =>
  hashTree(entries.slice(index * 2 ** level, (index + 1) * 2 ** level));

const compute = <Result>({ compute }: Plan<Result>): Result => compute(readNode);

const rootAt = (size: number): Uint8Array => hashTree(entries.slice(0, size));

const toHex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

test('hashes are those of RFC 6962', () => {
  expect(toHex(emptyRoot)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(toHex(hashLeaf(new Uint8Array()))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  expect(toHex(hashNode(emptyRoot, emptyRoot))).toBe(toHex(sha256(Buffer.of(1), emptyRoot, emptyRoot)));
});

test('the root of a tree of any size is that of RFC 6962', () => {
  for (const size of [0, 1, 2, 3, 7, 8, 255, 256, 257, 300])
    expect(toHex(compute(planRoot(size)))).toBe(toHex(rootAt(size)));
});

const sizes = fc.integer({ min: 1, max: entries.length });

test('an inclusion proof leads from its leaf to the root, and from no other leaf or place', () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (size, chosen, other) => {
      const index = chosen % size;
      const path = compute(planInclusion(index, size));
      const prove = (of: Uint8Array, at: number, along = path) =>
        toHex(rootOfInclusion(hashLeaf(of), { index: at, size, path: along }));
      const root = toHex(rootAt(size));

      expect(prove(toEntry(index), index)).toBe(root);
      expect(prove(toEntry(index + 1), index)).not.toBe(root);
      const elsewhere = other % size;
      if (elsewhere !== index) expect(prove(toEntry(index), elsewhere)).not.toBe(root);
      expect(prove(toEntry(index), index, [...path, hashLeaf(toEntry(0))])).not.toBe(root);
      if (path.length > 0) expect(prove(toEntry(index), index, path.slice(1))).not.toBe(root);
    }),
    { numRuns: runs(150) },
  );
});

test('a proof that names no leaf of the tree leads nowhere', () => {
  const path = compute(planInclusion(3, 8));
  for (const [index, size] of [
    [8, 8],
    [-1, 8],
    [0.5, 8],
    [0, 0],
    [3, Number.NaN],
  ] as const)
    expect(rootOfInclusion(hashLeaf(toEntry(3)), { index, size, path })).toBeUndefined();
});
