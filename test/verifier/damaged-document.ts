import { createHash } from 'node:crypto';
import { fc } from '../support/make/properties.ts';
import type { DocumentKey } from '../support/make/statement.ts';
import {
  documentKeyOf,
  encode,
  headerOf,
  join,
  n,
  sealDocument,
  signInput,
  split,
  writeCanonical,
} from '../support/make/statement.ts';

/** A file that is none of those that were signed. */
interface Damaged {
  readonly kind: string;
  readonly file: Uint8Array;
  /** Whether somebody signed it, of whom the reader knows nothing: it may be consistent. */
  readonly isSignedAgain: boolean;
}

type Tree = Record<string, unknown>;
interface Sealed extends Tree {
  readonly protected: string;
  readonly signature: string;
  readonly statement: Tree;
}

const thief = documentKeyOf('a thief');

/** Where in a text, an object or a list: a share of its length. */
const somewhere = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const piece = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 3 }),
  fc
    .constantFrom('', ' ', '\n', '\ufeff', '{}', ',', ']', '"x":1,', '\\u0061', '.0', 'e0')
    .map((text) => Buffer.from(text)),
);

/** Some bytes of a file replaced, added, taken away, or all behind a place. */
const damageBytes = (text: string): fc.Arbitrary<Uint8Array> =>
  fc.tuple(somewhere, fc.constantFrom(0, 1, 2, 1_000_000), piece).map(([place, count, by]) => {
    const bytes = Buffer.from(text);
    const at = Math.floor(place * (bytes.length + 1));
    return Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + count)]);
  });

const names = fc.constantFrom(
  '__proto__',
  'constructor',
  'length',
  '',
  '0',
  'id',
  'time',
  'state',
  'contents',
  'payload',
);

const values = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.constantFrom(2 ** 53, 1e21, '2026-03-10T10:00:00.250Z', 'a'.repeat(32), 'a'.repeat(64), 'web', ['ita']),
);

const listSpots = (value: unknown): { readonly holder: Tree; readonly name: string }[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [{ holder: value as Tree, name }, ...listSpots(member)])
    : [];

/** Something like a value: what is nearly right passes more checks than what is not. */
const alter = (value: unknown, other: unknown): unknown => {
  if (typeof value === 'string' && typeof other === 'string') return value.slice(1) + other;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : other;
};

/** A member somewhere in a tree gets another value, another name, or goes. */
const damageTree = (tree: Tree): fc.Arbitrary<Tree> =>
  fc
    .tuple(somewhere, fc.constantFrom('alter', 'replace', 'remove', 'add'), names, values)
    .map(([place, way, other, value]) => {
      const copy = structuredClone(tree);
      const spots = listSpots(copy);
      const { holder, name } = spots[Math.floor(place * spots.length)] ?? { holder: copy, name: other };
      const put = (as: string, what: unknown): void => {
        Object.defineProperty(holder, as, { value: what, enumerable: true, writable: true, configurable: true });
      };
      if (way === 'remove' && Array.isArray(holder)) holder.splice(Number(name), 1);
      else if (way === 'remove') delete holder[name];
      else if (way === 'add') put(Array.isArray(holder) ? String(holder.length) : other, structuredClone(value));
      else put(name, way === 'alter' ? alter(holder[name], value) : structuredClone(value));
      return copy;
    });

const hashOf = (value: unknown = null): string => createHash('sha256').update(writeCanonical(value)).digest('hex');

/** Makes the hashes of the contents anew, as somebody does who knows the format. */
const hashAnew = (statement: Tree): Tree => {
  const { proof, userData } = Object(statement.contents);
  const [first, ...more]: unknown[] = Object.values(Object(statement.consent));
  const hashed = {
    ...Object(first),
    proofHash: hashOf(proof),
    userDataHash: hashOf(userData),
  };
  return { ...statement, consent: [hashed, ...more] };
};

const damageStatement = ({ statement }: Sealed): fc.Arbitrary<Tree> =>
  fc.tuple(damageTree(statement), fc.boolean()).map(([tree, isHashed]) => (isHashed ? hashAnew(tree) : tree));

const inputOf = (header: string, statement: unknown): string => `${header}.${encode(writeCanonical(statement))}`;

/** What may become of header and signature, with a statement as it was, or of another document. */
const damageSeal = (sealed: Sealed, other: Sealed, key: DocumentKey): fc.Arbitrary<Tree> => {
  const { r, s } = split(Buffer.from(sealed.signature, 'base64url'));
  const ofThief = encode(writeCanonical(headerOf(thief)));
  const underHeader = (header: string, signer: DocumentKey): Tree => ({
    ...sealed,
    protected: header,
    signature: signInput(inputOf(header, sealed.statement), signer),
  });
  const headers = [
    { ...headerOf(key), alg: 'none' },
    { ...headerOf(key), alg: 'HS256' },
    { ...headerOf(key), kid: thief.kid },
    { ...headerOf(key), jwk: thief.jwk },
    { ...headerOf(thief), kid: key.kid },
    { ...headerOf(key), crit: [] },
    { ...headerOf(key), jwk: { ...key.jwk, y: key.jwk.x } },
  ].map((header) => encode(writeCanonical(header)));
  const ways: readonly (() => Tree)[] = [
    () => ({ ...sealed, signature: other.signature }),
    () => ({ ...sealed, statement: other.statement }),
    () => ({ ...sealed, signature: encode(join(n - r, s)) }),
    () => ({ ...sealed, signature: `${sealed.signature}==` }),
    () => ({ ...sealed, signature: '' }),
    () => ({ ...sealed, signature: encode(Buffer.alloc(64, 1)) }),
    () => ({ ...sealed, protected: ofThief }),
    () => ({ ...sealed, signature: signInput(inputOf(sealed.protected, sealed.statement), thief) }),
    () => underHeader(encode(JSON.stringify(headerOf(key), undefined, 1)), key),
    ...headers.flatMap((header) => [key, thief].map((signer) => () => underHeader(header, signer))),
  ];
  return fc.constantFrom(...ways).map((make) => make());
};

const write = (value: unknown): Uint8Array => Buffer.from(writeCanonical(value));

/** Files made of documents that were signed with a key, by an accident or by somebody who knows the format. */
export const damagedDocuments = (documents: readonly string[], key: DocumentKey): fc.Arbitrary<Damaged> =>
  fc
    .tuple(fc.constantFrom(...documents), fc.constantFrom(...documents))
    .chain(([text, second]) => {
      const [sealed, other]: readonly Sealed[] = [JSON.parse(text), JSON.parse(second)];
      if (sealed === undefined || other === undefined) throw new Error('There are no documents.');
      const as = (kind: string, file: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Damaged> =>
        file.map((bytes) => ({ kind, file: bytes, isSignedAgain: kind === 'signed again' }));
      return fc.oneof(
        as('bytes', damageBytes(text)),
        as(
          'members',
          damageStatement(sealed).map((statement) => write({ ...sealed, statement })),
        ),
        as('the document', damageTree(sealed).map(write)),
        as('the seal', damageSeal(sealed, other, key).map(write)),
        as(
          'signed again',
          fc
            .oneof(fc.constant(sealed.statement), damageStatement(sealed))
            .map((statement) => Buffer.from(sealDocument(statement, thief))),
        ),
      );
    })
    .filter(({ file }) => !documents.includes(Buffer.from(file).toString()));
