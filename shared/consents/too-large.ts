import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';

const tooLarge = (detail: string): Problem => new Problem('consent.too-large', { detail });

const toKilobytes = (bytes: number): string => `${bytes / 1024} KB`;

/** The 413 of a consent that the table cannot hold. */
export const oversizedRecord = (): Problem =>
  tooLarge(
    `The proof and the userData are larger than ${toKilobytes(limits.itemBytes - limits.revocationReserveBytes)} after compression. Shorten the proof.`,
  );

/** The 413 of a consent that no answer can hold. */
export const unanswerableRecord = (): Problem =>
  tooLarge(
    `The proof and the userData have more than ${limits.consentBytes} bytes as JSON, which writes a control character as six bytes. Shorten the proof.`,
  );

/** The 413 of a revocation that the table cannot hold. */
export const oversizedProof = (): Problem =>
  tooLarge(`The proof is larger than ${toKilobytes(limits.revocationReserveBytes)} after compression. Shorten it.`);

/** The 413 of a revocation that no answer can hold. */
export const unanswerableProof = (): Problem =>
  tooLarge(
    `The proof has more than ${limits.revocationBytes} bytes as JSON, which writes a control character as six bytes. Shorten it.`,
  );
