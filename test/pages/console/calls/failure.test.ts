import { expect, test } from 'vitest';
import { ConsentRegisterError } from '../../../../client/typescript/index.ts';
import { findCode } from '../../../../pages/console/calls/failure.tsx';
import { spokenIn } from '../../i18n/texts.ts';

const find = (code: string, status: number) =>
  findCode(new ConsentRegisterError({ code, status, detail: 'Too Many Requests' }), spokenIn('en').isMessage);

test.each([
  [429, 'store.unavailable'],
  [503, 'store.unavailable'],
  [504, 'connection.timeout'],
  [500, 'service.fault'],
  [413, 'body.too-large'],
])('status %i without a problem body, as API Gateway answers under load, reads as %s', (status, code) => {
  expect(find('answer.unexpected', status)).toBe(code);
});

test('what is none of these is an answer that was not expected, and a problem of the service keeps its code', () => {
  expect([200, 0, 403].map((status) => find('answer.unexpected', status))).toEqual(
    [200, 0, 403].map(() => 'answer.unexpected'),
  );
  expect(find('search.throttled', 429)).toBe('search.throttled');
});

test('a code that the console does not know has no sentence of its own', () => {
  expect(find('consent.frozen', 409)).toBeUndefined();
  expect(find('constructor', 500)).toBeUndefined();
});
