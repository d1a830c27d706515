import { expect, test } from 'vitest';
import { toHttpAnswer } from '../../../cli/local/gateway.ts';
import { bytesInResult, toSuccess } from '../../../shared/http/http-answer.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';
import { expectLargestAnswer } from './largest-answer.ts';

/** Texts that are sent as they are, and in base64; the others run by night. */
test.each([
  ['letters', 'x'],
  ['quotes', '"'],
])('of %s, what is answered is what Lambda can return', (_name, text) => expectLargestAnswer(text));

test('a record is counted as what it adds to an answer, with its quotes escaped once more', () => {
  const record = JSON.stringify({ html: '<input type="text" name="first_name" value="" required>\n'.repeat(1_000) });
  const [none = 0, one = 0] = ['[]', `[${record}]`].map((body) => JSON.stringify(toSuccess(body)).length);

  expect(bytesInResult(record)).toBe(one - none);
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
    { numRuns: runs(2) },
  );
});
