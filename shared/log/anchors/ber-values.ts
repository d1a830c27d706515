import type { Bytes, Element } from './ber.ts';
import { BerFault, childrenOf, tags } from './ber.ts';

export const joinBytes = (parts: readonly Uint8Array[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

export const equalBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((octet, i) => octet === other[i]);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');

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
export const integerOf = ({ content }: Element): string => toHex(content).replace(/^(?:00)+(?=.)/, '');

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
