import type { Bytes } from '../../bytes.ts';
import { isSameBytes } from '../../bytes.ts';
import type { Element } from './ber.ts';
import {
  BerFault,
  childrenOf,
  digests,
  integerOf,
  membersOf,
  octetsOf,
  oidOf,
  oids,
  readOnly,
  tags,
  timeOf,
} from './ber.ts';
import type { Certificate } from './certificate.ts';
import {
  findNoStamper,
  findPath,
  isValidAt,
  readCertificates,
  readExtensions,
  readTrusted,
  verifySignature,
} from './certificate.ts';

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
  const trusted = readTrusted(pem).flatMap((certificate) => certificate ?? []);
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
  const fits = name !== undefined && isSameBytes(await digest(name, bytes), content.imprint);
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
  if (!isSameBytes(await digest(hash, token.content), octetsOf(told)))
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
 * It is written here and checked against openssl by tests. A library weighs 250 KB in a page that must open from a disk,
 * and checks neither the certificate's purpose (extended key usage) nor that the signature names it (ESS).
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

/** The content that an authority signs: TSTInfo (RFC 3161, section 2.4.2). */
interface StampedContent {
  readonly policy: string;
  /** Object identifier of the digest, and the digest. */
  readonly algorithm: string;
  readonly imprint: Bytes;
  /** In hex, like the nonce. */
  readonly serial: string;
  readonly time: Date;
  readonly nonce: string | undefined;
}

/** @throws BerFault when the bytes are not a TSTInfo, or have a critical extension: none is supported */
export const readStampedContent = (bytes: Bytes): StampedContent => {
  const members = membersOf(readOnly(bytes));
  if (integerOf(members.take(tags.integer)) !== '01') throw new BerFault('The stamp is of another version than 1.');
  const policy = oidOf(members.take(tags.oid));
  const imprint = membersOf(members.take(tags.sequence));
  const algorithm = oidOf(membersOf(imprint.take(tags.sequence)).take(tags.oid));
  const digest = octetsOf(imprint.take(tags.octetString));
  const serial = integerOf(members.take(tags.integer));
  const time = timeOf(members.take(tags.generalizedTime));
  members.takeIf(tags.sequence);
  members.takeIf(tags.boolean);
  const nonce = members.takeIf(tags.integer);
  members.takeIf(tags.explicit(0));
  for (const [type, { isCritical }] of readExtensions(members.takeIf(tags.explicit(1))))
    if (isCritical) throw new BerFault(`The stamp has a critical extension that is not known here: ${type}.`);
  if (members.rest().length > 0) throw new BerFault('Something follows the members of the stamp.');
  return { policy, algorithm, imprint: digest, serial, time, nonce: nonce && integerOf(nonce) };
};

/** The checks, in this order. The names stay the same between versions. */
type StampCheckName = 'form' | 'imprint' | 'signature' | 'purpose' | 'trust';

interface StampCheck {
  readonly name: StampCheckName;
  /** Null if the stamp is not wrong but the reader must judge. */
  readonly holds: boolean | null;
  /** In words, one or two sentences. */
  readonly says: string;
}

/**
 * `valid`: by an authority whose certificate has a path to one that the reader trusts. `consistent`: all else holds,
 * but nothing shows whose stamp it is. `refused`: it proves nothing.
 */
type StampVerdict = 'valid' | 'consistent' | 'refused';

/** What an authority says with a stamp. In a refused stamp, these foreign texts may be hostile. */
interface StampSays {
  /** ISO 8601 in UTC: the bytes existed then. */
  readonly time: string;
  /** Name of the subject of the authority's certificate. Empty without a certificate. */
  readonly authority: string;
  /** Object identifier of the rules that the authority stamps by. */
  readonly policy: string;
  /** In hex. */
  readonly serial: string;
  /** In hex, where the request had one. */
  readonly nonce: string | null;
}

export interface StampVerification {
  readonly verdict: StampVerdict;
  readonly checks: readonly StampCheck[];
  /** Where the token can be read, also where it is refused. */
  readonly stamp?: StampSays;
}

const isNamed = (certificate: Certificate, { signer }: SignedToken): boolean => {
  if (signer.tag === tags.implicit(0)) {
    const identifier = certificate.extensions.get(oids.subjectKeyIdentifier);
    return identifier !== undefined && isSameBytes(octetsOf(readOnly(identifier.value)), signer.content);
  }
  const members = membersOf(signer);
  const issuer = members.take(tags.sequence).whole;
  return isSameBytes(issuer, certificate.issuer) && integerOf(members.take(tags.integer)) === certificate.serial;
};

/** The certificate that a token names as that of its signer. */
const findSigner = (token: SignedToken, certificates: readonly Certificate[]): Certificate | undefined =>
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
const isBoundTo = async (token: SignedToken, { whole }: Certificate): Promise<boolean> => {
  const { digest, hash } = readBinding(token);
  return isSameBytes(new Uint8Array(await crypto.subtle.digest(digest, whole)), hash);
};

/** A time-stamp token in CMS: SignedData with one signer (RFC 5652, section 5.1). */
interface SignedToken {
  /** The TSTInfo as it was signed. */
  readonly content: Bytes;
  /** Only X.509 certificates, each byte for byte. */
  readonly certificates: readonly Bytes[];
  /** Identifies the signer's certificate by issuer and serial number, or by `[0]` key identifier. */
  readonly signer: Element;
  readonly digestAlgorithm: string;
  /** The signed bytes: the attributes in the form of a SET. */
  readonly signedAttributes: Bytes;
  /** The single value of each attribute, by object identifier. */
  readonly attributes: ReadonlyMap<string, Element>;
  readonly signatureAlgorithm: Element;
  readonly signature: Bytes;
}

/** No token has more certificates. */
const mostCertificates = 32;

const readContent = (element: Element): Bytes => {
  const members = membersOf(element);
  if (oidOf(members.take(tags.oid)) !== oids.stampedContent) throw new BerFault('What is signed is no time stamp.');
  const [content] = childrenOf(members.take(tags.explicit(0)));
  if (content === undefined) throw new BerFault('The time stamp is empty.');
  return octetsOf(content);
};

const readAttributes = (set: Element): ReadonlyMap<string, Element> => {
  const attributes = new Map<string, Element>();
  for (const attribute of childrenOf(set)) {
    const members = membersOf(attribute);
    const type = oidOf(members.take(tags.oid));
    const values = childrenOf(members.take(tags.set));
    const [value] = values;
    if (value === undefined || values.length > 1 || attributes.has(type))
      throw new BerFault('A signed attribute has not one value.');
    attributes.set(type, value);
  }
  return attributes;
};

const readX509 = (set: Element | undefined): readonly Bytes[] => {
  const all = set === undefined ? [] : childrenOf(set);
  if (all.length > mostCertificates) throw new BerFault('The token has more certificates than any needs.');
  return all.filter(({ tag }) => tag === tags.sequence).map(({ whole }) => whole);
};

const readAlgorithm = (element: Element): string => oidOf(membersOf(element).take(tags.oid));

const readSigner = (element: Element) => {
  const members = membersOf(element);
  members.take(tags.integer);
  const signer = members.takeIf(tags.sequence) ?? members.take(tags.implicit(0));
  const digestAlgorithm = readAlgorithm(members.take(tags.sequence));
  const attributes = members.take(tags.explicit(0));
  const signedAttributes = new Uint8Array(attributes.whole);
  signedAttributes[0] = tags.set;
  return {
    signer,
    digestAlgorithm,
    signedAttributes,
    attributes: readAttributes(attributes),
    signatureAlgorithm: members.take(tags.sequence),
    signature: octetsOf(members.take(tags.octetString)),
  };
};

/** @throws BerFault when the bytes are not such a token */
export const readSignedToken = (token: Bytes): SignedToken => {
  const outer = membersOf(readOnly(token));
  if (oidOf(outer.take(tags.oid)) !== oids.signedData) throw new BerFault('The token is not signed.');
  const [signedData] = childrenOf(outer.take(tags.explicit(0)));
  if (signedData === undefined) throw new BerFault('The token is empty.');
  const members = membersOf(signedData);
  members.take(tags.integer);
  const digests = childrenOf(members.take(tags.set)).map(readAlgorithm);
  const content = readContent(members.take(tags.sequence));
  const certificates = readX509(members.takeIf(tags.explicit(0)));
  members.takeIf(tags.explicit(1));
  const [first, another] = childrenOf(members.take(tags.set));
  if (first === undefined || another !== undefined) throw new BerFault('The token has not one signer.');
  const signer = readSigner(first);
  if (!digests.includes(signer.digestAlgorithm))
    throw new BerFault('The token does not list the digest of its signer.');
  return { content, certificates, ...signer };
};
