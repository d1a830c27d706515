import type { Verification } from '../../verifier/verification.ts';
import { isDoubt } from '../../verifier/verification.ts';
import type { VerdictInWords, VerdictWords } from '../words/evidence/evidence-words.ts';

const countOpen = ({ checks }: Verification): number => checks.filter(isDoubt).length;

/** The verdict in words. @param hasKeys whether the reader gave a key */
export const describeVerdict = (verification: Verification, hasKeys: boolean, words: VerdictWords): VerdictInWords => {
  const { verdict, signer, checks } = verification;
  if (verdict === 'doubtful') return words.doubtful({ whence: signer?.whence ?? '', open: countOpen(verification) });
  if (verdict === 'valid') return words.valid({ whence: signer?.whence ?? '' });
  if (verdict === 'consistent') return words.consistent({ hasKeys, open: countOpen(verification) });
  return words.refused([...new Set(checks.filter(({ holds }) => holds === false).map(({ part }) => part))]);
};
