import { describe, expect, test } from 'vitest';
import { decodeBody } from '../../support/decode.ts';
import { toEvent } from '../../support/event.ts';

const decode = async (contentType: string | undefined, body?: string, isBase64Encoded = false): Promise<unknown> => {
  const { body: _body, ...event } = toEvent('login', contentType === undefined ? {} : { contentType }, {});
  const parameters = decodeBody({ ...event, ...(body !== undefined && { body }), isBase64Encoded }, new Set());
  return JSON.parse(JSON.stringify(parameters));
};

const problem = (code: string, detail: string) =>
  expect.objectContaining({ code, detail: expect.stringContaining(detail) });

describe('a request without a body has no parameters', () => {
  test.each([
    [undefined, undefined],
    [undefined, ''],
    ['', undefined],
    ['application/json', undefined],
    ['application/json', ''],
    ['multipart/form-data; boundary=x', ''],
  ])('%j with %j', async (contentType, body) => {
    expect(await decode(contentType, body)).toEqual({});
  });
});

test('a media type that is not supported is refused without a body as well', async () => {
  await expect(decode('text/plain')).rejects.toThrow(problem('body.unsupported-media-type', 'application/json'));
});

describe('the charset', () => {
  test.each([
    ' application/json ',
    'application/json ;charset=utf-8',
    'application/json;  charset=UTF8 ; a=b',
    'application/json; charset = "utf-8"',
    'application/json; x-charset=iso-8859-1',
    'application/json; a=charset=iso-8859-1',
  ])('%j is UTF-8', async (contentType) => {
    expect(await decode(contentType, '{"a":"é"}')).toEqual({ a: 'é' });
  });

  test.each([
    'application/json; charset=iso-8859-1 x',
    'application/json; charset = iso-8859-1',
    'application/json; charset=utf-16',
    'application/json; charset=x-utf-8',
    'application/json; charset=utf-80',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json;   charset=iso-8859-1',
    'application/json; Charset=iso-8859-1',
  ])('%j is not', async (contentType) => {
    await expect(decode(contentType, '{}')).rejects.toThrow(problem('body.unsupported-media-type', 'in UTF-8'));
  });
});

test('plain text that UTF-8 cannot write is refused, not repaired', async () => {
  await expect(decode('application/json', '{"a":"\ud800"}')).rejects.toThrow(
    problem('body.unreadable', 'not valid UTF-8'),
  );
});

test('what is marked as base64 and is not is told apart from what is not UTF-8', async () => {
  await expect(decode('application/json', '{}', true)).rejects.toThrow(problem('body.unreadable', 'base64'));
  await expect(decode('application/json', '/w==', true)).rejects.toThrow(problem('body.unreadable', 'not valid UTF-8'));
});

test('a body that is too large however it is read is refused before it is decoded', async () => {
  const mebibyte = 1024 * 1024;

  await expect(decode('application/json', '!'.repeat(1.5 * mebibyte), true)).rejects.toThrow(
    problem('body.unreadable', 'base64'),
  );
  await expect(decode('application/json', '!'.repeat(1.5 * mebibyte + 1), true)).rejects.toThrow(
    problem('body.too-large', `at most ${mebibyte} bytes`),
  );
});
