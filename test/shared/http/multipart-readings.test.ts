import { Busboy } from '@fastify/busboy';
import { test } from 'vitest';
import { Problem } from '../../../shared/api/problem.ts';
import { parseBracketNotation, parseMultipart } from '../../../shared/http/form.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** The fields as Node's fetch reads them, by the WHATWG's rules; undefined where it refuses the body. */
const readAsFetch = async (body: string, contentType: string): Promise<Fields | undefined> => {
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : 'a file']);
  } catch {
    return undefined;
  }
};

/** The fields as busboy reads them, which unfolds headers and decodes charsets; undefined where it refuses the body. */
const readAsBusboy = (body: string, contentType: string): Promise<Fields | undefined> =>
  new Promise((resolve) => {
    const fields: (readonly [string, string])[] = [];
    const busboy = new Busboy({ headers: { 'content-type': contentType }, fileHwm: 2 * 1024 * 1024 });
    busboy.on('field', (name, value) => fields.push([name, value]));
    busboy.on('file', (name, stream) => {
      fields.push([name, 'a file']);
      stream.on('error', () => resolve(undefined)).resume();
    });
    busboy.on('error', () => resolve(undefined));
    busboy.on('finish', () => resolve(fields));
    busboy.end(body);
  });

/** A multipart body, and the fields that it has if it is written as it should be. */
interface Written {
  readonly contentType: string;
  readonly body: string;
  readonly fields: Fields | undefined;
}

const blank = fc.constantFrom('', '', ' ', '\t', ' \t ');

const inAnyCase = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text.toLowerCase(), text.toUpperCase());

/** A parameter of a header in any legal spelling. */
const parameter = (name: string, value: string): fc.Arbitrary<string> =>
  fc
    .tuple(blank, blank, inAnyCase(name), blank, blank, fc.boolean())
    .map(([before, after, key, left, right, isBare]) => {
      const isToken = /^[!#$%&'*+.^_`|~\w-]+$/.test(value);
      return `${before};${after}${key}${left}=${right}${isBare && isToken ? value : `"${value}"`}`;
    });

const header = (name: string, content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(inAnyCase(name), blank, content, blank).map(([key, space, text, end]) => `${key}:${space}${text}${end}`);

const concat = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''));

const text = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'abcd',
    'YQ==',
    'é',
    'Ã©',
    '名前',
    '\r\n',
    '\r\n\r\nContent-Type: a',
    '--',
    '-- bound',
    '\n--bound',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** Without `%22`, which fetch takes for a quote and we refuse (docs/decisions.md#request-bodies). */
const fieldName = fc.constantFrom(
  'a',
  'pid[]',
  'userData[email]',
  'userData[città]',
  'x y',
  "o'neil",
  'a;b=c',
  'ß\u2028',
);

const charsetOf = (value: string): fc.Arbitrary<string> => {
  const charsets = ['utf-8', 'UTF-8', 'Utf8', ...(/^[ -~]*$/.test(value) ? ['us-ascii', 'US-ASCII'] : [])];
  return fc.constantFrom(...charsets).chain((charset) => parameter('charset', charset));
};

/** A part that says what it should, in any legal spelling. */
const goodPart = fc.tuple(fieldName, text).chain(([name, value]) => {
  const disposition = header('Content-Disposition', concat(inAnyCase('form-data'), parameter('name', name)));
  const others = fc.tuple(
    fc.option(header('Content-Type', concat(inAnyCase('text/plain'), fc.oneof(fc.constant(''), charsetOf(value))))),
    fc.option(header('Content-Transfer-Encoding', fc.constantFrom('7bit', '8bit', 'BINARY'))),
    fc.option(header('Content-Length', fc.constant(String(Buffer.byteLength(value))))),
    fc.option(fc.constantFrom('X-Any: y', 'x-content-type: text/plain; charset=utf-16le')),
  );
  return fc
    .tuple(disposition, others)
    .chain(([first, rest]) =>
      fc.shuffledSubarray([first, ...rest.filter((line) => line !== null)], {
        minLength: 1 + rest.filter((line) => line !== null).length,
      }),
    )
    .map((headers) => ({ headers, value, field: [name, value] as const }));
});

/** Headers that could make of a value what it is not, where a reader unfolds, decodes or takes the last of two. */
const oddHeader = fc.oneof(
  ...['utf-16le', 'UCS-2', 'latin1', 'base64', 'utf-8x'].map((charset) =>
    header('Content-Type', concat(fc.constant('text/plain'), parameter('charset', charset))),
  ),
  fc.constantFrom(
    'Content-Type: text/plain;\r\n charset=utf-16le',
    'Content-Type: text/plain;\r\n\tchar\r\n set=utf-16le',
    'Content-Type: text/plain; charset="utf-\\16le"',
    "Content-Type: text/plain; charset*=utf-8''utf-16le",
    'Content-Type: text/plain; charset=utf-8; charset=utf-16le',
    'Content-Type: text/plain; charset=utf-8;; charset=utf-16le',
    'Content-Type: text/plain; x="; charset=utf-8"; charset=utf-16le',
    'Content-Type: (text/plain) text/plain; charset=utf-16le',
    'Content-Type : text/plain; charset=utf-16le',
    ' Content-Type: text/plain; charset=utf-16le',
    'Content-Type: application/octet-stream',
    'Content-Type: application/json',
    'Content-Transfer-Encoding: base64',
    'Content-Encoding: gzip',
    "Content-Disposition: form-data; name*=utf-8''b",
    'Content-Disposition: form-data; name="b"',
    'Content-Disposition: form-data; name="b\\"c"',
    'Content-Disposition: form-data; name="b"; filename="b"',
    'Content-Disposition: form-data;\r\n name="b"',
    'Content-Disposition: attachment',
    'X: y\r\n Content-Type: z',
    'X: y\rContent-Type: text/plain; charset=utf-16le',
    'X: y\nContent-Type: text/plain; charset=utf-16le',
    ': x',
    'x',
  ),
);

const oddPart = fc
  .tuple(goodPart, oddHeader, fc.nat(4), fc.boolean())
  .map(([{ headers, value }, odd, at, replaces]) => ({ headers: headers.toSpliced(at, replaces ? 1 : 0, odd), value }));

const boundary = 'bound';

/** Multipart bodies whose headers are spelled in all ways, some of them none that should be read. */
const multipartBodies: fc.Arbitrary<Written> = fc
  .record({
    good: fc.array(goodPart, { minLength: 1, maxLength: 3 }),
    odd: fc.option(oddPart),
    before: fc.constantFrom('', '', '\r\n', 'preamble\r\n'),
    after: fc.constantFrom('', '\r\n', '\r\nepilogue'),
    contentType: concat(fc.constant('multipart/form-data'), parameter('boundary', boundary)),
  })
  .map(({ good, odd, before, after, contentType }) => {
    const parts = [...good, ...(odd === null ? [] : [odd])];
    const written = parts.map(({ headers, value }) => `--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n${value}\r\n`);
    return {
      contentType,
      body: `${before}${written.join('')}--${boundary}--${after}`,
      fields: odd === null ? good.map(({ field }) => field) : undefined,
    };
  });

/** As JSON, which tells apart whatever parameters are different; the refusal of what cannot be read. */
const attempt = (read: () => object): string => {
  try {
    return JSON.stringify(read());
  } catch (error) {
    if (error instanceof Problem) return 'refused';
    throw error;
  }
};

test('a multipart body is read as it is written, and as fetch and busboy read it, or refused', () => {
  const property = fc.asyncProperty(multipartBodies, async ({ body, contentType, fields }) => {
    const meaningOf = (read: Fields) => attempt(() => parseBracketNotation(read, new Set()));
    const ours = attempt(() => parseMultipart(body, contentType, new Set()));
    if (fields !== undefined && ours !== meaningOf(fields)) throw new Error(`A good body is read as ${ours}.`);
    if (ours === 'refused') return;
    for (const read of [readAsFetch, readAsBusboy]) {
      const theirs = await read(body, contentType);
      if (theirs !== undefined && meaningOf(theirs) !== ours) {
        throw new Error(`${read.name} reads ${JSON.stringify(theirs)}, we read ${ours}.`);
      }
    }
  });

  return fc.assert(property, { numRuns: runs(100) });
});
