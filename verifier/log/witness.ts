import { tame } from '../../shared/schema/visible-text.ts';
import type { Check } from '../verification.ts';
import { asks } from '../verification.ts';
import { isYoung } from './event-times.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { consentLeavesOf } from './leaf-statements.ts';
import { partOf, whatOf } from './leaf-words.ts';
import type { Proofs } from './proofs.ts';
import { isAlike } from './proofs.ts';
import type { Authority } from './stamps.ts';

const name = 'log-witness';

/** What a reader gave to witness the log. */
interface Witnesses {
  readonly checkpoints: readonly KeptCheckpoint[];
  readonly authorities: readonly Authority[];
}

/** The reader wants the log witnessed, but the document has none. Anybody can remove a log from a document. */
export const doubtStripped = ({ checkpoints, authorities }: Witnesses): readonly Check[] => {
  const given = [...checkpoints, ...authorities].map(({ whence }) => tame(whence));
  if (given.length === 0) return [];
  const says = `The document has no log, so nothing is proved by what you gave: ${given.join(', ')}. Anybody can remove the log from a document. Ask the register for a document with its log.`;
  return [asks(name, 'log', says)];
};

/** Events of the consent that no authority of the reader has stamped. A young one is excused if there is a stamp for another. */
export const doubtUnstamped = (
  { statement, included, stamps }: Proofs,
  authorities: readonly Authority[],
): readonly Check[] => {
  if (authorities.length === 0) return [];
  const sizes = new Set(stamps.map(({ size }) => size));
  const stamped = included.filter(({ leaf }) => sizes.has(leaf.size));
  const leaves = consentLeavesOf(statement);
  const bare = leaves.filter((told) => !stamped.some(({ leaf }) => isAlike(leaf, told)));
  return bare
    .filter((told) => bare.length === leaves.length || !isYoung(told, statement))
    .map((told) => {
      const says = `No authority that you trust has stamped a checkpoint that contains ${whatOf(told, statement)}.`;
      return asks(name, partOf(told), says);
    });
};
