import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';

const tooLarge = (detail: string): Problem => new Problem('consent.too-large', { detail });

const itemLimit = `${limits.itemBytes / 1024} KB`;

/** The 413 of a consent that the table could not hold. */
export const oversizedRecord = (): Problem =>
  tooLarge(`The proof and the userData do not fit a record of ${itemLimit}, compressed; shorten the proof.`);

/** The 413 of a consent that no answer could hold. */
export const unanswerableRecord = (): Problem =>
  tooLarge(
    `The proof and the userData have more than ${limits.consentBytes} bytes as JSON, where a control character has six; shorten the proof.`,
  );

/** The 413 of a revocation that the table could not hold. */
export const oversizedProof = (): Problem =>
  tooLarge(`The proof does not fit an item of ${itemLimit}, compressed; shorten it.`);

/** The 413 of a revocation that no answer could hold. */
export const unanswerableProof = (): Problem =>
  tooLarge(
    `The proof has more than ${limits.revocationBytes} bytes as JSON, where a control character has six; shorten it.`,
  );
