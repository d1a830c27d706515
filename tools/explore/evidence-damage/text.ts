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

export const damageBytes: BytesDamage = (random, bytes) => random.pick(bytesDamages)(random, bytes);
