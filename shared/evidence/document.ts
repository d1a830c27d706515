import * as v from 'valibot';
import { PublicJwk } from '../keys/public-jwk.ts';
import { Statement } from './statement-schema.ts';

/** Of 32 bytes, canonical or not. */
const base64url32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** What the type of a document is called in its header (RFC 7515, section 4.1.9). */
export const documentType = 'consent-evidence+jws';

/** The protected header of a document: who signs, with the public key itself. */
export const DocumentHeader = v.strictObject({
  alg: v.literal('ES256'),
  jwk: v.strictObject({ ...PublicJwk.entries, x: base64url32, y: base64url32 }),
  kid: v.pipe(base64url32, v.description('SHA-256 thumbprint of `jwk` (RFC 7638).')),
  typ: v.literal(documentType),
});
export type DocumentHeader = v.InferOutput<typeof DocumentHeader>;

/**
 * A signed statement: a flattened JWS (RFC 7515, section 7.2.2) without `payload`, which is the canonical JSON of
 * `statement` (docs/evidence.md). Its file is the canonical JSON of this, and no byte more.
 */
export const EvidenceDocument = v.strictObject({
  protected: v.pipe(
    v.string(),
    v.regex(/^[\w-]+$/),
    v.description('The header as canonical JSON, in base64url: `alg`, `jwk`, `kid`, `typ`.'),
  ),
  signature: v.pipe(
    v.string(),
    v.regex(/^[\w-]{86}$/),
    v.description('ES256 over `protected`, a dot and the canonical JSON of `statement` in base64url; with low S.'),
  ),
  statement: Statement,
});
export type EvidenceDocument = v.InferOutput<typeof EvidenceDocument>;
