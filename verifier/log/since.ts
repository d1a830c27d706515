import { consentLeavesOf } from '../../shared/evidence/document-leaves.ts';
import type { NamedLeaf } from '../../shared/evidence/log-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Since } from '../verification.ts';
import type { Proofs } from './proofs.ts';
import { isAlike, keptOf, toldOf } from './proofs.ts';

const tellKept = (named: NamedLeaf, proofs: Proofs): Since | undefined => {
  const kept = keptOf(named, proofs)?.kept;
  return (
    kept && {
      told: toldOf(named, proofs.facts),
      time: kept.head.time.toISOString(),
      by: 'kept',
      whence: tame(kept.whence),
    }
  );
};

const tellWord = (named: NamedLeaf, { facts, included }: Proofs, whence: string | undefined): Since | undefined => {
  const times = included.filter(({ leaf }) => isAlike(leaf, named)).map(({ head }) => head.time.getTime());
  if (times.length === 0) return undefined;
  const said = { told: toldOf(named, facts), time: new Date(Math.min(...times)).toISOString() };
  return whence === undefined
    ? { ...said, by: 'document', whence: null }
    : { ...said, by: 'register', whence: tame(whence) };
};

/**
 * Since when each proved event of the consent cannot have been changed, by the reader's best source.
 *
 * @param proofs by checkpoints that prove a time
 * @param whence the reader's source for the key of the log
 */
export const tellSince = (proofs: Proofs, whence: string | undefined): readonly Since[] =>
  consentLeavesOf(proofs.facts).flatMap((named) => tellKept(named, proofs) ?? tellWord(named, proofs, whence) ?? []);
