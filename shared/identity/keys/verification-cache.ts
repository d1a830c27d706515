import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { lifetimes } from '../../lifetimes.ts';
import type { VerificationKey } from './verification-keys.ts';

let known: ReadonlyMap<string, KeyObject> = new Map();
let learnedMs = Number.NEGATIVE_INFINITY;

/** The public key of that name, if this container has read it recently. */
export const findVerificationKey = (kid: string, now: Date): KeyObject | undefined =>
  now.getTime() - learnedMs < lifetimes.verificationKeysSeconds * 1_000 ? known.get(kid) : undefined;

/** Remembers the keys, in the form that verification needs. */
export const learnVerificationKeys = (keys: readonly VerificationKey[], now: Date): void => {
  known = new Map(keys.map(({ kid, jwk }) => [kid, createPublicKey({ key: jwk, format: 'jwk' })]));
  learnedMs = now.getTime();
};
