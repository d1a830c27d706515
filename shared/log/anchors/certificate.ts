import type { Bytes } from '../../bytes.ts';
import { isSameBytes } from '../../bytes.ts';
import { fromBase64 } from '../signed-note.ts';
import type { Element } from './ber.ts';
import {
  BerFault,
  bitsOf,
  childrenOf,
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
  all.flatMap((whole) => {
    try {
      return [readCertificate(whole)];
    } catch {
      return [];
    }
  });

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
export const mayIssue = (certificate: Certificate, issuersBetween: number): boolean => {
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
