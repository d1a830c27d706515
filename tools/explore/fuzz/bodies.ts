import fc from 'fast-check';
import type { Encoded } from '../../../test/support/encode.ts';
import { encoders, toPairs } from '../../../test/support/encode.ts';
import type { Meant } from './parameters.ts';
import { naughtyNames, naughtyTexts } from './parameters.ts';

/** `URLSearchParams` repairs lone surrogates, so that here they are written as no decoder takes them. */
const encodeText = (value: string): string =>
  value.isWellFormed()
    ? encodeURIComponent(value)
    : value.replace(/[\uD800-\uDFFF]/g, '%ED%A0%80').replaceAll('%%', '%');

const toForm = (meant: Meant): Encoded => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(
    toPairs(meant)
      .map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`)
      .join('&'),
  ),
});

const toJson = (meant: Meant): Encoded => encoders.json(meant);

/** A body in one of the encodings, as a well-meaning client writes it. */
export const encode: Readonly<Record<'form' | 'json' | 'multipart', (meant: Meant) => Encoded>> = {
  form: toForm,
  json: toJson,
  multipart: encoders.multipart,
};

/** What is put into bodies at any place. */
const fragments: readonly string[] = [
  ...naughtyTexts.filter(({ length }) => length < 60),
  '[',
  ']',
  '[]',
  '[0]',
  '[1]',
  '[[',
  ']]',
  '[a][b][c][d][e][f]',
  '[__proto__]',
  '[constructor][prototype]',
  '&',
  '&&',
  '=',
  '==',
  '%',
  '%u0041',
  '%C0%80',
  '%ED%A0%80',
  '+',
  ';',
  '\r\n',
  '\n',
  '{',
  '}',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  '\\x',
  ',',
  ':',
  '1e999',
  '//',
  '/*',
  'NaN',
  '--',
  '----test-boundary',
  'Content-Disposition: form-data',
  'filename="a"',
  'Content-Type: text/plain; charset=latin1',
  'Content-Transfer-Encoding: base64',
  'pid=1&pid[b]=2',
  'userData[a]=1',
  '{"a":1,"a":2}',
  '[['.repeat(3_000),
];

/** One way to damage a body; places are shares of its length. */
export interface Damage {
  readonly how: 'cut' | 'insert' | 'remove' | 'repeat' | 'byte';
  readonly at: number;
  readonly length: number;
  readonly fragment: string;
}

export const damage: fc.Arbitrary<Damage> = fc.record({
  how: fc.constantFrom('cut', 'insert', 'remove', 'repeat', 'byte'),
  at: fc.nat(999).map((thousandths) => thousandths / 1000),
  length: fc.nat(12),
  fragment: fc.constantFrom(...fragments),
});

export const applyDamage = (body: Buffer, { how, at, length, fragment }: Damage): Buffer => {
  const place = Math.floor(at * body.length);
  const [before, after] = [body.subarray(0, place), body.subarray(place)];
  if (how === 'cut') return before;
  if (how === 'insert') return Buffer.concat([before, Buffer.from(fragment), after]);
  if (how === 'remove') return Buffer.concat([before, after.subarray(length)]);
  if (how === 'repeat') return Buffer.concat([before, after.subarray(0, length), after]);
  return Buffer.concat([before, Buffer.from([0x80 + ((length * 17) % 128)]), after]);
};

const soupWord = fc.constantFrom(...naughtyNames, 'pid', 'userData', 'proof', 'projectUid', 'a', '[]', '[0]', '[a]');

const partHeader = fc.constantFrom(
  'Content-Disposition: form-data; name="pid"',
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  'Content-Disposition: form-data; name=pid; filename=',
  "Content-Disposition: form-data; name*=utf-8''pid",
  'Content-Disposition: attachment',
  'Content-Disposition:',
  'Content-Type: application/octet-stream',
  'Content-Type: text/plain; charset=utf-16',
  'Content-Type: multipart/mixed; boundary=x',
  'Content-Transfer-Encoding: quoted-printable',
  'X: y',
  ': ',
  '',
);

/** Multipart bodies that no form makes, with the boundary of the encoder. */
export const parts: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.array(fc.tuple(fc.array(partHeader, { maxLength: 3 }), fc.constantFrom(...fragments)), { maxLength: 4 }),
    fc.constantFrom('\r\n', '\r\n', '\n', ''),
    fc.constantFrom('--\r\n', '--', '', '\r\n', undefined),
  )
  .map(([list, newline, end]) => {
    const delimiter = '------test-boundary';
    const written = list.map(([headers, value]) => [delimiter, ...headers, '', value, ''].join(newline));
    return Buffer.from(`${written.join('')}${end === undefined ? '' : delimiter}${end ?? ''}`);
  });

/** Bodies that mean nothing. */
export const soup: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .array(fc.tuple(fc.array(soupWord, { minLength: 1, maxLength: 5 }), fc.constantFrom(...fragments)), {
      maxLength: 6,
    })
    .map((pairs) => Buffer.from(pairs.map(([words, value]) => `${words.join('')}=${value}`).join('&'))),
  fc.json({ maxDepth: 8 }).map((json) => Buffer.from(json)),
  fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((list) => Buffer.from(list.join(''))),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

const mebibyte = 1024 * 1024;

const giantUnits = [
  '{},',
  '[],',
  'null,',
  '0,',
  '"a":1,',
  '{"a":',
  '[',
  '"',
  '\\',
  '\\u0041',
  ' ',
  '""',
  'a=&',
  'a[]=&',
  '&',
  '=',
  '[a]',
  '%41',
  '+',
  'a=1&',
  '\r\n------test-boundary\r\n',
  '\r\n--',
  'ß',
  '\u0301',
  '\u0315\u0300',
  '\ufdfa',
  ';',
  '; a=b',
  'X: y\r\n',
  '\r\nContent-Disposition: form-data; name="a"',
];

const giantStarts = [
  '',
  '{"a":[',
  '["',
  '{"userData":{"a":"',
  '{"email":"a","password":"',
  '{"password":"a","email":"',
  'userData[a]=',
  'email=',
  '------test-boundary\r\n',
  '------test-boundary\r\nX: y\r\n\r\n',
  '------test-boundary\r\nContent-Disposition: form-data; name="a"',
];

/** Bodies of nearly a mebibyte of one thing, which must be refused before they take long. */
export const giants: readonly { readonly name: string; readonly make: () => Encoded }[] = (
  ['form', 'json', 'multipart'] as const
).flatMap((encoding) =>
  giantUnits.flatMap((unit) =>
    giantStarts.map((start) => ({
      name: `${encoding}: ${JSON.stringify(start)} and then ${JSON.stringify(unit)}`,
      make: () => ({
        contentType: encode[encoding]({}).contentType,
        body: Buffer.from(`${start}${unit.repeat((mebibyte - 100) / Buffer.byteLength(unit))}`),
      }),
    })),
  ),
);

export const giant: fc.Arbitrary<Encoded> = fc.constantFrom(...giants).map(({ make }) => make());
