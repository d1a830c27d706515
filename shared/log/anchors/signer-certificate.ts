import type { Bytes } from './ber.ts';
import { BerFault, childrenOf, membersOf, readOnly, tags } from './ber.ts';
import { equalBytes, integerOf, octetsOf, oidOf } from './ber-values.ts';
import type { Certificate } from './certificate.ts';
import { digests, oids } from './object-identifiers.ts';
import type { SignedToken } from './signed-token.ts';

const isNamed = (certificate: Certificate, { signer }: SignedToken): boolean => {
  if (signer.tag === tags.implicit(0)) {
    const identifier = certificate.extensions.get(oids.subjectKeyIdentifier);
    return identifier !== undefined && equalBytes(octetsOf(readOnly(identifier.value)), signer.content);
  }
  const members = membersOf(signer);
  const issuer = members.take(tags.sequence).whole;
  return equalBytes(issuer, certificate.issuer) && integerOf(members.take(tags.integer)) === certificate.serial;
};

/** The certificate that a token names as that of its signer. */
export const findSigner = (token: SignedToken, certificates: readonly Certificate[]): Certificate | undefined =>
  certificates.find((certificate) => isNamed(certificate, token));

/**
 * The digest of the signer's certificate, signed with the stamp, so that no other certificate for its key fits (RFC
 * 5816).
 */
const readBinding = ({ attributes }: SignedToken): { readonly digest: string; readonly hash: Bytes } => {
  const newer = attributes.get(oids.signingCertificateV2);
  const attribute = newer ?? attributes.get(oids.signingCertificate);
  const [list] = attribute === undefined ? [] : childrenOf(attribute);
  const [first] = list === undefined ? [] : childrenOf(list);
  if (first === undefined) throw new BerFault('The stamp does not say which certificate it is signed with.');
  const members = membersOf(first);
  const algorithm = newer && members.takeIf(tags.sequence);
  const named = algorithm && digests[oidOf(membersOf(algorithm).take(tags.oid))];
  if (algorithm !== undefined && named === undefined) throw new BerFault('The digest of the certificate is not known.');
  return {
    digest: named ?? (newer === undefined ? 'SHA-1' : 'SHA-256'),
    hash: octetsOf(members.take(tags.octetString)),
  };
};

/** Whether the stamp names this certificate as its signer's. @throws BerFault when it names none */
export const isBoundTo = async (token: SignedToken, { whole }: Certificate): Promise<boolean> => {
  const { digest, hash } = readBinding(token);
  return equalBytes(new Uint8Array(await crypto.subtle.digest(digest, whole)), hash);
};
