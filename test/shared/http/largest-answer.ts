import { expect } from 'vitest';
import { toHttpAnswer } from '../../../cli/local/gateway.ts';
import { limits } from '../../../shared/api/limits.ts';
import { toSuccess } from '../../../shared/http/http-answer.ts';

/** What Lambda measures. */
const measure = (result: unknown): number => Buffer.byteLength(JSON.stringify(result));

/** Bytes that a repetition takes in a result, as JSON in JSON or in base64, whichever is less. */
const bytesOf = (text: string): number => {
  const once = JSON.stringify(text).slice(1, -1);
  return Math.min(Buffer.byteLength(JSON.stringify(once)) - 2, (Buffer.byteLength(once) * 4) / 3);
};

const canAnswer = (text: string, repetitions: number): boolean => {
  try {
    toSuccess(JSON.stringify({ data: text.repeat(repetitions) }));
    return true;
  } catch {
    return false;
  }
};

/** The largest number of repetitions that can be answered, sought from where the size of a smaller answer lets it be expected. */
const findMost = (text: string): number => {
  const each = bytesOf(text);
  const fewer = Math.floor((limits.resultBytes - 500) / each);
  const room = limits.resultBytes - measure(toSuccess(JSON.stringify({ data: text.repeat(fewer) })));
  let most = fewer + Math.floor(room / each);
  while (!canAnswer(text, most)) most -= 1;
  while (canAnswer(text, most + 1)) most += 1;
  return most;
};

/** Expects that as many repetitions of a text are answered as Lambda can return, and no more. */
export const expectLargestAnswer = (text: string): void => {
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
};
