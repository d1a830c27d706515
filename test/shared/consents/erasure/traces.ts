import { brotliDecompressSync } from 'node:zlib';
import { digest, hashJson, shortDigest } from '../../../../shared/runtime/digest.ts';
import { normaliseValue } from '../../../../shared/schema/matching.ts';
import type { Item } from '../../../../shared/store/table.ts';

/** What may tell a value: as text, or as bytes. */
interface Trace {
  readonly what: string;
  readonly bytes: Buffer;
}

const decompress = (bytes: Buffer): Buffer[] => {
  try {
    return [brotliDecompressSync(bytes)];
  } catch {
    return [];
  }
};

/** All that is in an item, keys and names too: texts in lower case beside what they are, and what is compressed taken apart. */
const openAll = (value: unknown): Buffer[] => {
  if (typeof value === 'string') return [Buffer.from(value), Buffer.from(value.toLowerCase())];
  if (typeof value === 'number') return [Buffer.from(String(value))];
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    return [bytes, ...decompress(bytes).flatMap((text) => [text, Buffer.from(text.toString().toLowerCase())])];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [Buffer.from(name), ...openAll(member)]);
};

const asText = (what: string, text: string): Trace => ({ what, bytes: Buffer.from(text) });

/** A digest as it may be written: whole or its beginning, as bytes, hexadecimal digits or base64url. */
const asDigest = (what: string, bytes: Buffer): Trace[] =>
  [16, 6].flatMap((length) => {
    const part = bytes.subarray(0, length);
    const name = `${what}, ${length} bytes`;
    const text = [part.toString('hex'), part.toString('base64url')].map((written) =>
      asText(`${name} as text`, written),
    );
    return [{ what: name, bytes: part }, ...text];
  });

/** What would tell a value that a person has: itself, as it is compared, and every digest that could be made of it without a key. */
export const tracesOf = (accountId: string, key: string, value: string): Trace[] => {
  const normalised = normaliseValue(key, value);
  const forms = [...new Set([value, value.toLowerCase(), value.trim(), normalised])];
  const tuples = forms.flatMap((form) => [[form], [key, form], [accountId, form], [accountId, key, form]]);
  return [
    ...forms.map((form) => asText(`${key} itself`, form)),
    ...tuples.flatMap((parts) => [
      ...asDigest(`a digest of ${key}`, shortDigest(...parts)),
      asText(`a digest of ${key}`, digest(...parts)),
    ]),
    ...forms.flatMap((form) => [
      asText(`a hash of ${key}`, hashJson(form)),
      asText(`a hash of ${key}`, hashJson({ [key]: form })),
    ]),
  ];
};

/** What would tell all values of a request at once: a hash of its validated parameters, made without a key. */
export const traceOfRequest = (path: string, parameters: unknown): Trace =>
  asText('a hash of their request', hashJson([path, parameters]));

/** The traces that items have, each with the key of its item. */
export const findTraces = (items: readonly Item[], traces: readonly Trace[]): string[] =>
  items.flatMap((item) => {
    const all = Buffer.concat(openAll(item).flatMap((bytes) => [bytes, Buffer.from('\n')]));
    return traces.filter(({ bytes }) => all.includes(bytes)).map(({ what }) => `${item.PK}: ${what}`);
  });
