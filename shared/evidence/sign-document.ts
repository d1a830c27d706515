import { limits } from '../api/limits.ts';
import type { EvidenceSigner } from '../identity/keys/evidence-signer.ts';
import { toCanonicalJson } from '../runtime/canonical.ts';
import { documentType } from './facts-format.ts';
import type { DocumentHeader, DocumentLog, Facts } from './schema.ts';

const toBase64url = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url');

const toHeader = ({ kid, jwk }: EvidenceSigner): DocumentHeader => ({
  alg: 'ES256',
  kid,
  typ: documentType,
  jwk: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y },
});

/** Signs the facts. The text is the document's file byte for byte: canonical JSON without a line break at its end. */
export const signDocument = async (facts: Facts, signer: EvidenceSigner): Promise<string> => {
  const payload = toCanonicalJson(facts);
  const header = toBase64url(toCanonicalJson(toHeader(signer)));
  const signature = toBase64url(await signer.sign(Buffer.from(`${header}.${toBase64url(payload)}`)));
  return `{"protected":"${header}","signature":"${signature}","statement":${payload}}`;
};

/**
 * Adds the proof to a document if there is one and both fit.
 *
 * @param document as `signDocument` writes it
 * @param longest in bytes
 */
export const addLog = (
  document: string,
  log: DocumentLog | undefined,
  longest: number = limits.resultBytes,
): string => {
  if (log === undefined) return document;
  const whole = `{"log":${toCanonicalJson(log)},${document.slice(1)}`;
  return Buffer.byteLength(whole) > longest ? document : whole;
};
