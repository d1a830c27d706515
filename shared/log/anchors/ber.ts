/** Bytes that are damaged, or have a form that is not supported here. */
export class BerFault extends Error {}

/** Bytes in the type of WebCrypto. */
export type Bytes = Uint8Array<ArrayBuffer>;

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
