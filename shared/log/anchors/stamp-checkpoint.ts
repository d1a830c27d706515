import { stampedPart } from '../checkpoint.ts';
import { askAuthority } from './ask-authority.ts';
import type { Bytes } from './ber.ts';
import { toHex } from './ber-values.ts';
import { encodeStampRequest, newNonce } from './time-stamp-request.ts';
import type { StampResponse } from './time-stamp-response.ts';
import { readStampResponse } from './time-stamp-response.ts';
import { Unstamped } from './unstamped.ts';
import { verifyStamp } from './verify-stamp.ts';

/** A checkpoint that an authority shall stamp. */
export interface Stamping {
  /** Address of the authority, `http` or `https`, possibly with a name and a password. */
  readonly authority: URL;
  /** The signed note. Its text and first signature are stamped. */
  readonly note: string;
  /** How long the authority may take. */
  readonly milliseconds?: number;
}

const readResponse = (authority: URL, answer: Bytes): StampResponse => {
  try {
    return readStampResponse(answer);
  } catch {
    throw new Unstamped(authority, 'form', 'what it answers is no time stamp. Check the address.');
  }
};

/**
 * Asks an authority to stamp a checkpoint and checks the stamp: it must be for these bytes, answer this request, and be
 * signed with a certificate for time stamps. Readers decide whether to trust that certificate.
 *
 * @returns the token (DER of a ContentInfo), as the authority wrote it
 * @throws Unstamped when there is no valid stamp
 */
export const stampCheckpoint = async ({ authority, note, milliseconds }: Stamping): Promise<Uint8Array> => {
  const bytes = new TextEncoder().encode(stampedPart(note));
  const nonce = newNonce();
  const imprint = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const answer = await askAuthority(authority, encodeStampRequest({ imprint, nonce }), milliseconds);
  const response = readResponse(authority, answer);
  if ('refusal' in response) throw new Unstamped(authority, 'refused', `${response.refusal}.`);
  const { verdict, checks, stamp } = await verifyStamp(response.token, bytes);
  const failed = checks.find(({ holds }) => holds === false);
  if (verdict === 'refused')
    throw new Unstamped(authority, 'unsound', `its stamp does not hold. ${failed?.says} Choose another authority.`);
  if (stamp?.nonce !== toHex(nonce))
    throw new Unstamped(authority, 'unsound', 'its stamp answers another request. Choose another authority.');
  return response.token;
};
