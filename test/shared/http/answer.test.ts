import { expect, test } from 'vitest';
import { toHttpAnswer } from '../../../cli/local/http-answer.ts';
import { toSuccess } from '../../../shared/http/answer.ts';
import { limits } from '../../../shared/limits.ts';
import { fc } from '../../support/properties.ts';
import { runs } from '../../support/seed.ts';

/** What Lambda measures. */
const measure = (result: unknown): number => Buffer.byteLength(JSON.stringify(result));

const kinds: Readonly<Record<string, string>> = {
  letters: 'x',
  quotes: '"',
  backslashes: '\\',
  'control characters': '\u0001',
  'half quotes': '"x',
  'form HTML': '<input type="text" name="email">\n',
  'three bytes each': '\u20ac',
  'four bytes each': '\u{1f600}',
};

/** Bytes that a repetition takes in a result, as JSON in JSON or in base64, whichever is less. */
const bytesOf = (text: string): number => {
  const once = JSON.stringify(text).slice(1, -1);
  return Math.min(Buffer.byteLength(JSON.stringify(once)) - 2, (Buffer.byteLength(once) * 4) / 3);
};

/** The largest number of repetitions that can be answered, beside at most 500 bytes of headers. */
const findMost = (text: string): number => {
  const each = bytesOf(text);
  let fits = Math.floor((limits.resultBytes - 500) / each);
  let fails = Math.ceil(limits.resultBytes / each);
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    try {
      toSuccess(JSON.stringify({ data: text.repeat(middle) }));
      fits = middle;
    } catch {
      fails = middle;
    }
  }
  return fits;
};

test.each(Object.entries(kinds))('of %s, what is answered is what Lambda can return', (_name, text) => {
  const most = findMost(text);
  const content = { data: text.repeat(most) };
  const answer = toSuccess(JSON.stringify(content));
  const other = { ...answer, body: Buffer.from(JSON.stringify(content)).toString('base64'), isBase64Encoded: true };
  const oneMore = JSON.stringify({ data: text.repeat(most + 1) });

  expect(measure(answer)).toBeLessThanOrEqual(limits.resultBytes);
  expect(measure(answer)).toBeLessThanOrEqual(measure(other));
  expect(JSON.parse(String(toHttpAnswer(answer)?.body))).toEqual(content);
  expect(() => toSuccess(oneMore, { sizedBy: 'perPage' })).toThrow(
    expect.objectContaining({ errors: [expect.objectContaining({ field: 'perPage', code: 'answer-too-large' })] }),
  );
  for (const body of [oneMore, Buffer.from(oneMore).toString('base64')]) {
    expect(measure({ ...answer, body, isBase64Encoded: body !== oneMore })).toBeGreaterThan(limits.resultBytes);
  }
});

test('is in base64 where escaping would make a large answer larger than that', () => {
  expect(toSuccess(JSON.stringify({ data: '"'.repeat(2_000_000) }))).toMatchObject({ isBase64Encoded: true });
  expect(toSuccess(JSON.stringify({ data: 'x'.repeat(4_000_000) }))).not.toHaveProperty('isBase64Encoded');
  expect(toSuccess(JSON.stringify({ data: '"'.repeat(1_000) }))).not.toHaveProperty('isBase64Encoded');
});

test('says the same to callers, however it goes to the gateway', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(3), (value, size) => {
      const content = { value, filling: '"\\é\u0001'.repeat(size * 100_000) };
      expect(String(toHttpAnswer(toSuccess(JSON.stringify(content)))?.body)).toBe(JSON.stringify(content));
    }),
    { numRuns: runs(50) },
  );
});
