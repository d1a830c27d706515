import type { Bytes } from './ber.ts';
import { BerFault, tags } from './ber.ts';
import { equalBytes, octetsOf, oidOf } from './ber-values.ts';
import type { Certificate } from './certificate.ts';
import { readCertificates } from './certificate.ts';
import { findPath, isValidAt } from './certificate-path.ts';
import { findNoStamper } from './key-purpose.ts';
import { digests, oids } from './object-identifiers.ts';
import { readPem } from './pem.ts';
import { verifySignature } from './signature.ts';
import type { SignedToken } from './signed-token.ts';
import { readSignedToken } from './signed-token.ts';
import { findSigner, isBoundTo } from './signer-certificate.ts';
import type { StampCheck, StampVerification } from './stamp-verification.ts';
import type { StampedContent } from './stamped-content.ts';
import { readStampedContent } from './stamped-content.ts';

/** No token is longer. */
const longestToken = 64 * 1024;

/** What was read of a token. Without a certificate in the token or from the reader, the signer's is undefined. */
interface Opened {
  readonly token: SignedToken;
  readonly content: StampedContent;
  readonly signer: Certificate | undefined;
  readonly others: readonly Certificate[];
  readonly trusted: readonly Certificate[];
}

/** The reason of a failed check, in words. */
const reasonOf = (error: unknown): string => (error instanceof BerFault ? error.message : 'It cannot be read.');

const open = (bytes: Bytes, pem: string): Opened => {
  if (bytes.length > longestToken) throw new BerFault('It is longer than any time stamp.');
  const token = readSignedToken(bytes);
  const others = readCertificates(token.certificates);
  const trusted = readCertificates(readPem(pem));
  return {
    token,
    content: readStampedContent(token.content),
    others,
    trusted,
    signer: findSigner(token, [...others, ...trusted]),
  };
};

const digest = async (name: string, bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(name, bytes));

const checkImprint = async ({ content }: Opened, bytes: Bytes): Promise<StampCheck> => {
  const name = digests[content.algorithm];
  const fits = name !== undefined && equalBytes(await digest(name, bytes), content.imprint);
  const says = fits ? 'The stamp is for these bytes.' : 'The stamp is for other bytes.';
  return { name: 'imprint', holds: fits, says };
};

const findForged = async ({ token, signer }: Opened): Promise<string | undefined> => {
  if (signer === undefined)
    return 'The certificate of the authority is neither in the stamp nor among those that you trust.';
  const hash = digests[token.digestAlgorithm];
  const [type, told] = [token.attributes.get(oids.contentType), token.attributes.get(oids.messageDigest)];
  if (hash === undefined) return 'The digest that the stamp is signed with is not one that is taken here.';
  if (type?.tag !== tags.oid || told === undefined) return 'What the stamp signs is not said.';
  if (oidOf(type) !== oids.stampedContent) return 'The signature is for something else than a time stamp.';
  if (!equalBytes(await digest(hash, token.content), octetsOf(told)))
    return 'The stamp was changed after it was signed.';
  if (!(await isBoundTo(token, signer))) return 'The stamp was signed with another certificate than it has.';
  const { signatureAlgorithm: algorithm, signature, signedAttributes: data } = token;
  const isSigned = await verifySignature({ algorithm, digest: hash, signature, data, publicKey: signer.publicKey });
  return isSigned ? undefined : 'The signature does not fit the stamp.';
};

const checkSignature = async (opened: Opened): Promise<StampCheck> => {
  const fault = await findForged(opened).catch(reasonOf);
  return { name: 'signature', holds: fault === undefined, says: fault ?? 'The stamp is as it was signed.' };
};

const checkPurpose = ({ signer, content }: Opened): StampCheck => {
  const name = 'purpose';
  if (signer === undefined) return { name, holds: false, says: 'There is no certificate to look at.' };
  try {
    const fault = isValidAt(signer, content.time) ? findNoStamper(signer) : 'was not valid at the time of the stamp';
    if (fault === undefined)
      return { name, holds: true, says: 'The certificate is for time stamps, and was valid then.' };
    return { name, holds: false, says: `The certificate of the authority ${fault}.` };
  } catch (error) {
    return { name, holds: false, says: reasonOf(error) };
  }
};

const checkTrust = async ({ signer, others, trusted, content }: Opened, pem: string): Promise<StampCheck> => {
  const name = 'trust';
  if (pem === '')
    return { name, holds: null, says: 'You named no certificate that you trust: nothing shows whose stamp it is.' };
  if (trusted.length === 0)
    return {
      name,
      holds: null,
      says: 'What you gave as trusted has no certificate in PEM: "-----BEGIN CERTIFICATE-----".',
    };
  const path = signer && (await findPath(signer, { trusted, others, at: content.time }));
  const anchor = path?.at(-1);
  if (anchor === undefined)
    return {
      name,
      holds: null,
      says: 'No certificate that you trust leads to the authority: nothing shows whose stamp it is.',
    };
  return { name, holds: true, says: `The authority is vouched for by a certificate that you trust: ${anchor.name}.` };
};

const verdictOf = (checks: readonly StampCheck[]): StampVerification['verdict'] => {
  if (checks.some(({ holds }) => holds === false)) return 'refused';
  return checks.every(({ holds }) => holds === true) ? 'valid' : 'consistent';
};

/**
 * Verifies a time stamp (RFC 3161) offline, also in a browser. It throws for no input. It does not check whether a
 * certificate was revoked.
 *
 * @param token DER or BER of the ContentInfo
 * @param bytes the stamped bytes
 * @param trusted certificates that the reader trusts, in PEM one after the other: that of the authority itself, or
 * those that vouch for it
 */
export const verifyStamp = async (token: Uint8Array, bytes: Uint8Array, trusted = ''): Promise<StampVerification> => {
  let opened: Opened;
  try {
    opened = open(new Uint8Array(token), trusted);
  } catch (error) {
    const says = `This is no time stamp, or a damaged one. ${reasonOf(error)}`;
    return { verdict: 'refused', checks: [{ name: 'form', holds: false, says }] };
  }
  const { content, signer } = opened;
  const checks = [
    { name: 'form', holds: true, says: 'It is a time stamp of one authority.' } as const,
    await checkImprint(opened, new Uint8Array(bytes)),
    await checkSignature(opened),
    checkPurpose(opened),
    await checkTrust(opened, trusted),
  ];
  const { policy, serial, nonce = null, time } = content;
  const stamp = { time: time.toISOString(), authority: signer?.name ?? '', policy, serial, nonce };
  return { verdict: verdictOf(checks), checks, stamp };
};
