import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Node } from '../../../shared/log/tree.ts';
import { hashLeaf, hashNode, nodesOfInclusion, planInclusion } from '../../../shared/log/tree.ts';

const leaves = Array.from({ length: 40 }, (_, i) => hashLeaf(createHash('sha256').update(`${i}`).digest()));

const read = ({ level, index }: Node): Uint8Array =>
  level === 0
    ? (leaves[index] ?? new Uint8Array())
    : hashNode(read({ level: level - 1, index: 2 * index }), read({ level: level - 1, index: 2 * index + 1 }));

test('a path names or computes complete subtrees as they are, in every tree, for every leaf', () => {
  for (let size = 1; size <= leaves.length; size += 1)
    for (let index = 0; index < size; index += 1) {
      const path = planInclusion(index, size).compute(read);
      const nodes = nodesOfInclusion(leaves[index] ?? new Uint8Array(), { index, size, path });

      expect(nodes.length).toBeGreaterThanOrEqual(1);
      for (const { hash, ...node } of nodes) {
        expect((node.index + 1) * 2 ** node.level).toBeLessThanOrEqual(size);
        expect(hash).toEqual(read(node));
      }
      const left = nodes.filter((node) => (node.index + 1) * 2 ** node.level <= index);
      expect(left.reduce((sum, { level }) => sum + 2 ** level, 0)).toBeGreaterThanOrEqual(index);
    }
});
