import * as v from 'valibot';
import { documentType } from './facts-format.ts';
import { Facts } from './facts-schema.ts';
import { DocumentLog } from './log-schema.ts';

/** 32 bytes in base64url, in the only form without unused bits (RFC 4648, section 3.5). */
const bytes32 = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/),
  v.description('32 bytes in base64url. Unused bits are zero.'),
);

/** A public key on the curve P-256 (RFC 7518, section 6.2.1). */
export const DocumentJwk = v.strictObject({
  crv: v.literal('P-256'),
  kty: v.literal('EC'),
  x: bytes32,
  y: bytes32,
});
export type DocumentJwk = v.InferOutput<typeof DocumentJwk>;

/** The protected header of a document (RFC 7515, section 4). */
export const DocumentHeader = v.strictObject({
  alg: v.literal('ES256'),
  jwk: DocumentJwk,
  kid: v.pipe(bytes32, v.description('Thumbprint of `jwk` (RFC 7638, SHA-256).')),
  typ: v.literal(documentType),
});
export type DocumentHeader = v.InferOutput<typeof DocumentHeader>;

/** A signed document (docs/evidence-format.md): a flattened JWS with its payload, the facts, as `statement`. */
export const EvidenceDocument = v.strictObject({
  log: v.exactOptional(DocumentLog),
  protected: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]+$/),
    v.description('Protected header: base64url of its canonical JSON.'),
  ),
  signature: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{85}[AQgw]$/),
    v.description('r and s, 32 bytes each, in base64url. Unused bits are zero.'),
  ),
  statement: Facts,
});
export type EvidenceDocument = v.InferOutput<typeof EvidenceDocument>;
