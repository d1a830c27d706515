import * as v from 'valibot';
import { PublicJwk } from './public-jwk.ts';

const time = v.pipe(v.string(), v.isoTimestamp());

/** A public key of the register's evidence, with its times of use. */
const PublishedKey = v.object({
  ...PublicJwk.entries,
  /** SHA-256 thumbprint of the JWK (RFC 7638). */
  kid: v.string(),
  alg: v.literal('ES256'),
  use: v.literal('sig'),
  usedFrom: time,
  /** When another key began to sign. */
  usedUntil: v.optional(time),
  /** False if nothing shows that it is the register's: it stands in the table, and anybody who writes there can list one. */
  confirmed: v.optional(v.literal(false)),
});

/** Public keys of evidence as a register publishes them: a JWK Set (RFC 7517, section 5). */
export const KeySet = v.object({ keys: v.array(PublishedKey) });
export type KeySet = v.InferOutput<typeof KeySet>;
