import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { toCanonicalJson } from '../../../shared/canonical.ts';
import { partNames } from '../../../shared/evidence/statement-format.ts';
import type { DocumentKey } from '../../../test/support/evidence-document.ts';
import { documentKeyOf, encode, headerOf, signInput } from '../../../test/support/evidence-document.ts';
import { join, n, split } from '../../../test/support/p256.ts';
import type { Random } from '../../../test/support/random.ts';

/** Flips one bit of one byte. */
export const flipBit = (bytes: Uint8Array, at: number, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << bit);
  return copy;
};

const splice = (bytes: Uint8Array, at: number, count: number, piece: Uint8Array | string): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(piece), bytes.subarray(at + count)]);

const find = (random: Random, bytes: Uint8Array, pattern: RegExp): { readonly at: number; readonly text: string } => {
  const all = [...Buffer.from(bytes).toString('latin1').matchAll(pattern)];
  const [text] = random.pick(all);
  return { at: all.find((match) => match[0] === text)?.index ?? 0, text };
};

type BytesDamage = (random: Random, bytes: Uint8Array) => Uint8Array;

/** What may become of the bytes of a file, from an accident to somebody who knows how JSON is read. */
const bytesDamages: readonly BytesDamage[] = [
  (random, bytes) => flipBit(bytes, random.below(bytes.length), random.below(8)),
  (random, bytes) => splice(bytes, random.below(bytes.length), 1, Uint8Array.of(random.below(256))),
  (random, bytes) => splice(bytes, random.below(bytes.length + 1), 0, Uint8Array.of(random.below(256))),
  (random, bytes) => splice(bytes, random.below(bytes.length), 1 + random.below(4), ''),
  (random, bytes) => bytes.subarray(0, random.below(bytes.length)),
  (random, bytes) => {
    const at = random.below(bytes.length - 1);
    return splice(bytes, at, 2, Uint8Array.of(bytes[at + 1] ?? 0, bytes[at] ?? 0));
  },
  (random, bytes) => {
    const { at } = find(random, bytes, /[{}[\],:]/g);
    return splice(bytes, at + 1, 0, random.pick([' ', '\n', '\t', '\r\n', '\u00a0', '\ufeff']));
  },
  (random, bytes) => {
    const { at, text } = find(random, bytes, /"\w+":(?:"\w*"|null|true|false|\d+),/g);
    return splice(bytes, at, 0, random.chance(0.5) ? text : text.replace(/:.*,/, ':"x",'));
  },
  (random, bytes) => {
    const { at, text } = find(random, bytes, /[a-zA-Z0-9/]/g);
    return splice(bytes, at, 1, text === '/' ? '\\/' : `\\u00${text.charCodeAt(0).toString(16)}`);
  },
  (random, bytes) => {
    const { at, text } = find(random, bytes, /(?<=:)\d+(?=[,}])/g);
    return splice(
      bytes,
      at,
      text.length,
      random.pick([`${text}.0`, `${text}e0`, `-${text}`, `0${text}`, `+${text}`, `${text}E+0`]),
    );
  },
  (_random, bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
  (random, bytes) => Buffer.concat([bytes, Buffer.from(random.pick(['\n', ' ', '\u0000', '\r\n', '{}', ',', ']']))]),
  (random, bytes) => Buffer.concat([Buffer.from(random.pick(['\n', ' ', '[', '\t'])), bytes]),
];

const damageBytes: BytesDamage = (random, bytes) => random.pick(bytesDamages)(random, bytes);

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object or a list with one of its members. */
interface Spot {
  readonly holder: Tree;
  readonly name: string;
}

const listSpots = (value: unknown): Spot[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [{ holder: value as Tree, name }, ...listSpots(member)])
    : [];

const listHolders = (value: unknown): Tree[] => [
  ...(isTree(value) ? [value] : []),
  ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(listHolders) : []),
];

/** Names of members. JavaScript gives every object many of them; the format has others elsewhere. */
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '',
  'x',
  '0',
  'id',
  'record',
  'claimed',
  'hashes',
  'time',
  'revoked',
  'state',
  'notice',
  'payload',
  'signature',
  'askAgain',
];

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  2 ** 53,
  1.5,
  1e21,
  '',
  'x',
  [],
  {},
  '2026-03-10T10:00:00.250Z',
  'a'.repeat(32),
  'a'.repeat(64),
  'ita',
  'web',
  ['ita'],
  { time: '2026-05-01T00:00:00.000Z' },
];

const put = (holder: Tree, name: string, value: unknown): void => {
  Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
};

const changeText = (random: Random, text: string): string => {
  const at = random.below(text.length + 1);
  const piece = random.pick(['0', '1', 'a', ' ', '\u0000', '\u202e', '"', '\\', 'Z', '\u00e9', 'e\u0301']);
  return random.chance(0.5)
    ? text.slice(0, at) + piece + text.slice(at)
    : text.slice(0, at) + piece + text.slice(at + 1);
};

/** A value of its own: one in two places of a tree would be changed in both, or hold itself. */
const pickValue = (random: Random): unknown => structuredClone(random.pick(values));

const changeValue = (random: Random, value: unknown): unknown => {
  if (random.chance(0.2)) return pickValue(random);
  if (typeof value === 'string') return changeText(random, value);
  if (typeof value === 'number') return value + random.pick([-1, 1, 1_000]);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return random.chance(0.5) ? value.slice(1) : [...value, ...value.slice(-1)];
  return pickValue(random);
};

type TreeDamage = (random: Random, tree: Tree) => void;

/** What may become of members: each changes the tree that it gets. */
const treeDamages: readonly TreeDamage[] = [
  (random, tree) => {
    const { holder, name } = random.pick(listSpots(tree));
    put(holder, name, changeValue(random, holder[name]));
  },
  (random, tree) => {
    const { holder, name } = random.pick(listSpots(tree));
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  },
  (random, tree) => put(random.pick(listHolders(tree)), random.pick(names), pickValue(random)),
  (random, tree) => {
    const { holder, name } = random.pick(listSpots(tree).filter((spot) => !Array.isArray(spot.holder)));
    const value = holder[name];
    delete holder[name];
    put(random.pick(listHolders(tree)), random.chance(0.5) ? name : random.pick(names), value);
  },
  (random, tree) => {
    const [one, other] = [random.pick(listSpots(tree)), random.pick(listSpots(tree))];
    const value = one.holder[one.name];
    put(one.holder, one.name, structuredClone(other.holder[other.name]));
    put(other.holder, other.name, structuredClone(value));
  },
];

const hash = (value: unknown): string => createHash('sha256').update(toCanonicalJson(value)).digest('hex');

/** Makes the hashes of a statement anew, as somebody does who knows the format. */
const hashAnew = (statement: Tree): Tree => ({
  ...statement,
  hashes: Object.fromEntries(partNames.map((name) => [name, hash(statement[name] ?? null)])),
});

/** A statement that differs in a member or a few. */
const damageTree = (random: Random, statement: Tree): Tree => {
  const copy = structuredClone(statement);
  for (let left = 1 + random.below(2); left > 0; left -= 1) random.pick(treeDamages)(random, copy);
  return random.chance(0.5) ? hashAnew(copy) : copy;
};

/** A document taken apart, with its key and another one of the same register. */
interface Sealed {
  readonly document: Readonly<Record<'protected' | 'signature', string>> & { readonly statement: Tree };
  readonly other: Sealed['document'];
  readonly key: DocumentKey;
}

const thief = documentKeyOf('a thief');

const curves = ['P-384', 'P-521', 'secp256k1'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve }));

const inputOf = (header: string, statement: unknown): string => `${header}.${encode(toCanonicalJson(statement))}`;

const encodeHeader = (header: object): string => encode(toCanonicalJson(header));

const withHigh = (signature: string): string => {
  const { r, s } = split(Buffer.from(signature, 'base64url'));
  return encode(join(r, n - s));
};

/** Signed by a key of another curve, which says that it is one of P-256, or what it is. */
const signElsewhere = (random: Random, statement: unknown): object => {
  const { privateKey, publicKey } = random.pick(curves);
  const jwk = publicKey.export({ format: 'jwk' });
  const told = random.chance(0.5) ? { ...jwk, crv: 'P-256' } : jwk;
  const header = encodeHeader({
    alg: 'ES256',
    jwk: told,
    kid: random.chance(0.5) ? thief.kid : 'x',
    typ: 'consent-evidence+jws',
  });
  const signature = createSign('sha256')
    .update(inputOf(header, statement))
    .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { protected: header, signature: encode(signature.subarray(0, 64)), statement };
};

const otherHeaders = (key: DocumentKey): readonly object[] => [
  { ...headerOf(key), alg: 'none' },
  { ...headerOf(key), alg: 'HS256' },
  { ...headerOf(key), kid: thief.kid },
  { ...headerOf(key), jwk: thief.jwk },
  { ...headerOf(thief), kid: key.kid },
  { ...headerOf(key), crit: [] },
  { ...headerOf(key), constructor: 1 },
  { ...headerOf(key), jwk: { ...key.jwk, y: key.jwk.x } },
];

type SealDamage = (random: Random, sealed: Sealed) => object;

/** What may become of header and signature, with a statement as it was, or of another document. */
const sealDamages: readonly SealDamage[] = [
  (_random, { document, other }) => ({ ...document, signature: other.signature }),
  (_random, { document, other }) => ({ ...document, statement: other.statement }),
  (_random, { document }) => ({ ...document, signature: withHigh(document.signature) }),
  (_random, { document }) => ({ ...document, signature: `${document.signature}==` }),
  (random, { document }) => ({
    ...document,
    signature: encode(Uint8Array.from({ length: 64 }, () => random.below(256))),
  }),
  (random, { document }) => ({ ...document, signature: encode(Buffer.alloc(64, random.pick([0, 1, 255]))) }),
  (_random, { document }) => ({ ...document, protected: encodeHeader(headerOf(thief)) }),
  (_random, { document }) => ({
    ...document,
    signature: signInput(inputOf(document.protected, document.statement), thief),
  }),
  (_random, { document }) => ({ ...document, signature: '' }),
  (random, { document }) => signElsewhere(random, document.statement),
  (random, { document, key }) => {
    const header = encodeHeader(random.pick(otherHeaders(key)));
    return {
      ...document,
      protected: header,
      signature: signInput(inputOf(header, document.statement), random.pick([key, thief])),
    };
  },
  (_random, { document, key }) => {
    const header = encode(JSON.stringify(headerOf(key), undefined, 1));
    return { ...document, protected: header, signature: signInput(inputOf(header, document.statement), key) };
  },
];

const damageSeal: SealDamage = (random, sealed) => random.pick(sealDamages)(random, sealed);

/** Signed again by a thief, with the thief's own key in the header: as sound as the statement is, and of nobody. */
const signAgain = (statement: unknown): object => {
  const header = encodeHeader(headerOf(thief));
  return { protected: header, signature: signInput(inputOf(header, statement), thief), statement };
};

/** A file that is none of those that were signed. */
interface Damaged {
  readonly kind: string;
  readonly file: Uint8Array;
  /** Whether somebody signed it, of whom the reader knows nothing: it may be consistent. */
  readonly isSignedAgain: boolean;
}

const write = (value: unknown): Uint8Array | undefined => {
  try {
    return Buffer.from(toCanonicalJson(value));
  } catch {
    return undefined;
  }
};

/** Kinds of damage, each with what it makes; undefined where chance made what no file can hold. */
const kinds: Readonly<Record<string, (random: Random, sealed: Sealed) => Uint8Array | undefined>> = {
  bytes: (random, { document }) => damageBytes(random, Buffer.from(toCanonicalJson(document))),
  members: (random, { document }) => write({ ...document, statement: damageTree(random, document.statement) }),
  'the document': (random, { document }) => write(damageTree(random, { ...document })),
  seal: (random, sealed) => write(damageSeal(random, sealed)),
  'signed again': (random, { document }) =>
    write(signAgain(random.chance(0.3) ? document.statement : damageTree(random, document.statement))),
};

/** Draws a damaged file from documents that were signed with the key. */
export const drawDamage = (random: Random, documents: readonly string[], key: DocumentKey): Damaged => {
  const [document, other] = [random.pick(documents), random.pick(documents)].map((text) => JSON.parse(text));
  const kind = random.pick(Object.keys(kinds));
  const file = kinds[kind]?.(random, { document, other, key });
  if (file === undefined || documents.includes(Buffer.from(file).toString())) return drawDamage(random, documents, key);
  return { kind, file, isSignedAgain: kind === 'signed again' };
};
