import { CompactSign, calculateJwkThumbprint } from 'jose';
import { toCanonicalJson } from '../../runtime/canonical.ts';
import type { Table } from '../../store/table.ts';
import type { Wrapping } from '../signing-keys.ts';
import { openSigningKey } from '../signing-keys.ts';
import type { RegisterEvent, SentEvent } from './event-schema.ts';

/** The `typ` of a signed event. No other JWS of the register can pass for an event. */
const eventJwsType = 'consent-register-event+jws';

/** A public key of Ed25519 (RFC 8037). */
interface EventJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

const toJwk = (publicKey: Uint8Array): EventJwk => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: Buffer.from(publicKey).toString('base64url'),
});

/** The published key that verifies events: a JWK Set (RFC 7517, section 5). @param publicKey 32 bytes */
export const toEventKeySet = async (publicKey: Uint8Array) => {
  const jwk = toJwk(publicKey);
  return { keys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }] };
};

/** Signs an event in memory. */
export type SignEvent = (event: RegisterEvent) => Promise<SentEvent>;

/**
 * Opens the key that signs events, which is in the log table.
 *
 * @throws Error of KMS. isTransient says whether a later call may succeed
 */
export const openEventSigner = async (log: Table, wrapping: Wrapping): Promise<SignEvent> => {
  const { publicKey, privateKey } = await openSigningKey(log, 'events', wrapping);
  const header = { alg: 'EdDSA', kid: await calculateJwkThumbprint(toJwk(publicKey)), typ: eventJwsType };
  return async (event) => {
    const payload = Buffer.from(toCanonicalJson(event));
    return { ...event, jws: await new CompactSign(payload).setProtectedHeader(header).sign(privateKey) };
  };
};
