import { encode, signBytes } from '../../support/make/forge.ts';
import { join, n, p, split } from '../../support/make/statement.ts';
import type { Attacks, Ground } from './ground.ts';

/** A token whose genuine signature is changed. */
const changed =
  (change: (signature: Buffer) => Uint8Array) =>
  ({ forge, key }: Ground): string =>
    forge({ signature: (input) => encode(change(signBytes(input, key.privateKey))) });

const numbers =
  (change: (r: bigint, s: bigint) => readonly [bigint, bigint]) =>
  (ground: Ground): string =>
    changed((signature) => {
      const { r, s } = split(signature);
      return join(...change(r, s));
    })(ground);

const integer = (value: bigint): Buffer => {
  const bytes = Buffer.from(value.toString(16).padStart(66, '0'), 'hex');
  const start = bytes.findIndex((byte) => byte !== 0);
  const content = bytes.subarray((bytes[start] ?? 0) < 0x80 ? start : start - 1);
  return Buffer.concat([Buffer.from([0x02, content.length]), content]);
};

const toDer = (signature: Uint8Array): Buffer => {
  const { r, s } = split(signature);
  const content = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
};

/** r and s in more bytes than they need, with 2^bits added to one of them where the bytes have room for it. */
const widened = (bytes: number, add: { readonly r?: bigint; readonly s?: bigint } = {}) =>
  changed((signature) => {
    const { r, s } = split(signature);
    const widen = (value: bigint) => Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex');
    return Buffer.concat([widen(r + (add.r ?? 0n)), widen(s + (add.s ?? 0n))]);
  });

const special: readonly (readonly [string, bigint])[] = [
  ['0', 0n],
  ['1', 1n],
  ['n - 1', n - 1n],
  ['n', n],
  ['n + 1', n + 1n],
  ['p', p],
  ['p + 1', p + 1n],
  ['2^256 - 1', 2n ** 256n - 1n],
];

const pairs = special.map(([name, value]): [string, Attacks[string]] => [
  `r = s = ${name}`,
  numbers(() => [value, value]),
]);

const halves = special.flatMap(([name, value]): [string, Attacks[string]][] => [
  [`r = ${name}, s genuine`, numbers((_r, s) => [value, s])],
  [`s = ${name}, r genuine`, numbers((r) => [r, value])],
]);

const without = (part: (input: string) => string) => (ground: Ground) =>
  ground.forge({ signature: (input) => encode(signBytes(part(input), ground.key.privateKey)) });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What anybody can make of a token without its key. */
export const respellings: Readonly<Record<string, (token: string) => string>> = {
  'with the other signature of the two that fit': (token) => {
    const start = token.lastIndexOf('.') + 1;
    const { r, s } = split(Buffer.from(token.slice(start), 'base64url'));
    return token.slice(0, start) + encode(join(r, n - s));
  },
  'with bits set in base64url that stand for nothing': (token) =>
    token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1],
};

/** After the edge cases of Project Wycheproof for ECDSA over P-256 in the form of IEEE P1363, made of our own keys. */
export const signatureAttacks: Attacks = {
  ...Object.fromEntries([...pairs, ...halves]),
  'r = 0, s = 1': numbers(() => [0n, 1n]),
  'r = 1, s = 0': numbers(() => [1n, 0n]),
  'r negated': numbers((r, s) => [n - r, s]),
  'r and s negated': numbers((r, s) => [n - r, n - s]),
  'r and s swapped': numbers((r, s) => [s, r]),
  'r plus one': numbers((r, s) => [(r + 1n) % n, s]),
  's halved': numbers((r, s) => [r, s / 2n]),
  'r + n in 33 bytes': widened(33, { r: n }),
  's + n in 33 bytes': widened(33, { s: n }),
  'r + 256 n in 34 bytes': widened(34, { r: 256n * n }),
  's + 256 n in 34 bytes': widened(34, { s: 256n * n }),
  'r + 2^256 in 33 bytes': widened(33, { r: 2n ** 256n }),
  's + 2^256 in 33 bytes': widened(33, { s: 2n ** 256n }),
  'r + 2^320 in 41 bytes': widened(41, { r: 2n ** 320n }),
  's + 2^320 in 41 bytes': widened(41, { s: 2n ** 320n }),
  'r and s in 33 bytes': widened(33),
  'in DER': changed(toDer),
  'in DER, its s high': changed((signature) => {
    const { r, s } = split(signature);
    return toDer(join(r, n - s));
  }),
  'its last byte missing': changed((signature) => signature.subarray(0, 63)),
  'its first byte missing': changed((signature) => signature.subarray(1)),
  'half of it': changed((signature) => signature.subarray(0, 32)),
  'a byte more at the end': changed((signature) => Buffer.concat([signature, Buffer.from([0])])),
  'a byte more in front': changed((signature) => Buffer.concat([Buffer.from([0]), signature])),
  twice: changed((signature) => Buffer.concat([signature, signature])),
  'its bytes reversed': changed((signature) => Uint8Array.from(signature).reverse()),
  'a bit flipped': changed((signature) => signature.map((byte, i) => (i === 20 ? byte ^ 1 : byte))),
  'one byte': changed(() => Buffer.from([1])),
  'of the header alone': without((input) => input.slice(0, input.indexOf('.'))),
  'of the claims alone': without((input) => input.slice(input.indexOf('.') + 1)),
  'of the decoded text': without((input) =>
    input
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString())
      .join('.'),
  ),
  'of a text with a newline': without((input) => `${input}\n`),
  'of the same token issued before': ({ forge, claims }) => {
    const [, , signature = ''] = forge({ claims: { iat: Number(claims.iat) - 1 } }).split('.');
    return forge({ signature: () => signature });
  },
};
