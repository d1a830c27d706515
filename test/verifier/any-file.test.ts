import { expect, test } from 'vitest';
import { commandEnglish as english } from '../../pages/describe/command-text.ts';
import { describeStates, toTimeline } from '../../pages/describe/consent.ts';
import { limits } from '../../shared/api/limits.ts';
import { hashCanonical } from '../../shared/runtime/canonical.ts';
import { isMap } from '../../shared/schema/scalar.ts';
import { placeForDocument, putDocument } from '../../verifier/document.ts';
import { readPublishedKeys } from '../../verifier/keys.ts';
import { runs } from '../support/make/chance.ts';
import { fc } from '../support/make/properties.ts';
import { sealDocument } from '../support/make/statement.ts';
import { key, seal, sound, verify } from './reader.ts';

const plain = sound('plain');
const document = seal(plain);

const frame = (statement: unknown, rest: object = {}) =>
  JSON.stringify({ ...JSON.parse(document), statement, ...rest });

/** From bytes of no kind to what is nearly a document. */
const anyFile = fc.oneof(
  fc.uint8Array(),
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.jsonValue().map((value) => frame(value)),
  fc.object().map((value) => frame({ ...plain, ...value })),
  fc
    .tuple(fc.constantFrom(...Object.keys(plain)), fc.anything({ withNullPrototype: true }))
    .map(([name, value]) => frame({ ...plain, [name]: value })),
  fc.tuple(fc.string(), fc.string()).map(([header, signature]) => frame(plain, { protected: header, signature })),
  fc.string().map((text) => `<${text}${putDocument(placeForDocument, text)}`),
);

test('no file makes the verifier fail, and each that is refused has a line that says why', async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, async (file) => {
      const { verdict, checks } = await verify(file);

      expect(verdict).toBe('refused');
      expect(checks.some(({ holds }) => holds === false)).toBe(true);
    }),
    { numRuns: runs(50) },
  );
});

/** Each number and each time of a value at either end of what the form allows, one at a time. */
const extremesOf = (value: unknown): readonly unknown[] => {
  if (typeof value === 'number') return [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  if (typeof value === 'string' && /T.*Z$/.test(value)) return ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  if (Array.isArray(value)) return value.flatMap((each, i) => extremesOf(each).map((other) => value.with(i, other)));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    extremesOf(each).map((other) => ({ ...value, [name]: other })),
  );
};

const furthestSpans = [
  { from: '-271821-04-20T00:00:00.000Z', until: '+275760-09-13T00:00:00.000Z' },
  { from: '+275760-09-01T00:00:00.000Z', until: '+275760-09-13T00:00:00.000Z' },
];

test.each(['revoked', 'revoked, then erased', 'imported, then revoked'])(
  'no number and no time that the form allows makes the verifier or its words fail: %s',
  async (name) => {
    const facts = sound(name);
    const files = [...extremesOf(facts), ...furthestSpans.map((asked) => ({ ...facts, asked }))];
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const { statement } = await verify(sealDocument(file, key));
      if (statement === undefined) continue;
      const said = [...describeStates(statement, english), ...toTimeline(statement, english)];
      expect(said.map(({ says }) => says).join()).not.toMatch(/NaN|Invalid|undefined/);
    }
  },
);

test('no file makes the reader of keys fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((all) => JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', ...all }] })),
      ),
      async (text) => {
        expect(await readPublishedKeys(text, 'a')).toHaveProperty('fault');
      },
    ),
    { numRuns: runs(50) },
  );
});

test('the longest document is verified, and in a page too', async () => {
  const make = (html: string) => {
    const proof = { ...plain.contents.proof, html };
    const consent = [{ ...plain.consent[0], proofHash: hashCanonical(proof) }];
    return sealDocument({ ...plain, consent, contents: { ...plain.contents, proof } }, key);
  };
  const room = limits.resultBytes - Buffer.byteLength(make(''));
  const longest = make('x'.repeat(room % 6) + '\u0001'.repeat(Math.floor(room / 6)));
  const [alone, paged, longer] = await Promise.all(
    [longest, `<html>${putDocument(placeForDocument, longest)}`, `${longest} `].map((file) =>
      verify(Buffer.from(file)),
    ),
  );

  expect(Buffer.byteLength(longest)).toBe(limits.resultBytes);
  expect(alone?.checks.filter(({ holds }) => holds === false)).toEqual([]);
  expect(alone?.verdict).toBe('valid');
  expect(paged?.checks.slice(1)).toEqual(alone?.checks.slice(1));
  expect(longer?.checks.map(({ name }) => name)).toEqual(['json']);
});

test('a file with a million faults is refused with one, and memory holds it', async () => {
  const faulty = frame({ ...plain, versions: Array(1_000_000).fill({}) });
  const { checks } = await verify(faulty);

  expect(faulty.length).toBeLessThan(limits.resultBytes);
  expect(checks.filter(({ name }) => name === 'document')).toEqual([
    expect.objectContaining({ holds: false, says: expect.stringContaining('"versions.0.event"') }),
  ]);
});
