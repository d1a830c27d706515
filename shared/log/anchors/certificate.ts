import { attempt } from '../../attempt.ts';
import type { Bytes } from '../../bytes.ts';
import { isSameBytes, joinBytes } from '../../bytes.ts';
import { fromBase64 } from '../signed-note.ts';
import type { Element } from './ber.ts';
import {
  BerFault,
  bitsOf,
  childrenOf,
  digests,
  integerOf,
  membersOf,
  octetsOf,
  oidOf,
  oids,
  readOnly,
  tags,
  textOf,
  timeOf,
} from './ber.ts';

/** The supported part of an X.509 certificate (RFC 5280). */
export interface Certificate {
  /** Byte for byte, like all other bytes here. */
  readonly whole: Bytes;
  /** What the issuer signed. */
  readonly signed: Bytes;
  readonly serial: string;
  readonly issuer: Bytes;
  readonly subject: Bytes;
  /** Name of the subject, for display. It may contain anything. */
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
  readonly publicKey: Bytes;
  readonly signatureAlgorithm: Element;
  readonly signature: Bytes;
  readonly extensions: ReadonlyMap<string, Extension>;
}

const readName = (name: Element): string => {
  const parts = new Map<string, string>();
  for (const attribute of childrenOf(name).flatMap(childrenOf)) {
    const members = membersOf(attribute);
    const type = oidOf(members.take(tags.oid));
    const [value] = members.rest();
    if (value !== undefined) parts.set(type, textOf(value));
  }
  const known = [parts.get(oids.commonName), parts.get(oids.organization)];
  return known.filter((part) => part !== undefined).join(', ');
};

const takeTime = (validity: ReturnType<typeof membersOf>): Date =>
  timeOf(validity.takeIf(tags.utcTime) ?? validity.take(tags.generalizedTime));

const readSigned = (element: Element) => {
  const members = membersOf(element);
  members.takeIf(tags.explicit(0));
  const serial = integerOf(members.take(tags.integer));
  const algorithm = members.take(tags.sequence);
  const issuer = members.take(tags.sequence).whole;
  const validity = membersOf(members.take(tags.sequence));
  const [from, until] = [takeTime(validity), takeTime(validity)];
  const subject = members.take(tags.sequence);
  const publicKey = members.take(tags.sequence).whole;
  const wrapped = members.rest().find(({ tag }) => tag === tags.explicit(3));
  const extensions = readExtensions(wrapped && childrenOf(wrapped)[0]);
  const named = { subject: subject.whole, name: readName(subject) };
  return { algorithm, serial, issuer, from, until, ...named, publicKey, extensions };
};

/** @throws BerFault when the bytes are not a certificate */
const readCertificate = (whole: Bytes): Certificate => {
  const members = membersOf(readOnly(whole));
  const signed = members.take(tags.sequence);
  const signatureAlgorithm = members.take(tags.sequence);
  const signature = bitsOf(members.take(tags.bitString));
  const { algorithm, ...read } = readSigned(signed);
  if (!isSameBytes(algorithm.whole, signatureAlgorithm.whole))
    throw new BerFault('A certificate names two algorithms.');
  return { whole, signed: signed.whole, ...read, signatureAlgorithm, signature };
};

/** The readable certificates. An unreadable one proves nothing and does not affect the others. */
export const readCertificates = (all: readonly Bytes[]): readonly Certificate[] =>
  all.flatMap((whole) => attempt(() => readCertificate(whole)) ?? []);

const [beginning, end] = ['-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'];

/** The certificates in a PEM text, in order: undefined for one that cannot be read. Other text is skipped. */
export const readTrusted = (pem: string): readonly (Certificate | undefined)[] =>
  pem
    .split(beginning)
    .slice(1)
    .map((block) => {
      const content = block.includes(end) ? block.slice(0, block.indexOf(end)) : '';
      const bytes = fromBase64(content.replaceAll(/[ \t\r\n]/g, ''));
      return bytes && readCertificates([new Uint8Array(bytes)])[0];
    });

/**
 * An extension of a certificate or a time stamp (RFC 5280, section 4.2). Software that does not know a critical
 * extension refuses the whole.
 */
interface Extension {
  readonly isCritical: boolean;
  readonly value: Bytes;
}

/** Extensions by their object identifiers. @throws BerFault when one occurs twice */
export const readExtensions = (list: Element | undefined): ReadonlyMap<string, Extension> => {
  const extensions = new Map<string, Extension>();
  for (const extension of list === undefined ? [] : childrenOf(list)) {
    const members = membersOf(extension);
    const type = oidOf(members.take(tags.oid));
    const isCritical = (members.takeIf(tags.boolean)?.content[0] ?? 0) !== 0;
    if (extensions.has(type)) throw new BerFault('An extension is there twice.');
    extensions.set(type, { isCritical, value: octetsOf(members.take(tags.octetString)) });
  }
  return extensions;
};

/** Bits of the first octet of KeyUsage (RFC 5280, section 4.2.1.3). */
const usages = { digitalSignature: 0x80, nonRepudiation: 0x40, certificates: 0x04 } as const;

/** The critical extensions that are checked. Any other might forbid the use of the certificate. */
const lookedAt: readonly string[] = [
  oids.keyUsage,
  oids.basicConstraints,
  oids.extendedKeyUsage,
  oids.certificatePolicies,
  oids.subjectKeyIdentifier,
];

/** Whether KeyUsage allows one of these uses. A certificate without KeyUsage allows all. */
const mayBeUsedFor = ({ extensions }: Certificate, wanted: number): boolean => {
  const usage = extensions.get(oids.keyUsage);
  if (usage === undefined) return true;
  const { content } = readOnly(usage.value);
  return ((content[1] ?? 0) & wanted) !== 0;
};

const purposesOf = ({ extensions }: Certificate): readonly string[] | undefined => {
  const purposes = extensions.get(oids.extendedKeyUsage);
  return purposes && membersOf(readOnly(purposes.value)).rest().map(oidOf);
};

const hasUnknownCritical = ({ extensions }: Certificate): boolean =>
  [...extensions].some(([type, { isCritical }]) => isCritical && !lookedAt.includes(type));

/** Why a certificate may not stamp times (RFC 3161, section 2.3). Undefined if it may. */
export const findNoStamper = (certificate: Certificate): string | undefined => {
  const purposes = purposesOf(certificate);
  if (purposes?.length !== 1 || purposes[0] !== oids.timeStamping)
    return 'is not for time stamps alone (extended key usage)';
  if (certificate.extensions.get(oids.extendedKeyUsage)?.isCritical !== true)
    return 'does not say as critical that it is for time stamps (extended key usage)';
  if (!mayBeUsedFor(certificate, usages.digitalSignature | usages.nonRepudiation)) return 'may not sign (key usage)';
  return hasUnknownCritical(certificate) ? 'has a critical extension that is not known here' : undefined;
};

/** Whether a certificate may issue certificates for time stamps, with so many issuers between it and the last one. */
const mayIssue = (certificate: Certificate, issuersBetween: number): boolean => {
  const constraints = certificate.extensions.get(oids.basicConstraints);
  if (constraints === undefined || hasUnknownCritical(certificate)) return false;
  const members = membersOf(readOnly(constraints.value));
  const isIssuer = (members.takeIf(tags.boolean)?.content[0] ?? 0) !== 0;
  const longest = members.takeIf(tags.integer);
  const purposes = purposesOf(certificate);
  const isForStamps =
    purposes === undefined || purposes.includes(oids.timeStamping) || purposes.includes(oids.anyExtendedKeyUsage);
  const isShort = longest === undefined || Number.parseInt(integerOf(longest), 16) >= issuersBetween;
  return isIssuer && isShort && isForStamps && mayBeUsedFor(certificate, usages.certificates);
};

/** A signature, and what is needed to check it. */
interface SignatureClaim {
  readonly algorithm: Element;
  /** The digest, if the algorithm names none, as in CMS. */
  readonly digest?: string | undefined;
  /** SubjectPublicKeyInfo of the claimed signer. */
  readonly publicKey: Bytes;
  readonly signature: Bytes;
  readonly data: Bytes;
}

const rsaWith: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
};

const ecdsaWith: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};

const curves: Readonly<Record<string, { readonly name: string; readonly octets: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', octets: 32 },
  '1.3.132.0.34': { name: 'P-384', octets: 48 },
  '1.3.132.0.35': { name: 'P-521', octets: 66 },
};

/** Shorter RSA keys have been broken, or soon may be. */
const shortestModulus = 2_048;

const unknown = (what: string): never => {
  throw new BerFault(`${what} is not one that is checked here.`);
};

/** r followed by s, from the SEQUENCE of certificates and CMS. */
const toRawSignature = (der: Bytes, octets: number): Bytes => {
  const numbers = membersOf(readOnly(der)).rest();
  if (numbers.length !== 2) throw new BerFault('The signature is not of two numbers.');
  const padded = numbers.map((number) => {
    if (number.tag !== tags.integer) throw new BerFault('The signature is not of two numbers.');
    const hex = integerOf(number).padStart(2 * octets, '0');
    if (hex.length > 2 * octets) throw new BerFault('A number of the signature is too long.');
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  });
  return joinBytes(padded);
};

const verifyRsa = async (claim: SignatureClaim, hash: string, salt?: number): Promise<boolean> => {
  const name = salt === undefined ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS';
  const key = await crypto.subtle.importKey('spki', claim.publicKey, { name, hash }, false, ['verify']);
  const modulus = 'modulusLength' in key.algorithm ? Number(key.algorithm.modulusLength) : 0;
  if (modulus < shortestModulus) throw new BerFault('The RSA key is too short.');
  const scheme = salt === undefined ? { name } : { name, saltLength: salt };
  return crypto.subtle.verify(scheme, key, claim.signature, claim.data);
};

/**
 * Parameters of PSS: the digest and the length of the salt (RFC 4055, section 3.1). The default is SHA-1, which is
 * refused.
 */
const readPss = (parameters: Element | undefined): { readonly hash: string; readonly salt: number } => {
  if (parameters === undefined) return unknown('RSA-PSS with SHA-1');
  const members = membersOf(parameters);
  const [algorithm] = childrenOf(members.take(tags.explicit(0)));
  const hash = digests[algorithm === undefined ? '' : oidOf(membersOf(algorithm).take(tags.oid))];
  members.takeIf(tags.explicit(1));
  const [salt] = childrenOf(members.take(tags.explicit(2)));
  if (hash === undefined || salt === undefined) return unknown('The form of RSA-PSS');
  return { hash, salt: Number.parseInt(integerOf(salt), 16) };
};

const verifyEcdsa = async ({ publicKey, signature, data }: SignatureClaim, hash: string): Promise<boolean> => {
  const key = membersOf(membersOf(readOnly(publicKey)).take(tags.sequence));
  const type = oidOf(key.take(tags.oid));
  const curve = type === oids.ecPublicKey ? curves[oidOf(key.take(tags.oid))] : undefined;
  if (curve === undefined) return unknown('The curve of the key');
  const scheme = { name: 'ECDSA', namedCurve: curve.name };
  const imported = await crypto.subtle.importKey('spki', publicKey, scheme, false, ['verify']);
  return crypto.subtle.verify({ name: 'ECDSA', hash }, imported, toRawSignature(signature, curve.octets), data);
};

/** @throws BerFault when the algorithm or the key is not accepted, or the signature is malformed */
export const verifySignature = async (claim: SignatureClaim): Promise<boolean> => {
  const members = membersOf(claim.algorithm);
  const type = oidOf(members.take(tags.oid));
  const rsa = rsaWith[type] ?? (type === oids.rsa ? claim.digest : undefined);
  if (rsa !== undefined) return verifyRsa(claim, rsa);
  if (type === oids.rsaPss) {
    const { hash, salt } = readPss(members.rest()[0]);
    return verifyRsa(claim, hash, salt);
  }
  const ecdsa = ecdsaWith[type];
  return ecdsa === undefined ? unknown('The algorithm of the signature') : verifyEcdsa(claim, ecdsa);
};

/** The certificates among which to search a path. */
interface PathSearch {
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

const isPossibleIssuer = (issuer: Certificate, certificate: Certificate, between: number): boolean =>
  attempt(() => isSameBytes(issuer.subject, certificate.issuer) && mayIssue(issuer, between)) ?? false;

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
