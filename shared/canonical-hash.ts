import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { toCanonicalJson } from './canonical.ts';

/** SHA-256 in hex of the canonical JSON of a value, in browsers too. */
export const hashCanonical = (value: unknown): string => bytesToHex(sha256(utf8ToBytes(toCanonicalJson(value))));
