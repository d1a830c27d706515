import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bytes } from '../../bytes.ts';
import { joinBytes } from '../../bytes.ts';

/** Bytes that are damaged, or have a form that is not supported here. */
export class BerFault extends Error {}

/** An element of ASN.1 as BER encodes it (X.690). */
export interface Element {
  /** The identifier, always one octet: class, form and number. */
  readonly tag: number;
  readonly content: Bytes;
  /** With identifier and length, byte for byte. */
  readonly whole: Bytes;
}

/** Identifiers of the universal class, and of `[0]` and others, constructed. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  /** In several pieces. */
  octetStrings: 0x24,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  t61String: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
  explicit: (number: number): number => 0xa0 + number,
  implicit: (number: number): number => 0x80 + number,
} as const;

const constructed = 0x20;

/** No time stamp nests elements deeper. */
const deepest = 32;

interface Extent {
  readonly start: number;
  readonly contentEnd: number;
  readonly end: number;
}

const readLength = (bytes: Bytes, at: number): { readonly length: number; readonly start: number } => {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { length: first, start: at + 1 };
  const octets = first - 0x80;
  if (octets > 4) throw new BerFault('A length has more than four octets.');
  const length = bytes.subarray(at + 1, at + 1 + octets).reduce((sum, octet) => sum * 256 + octet, 0);
  return { length, start: at + 1 + octets };
};

const endsHere = (bytes: Bytes, at: number): boolean => bytes[at] === 0 && bytes[at + 1] === 0;

const measure = (bytes: Bytes, at: number, depth: number): Extent => {
  const tag = bytes[at] ?? 0;
  if (at + 2 > bytes.length || (tag & 0x1f) === 0x1f || depth > deepest)
    throw new BerFault('An element cannot be read.');
  if (bytes[at + 1] !== 0x80) {
    const { length, start } = readLength(bytes, at + 1);
    const end = start + length;
    if (end > bytes.length) throw new BerFault('An element is longer than what it stands in.');
    return { start, contentEnd: end, end };
  }
  if ((tag & constructed) === 0) throw new BerFault('A primitive element has no length.');
  let end = at + 2;
  while (!endsHere(bytes, end)) end = measure(bytes, end, depth + 1).end;
  return { start: at + 2, contentEnd: end, end: end + 2 };
};

/**
 * The element at a position. The rest is ignored. Lengths may be indefinite, as the libraries of some authorities write
 * them.
 */
const readElement = (bytes: Bytes, at = 0): Element => {
  const { start, contentEnd, end } = measure(bytes, at, 0);
  return { tag: bytes[at] ?? 0, content: bytes.subarray(start, contentEnd), whole: bytes.subarray(at, end) };
};

/** The only element in the bytes. */
export const readOnly = (bytes: Bytes): Element => {
  const element = readElement(bytes);
  if (element.whole.length !== bytes.length) throw new BerFault('Something follows the element.');
  return element;
};

export const childrenOf = ({ content }: Element): readonly Element[] => {
  const children: Element[] = [];
  for (let at = 0; at < content.length; at += children.at(-1)?.whole.length ?? 0)
    children.push(readElement(content, at));
  return children;
};

/** The members of a SEQUENCE or the like, read one after the other. */
export interface Members {
  /** Takes the next member, which must have this tag. */
  readonly take: (tag: number) => Element;
  /** Takes the next member if it has this tag. */
  readonly takeIf: (tag: number) => Element | undefined;
  readonly rest: () => readonly Element[];
}

/** @throws BerFault when the element has another tag */
export const membersOf = (element: Element, tag: number = tags.sequence): Members => {
  if (element.tag !== tag) throw new BerFault(`An element has the tag ${element.tag} and not ${tag}.`);
  const children = childrenOf(element);
  let next = 0;
  const takeIf = (wanted: number): Element | undefined => {
    const child = children[next];
    if (child?.tag !== wanted) return undefined;
    next += 1;
    return child;
  };
  const take = (wanted: number): Element => {
    const child = takeIf(wanted);
    if (child === undefined) throw new BerFault(`A member with the tag ${wanted} is missing.`);
    return child;
  };
  return { take, takeIf, rest: () => children.slice(next) };
};

/** The bytes of an OCTET STRING, in one piece or several. */
export const octetsOf = (element: Element): Bytes => {
  if (element.tag === tags.octetString) return element.content;
  const pieces = element.tag === tags.octetStrings ? childrenOf(element) : [];
  if (pieces.length === 0 || pieces.some(({ tag }) => tag !== tags.octetString))
    throw new BerFault('There is no OCTET STRING.');
  return joinBytes(pieces.map(({ content }) => content));
};

/** The bytes of a BIT STRING of whole octets. */
export const bitsOf = ({ content }: Element): Bytes => {
  if (content[0] !== 0) throw new BerFault('A BIT STRING does not end with an octet.');
  return content.subarray(1);
};

const longestOid = 64;

/** An object identifier with dots. */
export const oidOf = ({ content }: Element): string => {
  if (content.length > longestOid) throw new BerFault('An object identifier is too long.');
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of content) {
    arc = arc * 128n + BigInt(octet & 0x7f);
    if (octet >= 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [first = 0n, ...more] = arcs;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...more].join('.');
};

/** A non-negative INTEGER in hex, without leading zeros. */
export const integerOf = ({ content }: Element): string => bytesToHex(content).replace(/^(?:00)+(?=.)/, '');

const generalizedForm = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d+))?Z$/;

/** GeneralizedTime or UTCTime. Fractions of a second are cut to milliseconds. */
export const timeOf = ({ tag, content }: Element): Date => {
  const text = new TextDecoder().decode(content);
  const century = tag === tags.utcTime ? (Number(text.slice(0, 2)) < 50 ? '20' : '19') : '';
  const [, ...parts] = generalizedForm.exec(century + text) ?? [];
  const [year, month, day, hours, minutes, seconds, fraction = ''] = parts;
  const iso = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const time = new Date(iso);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso) throw new BerFault('A time cannot be read.');
  return time;
};

/** The text of any string type that names use. */
export const textOf = ({ tag, content }: Element): string => {
  const encodings: Readonly<Record<number, string>> = { [tags.bmpString]: 'utf-16be', [tags.t61String]: 'latin1' };
  return new TextDecoder(encodings[tag] ?? 'utf-8').decode(content);
};

/** An element with this tag, as DER. */
export const encodeElement = (tag: number, ...content: readonly Uint8Array[]): Bytes => {
  const { length } = joinBytes(content);
  if (length >= 0x10000) throw new BerFault('Nothing as long is written.');
  const more = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return joinBytes([Uint8Array.of(tag, ...more), ...content]);
};

/** The supported object identifiers of CMS, RFC 3161 and X.509. */
export const oids = {
  signedData: '1.2.840.113549.1.7.2',
  stampedContent: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  subjectKeyIdentifier: '2.5.29.14',
  extendedKeyUsage: '2.5.29.37',
  anyExtendedKeyUsage: '2.5.29.37.0',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  ecPublicKey: '1.2.840.10045.2.1',
} as const;

/** Digests that a stamp may use. */
export const digests: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
