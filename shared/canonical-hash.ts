import { bytesToHex } from '@noble/hashes/utils.js';
import { toCanonicalJson } from './canonical.ts';

/** SHA-256 in hex of the canonical JSON of a value, in browsers too. */
export const hashCanonical = async (value: unknown): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toCanonicalJson(value)));
  return bytesToHex(new Uint8Array(digest));
};
