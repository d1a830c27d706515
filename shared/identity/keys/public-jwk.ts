import * as v from 'valibot';

/** The public half of an ES256 key pair as a JWK (RFC 7518, section 6.2). */
export const PublicJwk = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() });
export type PublicJwk = v.InferOutput<typeof PublicJwk>;
