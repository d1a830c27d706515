import type { DocumentKey } from '../../../test/support/evidence-document.ts';
import { publish } from '../../../test/support/evidence-document.ts';
import type { Random } from '../../../test/support/random.ts';
import { verifyDocument } from '../../../verifier/verify.ts';
import { drawDamage, flipBit } from './damage.ts';

/** How many files were tried, and what was wrong. */
export interface Outcome {
  readonly tried: Readonly<Record<string, number>>;
  readonly accepted: readonly string[];
  readonly consistent: number;
}

const now = new Date('2026-12-01T00:00:00Z');

/** What is attacked. */
type Verify = typeof verifyDocument;

const verdictOf = async (file: Uint8Array, key: DocumentKey, verify: Verify): Promise<string> => {
  try {
    const { verdict, checks } = await verify(file, { keys: publish([key]), now });
    const isNamed = verdict !== 'refused' || checks.some(({ holds }) => holds === false);
    return isNamed ? verdict : 'refused without a reason';
  } catch (error) {
    return `thrown: ${String(error)}`;
  }
};

/** Damages documents by chance, so many times. Accepted is what is valid, consistent though nobody signed it, or thrown. */
export const attack = async (
  random: Random,
  documents: readonly string[],
  key: DocumentKey,
  count: number,
  verify: Verify = verifyDocument,
): Promise<Outcome> => {
  const tried: Record<string, number> = {};
  const accepted: string[] = [];
  let consistent = 0;
  for (let i = 0; i < count; i += 1) {
    const { kind, file, isSignedAgain } = drawDamage(random, documents, key);
    const verdict = await verdictOf(file, key, verify);
    tried[kind] = (tried[kind] ?? 0) + 1;
    const isForNobody = isSignedAgain && verdict === 'consistent';
    if (isForNobody) consistent += 1;
    else if (verdict !== 'refused') accepted.push(`${kind}: ${verdict}: ${Buffer.from(file).toString('base64')}`);
  }
  return { tried, accepted, consistent };
};

/** Flips so many bits of every byte of a document, by itself each: all eight, or fewer from one that is drawn. */
export const flipAll = async (
  random: Random,
  document: string,
  key: DocumentKey,
  bits: number,
  verify: Verify = verifyDocument,
): Promise<Outcome> => {
  const bytes = Buffer.from(document);
  const accepted: string[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const first = random.below(8);
    for (let i = 0; i < bits; i += 1) {
      const bit = (first + i) % 8;
      const verdict = await verdictOf(flipBit(bytes, at, bit), key, verify);
      if (verdict !== 'refused') accepted.push(`byte ${at}, bit ${bit}: ${verdict}`);
    }
  }
  return { tried: { flips: bytes.length * bits }, accepted, consistent: 0 };
};
