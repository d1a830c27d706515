import type { Policed, PolicyCheckpoint } from './check-policy.ts';
import { isYoung } from './event-times.ts';
import { consentLeavesOf } from './leaf-statements.ts';
import type { Heads, Proofs } from './proofs.ts';
import { isAlike, proofOf } from './proofs.ts';

/** The checkpoints of the document, and those kept, with what they are proved to have. */
const listCheckpoints = ({ included, proving }: Proofs, heads: Heads): readonly PolicyCheckpoint[] => [
  ...[...heads.values()].map(({ head: { size }, signed }) => ({
    ...{ note: signed, size },
    leaves: included.filter(({ leaf }) => leaf.size === size).map(({ leaf }) => leaf),
  })),
  ...proving.map(({ leaf, kept }) => ({ note: kept.note, size: kept.head.size, leaves: [leaf] })),
];

/** What a policy is held against: each event of the consent. A young one that the log lacks is excused if it has another. */
export const checkedByPolicy = (proofs: Proofs, heads: Heads): Policed => {
  const { statement } = proofs;
  const all = consentLeavesOf(statement);
  const logged = all.filter((told) => proofOf(told, proofs) !== undefined);
  const needed = all.filter(
    (told) => logged.length === 0 || !isYoung(told, statement) || logged.some((one) => isAlike(one, told)),
  );
  return { statement, needed, checkpoints: listCheckpoints(proofs, heads) };
};
