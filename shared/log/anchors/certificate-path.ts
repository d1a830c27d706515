import { isSameBytes } from '../../bytes.ts';
import type { Certificate } from './certificate.ts';
import { mayIssue } from './certificate.ts';
import { verifySignature } from './signed-token.ts';

/** The certificates among which to search a path. */
export interface PathSearch {
  /** Certificates that the reader trusts. */
  readonly trusted: readonly Certificate[];
  /** Certificates that came with the stamp. They prove nothing on their own. */
  readonly others: readonly Certificate[];
  /** When all of them must be valid. */
  readonly at: Date;
}

/** The most steps from the certificate of the authority to a trusted one. */
const mostSteps = 6;

export const isValidAt = ({ from, until }: Certificate, at: Date): boolean => from <= at && at <= until;

const isSame = (one: Certificate, other: Certificate): boolean => isSameBytes(one.whole, other.whole);

const isSignedBy = async (certificate: Certificate, issuer: Certificate): Promise<boolean> => {
  const { signatureAlgorithm: algorithm, signature, signed: data } = certificate;
  try {
    return await verifySignature({ algorithm, signature, data, publicKey: issuer.publicKey });
  } catch {
    return false;
  }
};

const isPossibleIssuer = (issuer: Certificate, certificate: Certificate, between: number): boolean => {
  try {
    return isSameBytes(issuer.subject, certificate.issuer) && mayIssue(issuer, between);
  } catch {
    return false;
  }
};

/**
 * The path from a certificate to one that the reader trusts, both included, or undefined (RFC 5280, section 6, without
 * revocation). Each issuer is tried once, so the search ends even if certificates name each other.
 */
export const findPath = async (
  certificate: Certificate,
  { trusted, others, at }: PathSearch,
): Promise<readonly Certificate[] | undefined> => {
  const tried = new Set<Certificate>();
  const search = async (
    path: readonly [Certificate, ...Certificate[]],
  ): Promise<readonly Certificate[] | undefined> => {
    const [last] = path;
    if (!isValidAt(last, at)) return undefined;
    if (trusted.some((one) => isSame(one, last))) return path;
    if (path.length > mostSteps) return undefined;
    for (const issuer of [...trusted, ...others]) {
      if (tried.has(issuer) || !isPossibleIssuer(issuer, last, path.length - 1)) continue;
      if (!(await isSignedBy(last, issuer))) continue;
      tried.add(issuer);
      const found = await search([issuer, ...path]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = await search([certificate]);
  return found?.toReversed();
};
