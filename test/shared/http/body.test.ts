import { describe, expect, test } from 'vitest';
import { decodeBody, toEvent } from '../../support/call/event.ts';

const decode = async (
  contentType: string | undefined,
  body?: string,
  isBase64Encoded = false,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const { body: _body, ...event } = toEvent('login', contentType === undefined ? {} : { contentType }, { headers });
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

test.each(['text/plain', 'application/xml', 'application/vnd.api+json', 'json', '', undefined])(
  'the media type %j is refused',
  async (contentType) => {
    await expect(decode(contentType, 'a=1')).rejects.toThrow(
      problem('body.unsupported-media-type', 'application/json'),
    );
  },
);

test('a media type that is not supported is refused without a body as well', async () => {
  await expect(decode('text/plain')).rejects.toThrow(problem('body.unsupported-media-type', 'application/json'));
});

describe('a Content-Encoding', () => {
  const decodeCoded = (coding: string, contentType: string | undefined = 'application/json', body = '{"a":"1"}') =>
    decode(contentType, body, false, { 'content-encoding': coding });

  test.each(['', 'identity', ' Identity ', 'identity,identity'])('%j is none', async (coding) => {
    expect(await decodeCoded(coding)).toEqual({ a: '1' });
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'compress', 'x-gzip', 'x-compress'])(
    '%s is refused and named',
    async (coding) => {
      for (const name of [coding, ` ${coding.toUpperCase()}`, `identity, ${coding}`]) {
        await expect(decodeCoded(name)).rejects.toThrow(
          problem('body.unsupported-media-type', `sent with Content-Encoding: ${coding}. Send it uncompressed`),
        );
      }
    },
  );

  test.each(['my-secret', 'gzip, br', 'gzip;q=1', 'utf-8', '*'])('%s is refused and not repeated', async (coding) => {
    await expect(decodeCoded(coding)).rejects.toThrow(
      problem('body.unsupported-media-type', 'The body is sent with a Content-Encoding. Send it uncompressed'),
    );
  });

  test('is refused without a body, and where the body is too large', async () => {
    for (const body of ['', 'a'.repeat(1024 * 1024 + 1)]) {
      await expect(decodeCoded('gzip', 'application/json', body)).rejects.toThrow(
        problem('body.unsupported-media-type', 'gzip'),
      );
    }
  });
});

describe('the charset', () => {
  test.each([
    ' application/json ',
    'application/json ;charset=utf-8',
    'application/json;  charset=UTF8 ; a=b',
    'application/json; charset = "utf-8"',
    'application/json; x-charset=iso-8859-1',
    'application/json; a=charset=iso-8859-1',
    'Application/JSON;charset="UTF-8"',
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

test.each(['not base64!', 'YQ', 'YQ==YQ==', 'Y Q=='])('%j is no base64', async (body) => {
  await expect(decode('application/json', body, true)).rejects.toThrow(problem('body.unreadable', 'base64'));
});

test('wrong base64 and wrong UTF-8 get different messages', async () => {
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

test.each([true, false])(
  'a body of 1 MiB is read, one byte more is too large (base64: %s)',
  async (isBase64Encoded) => {
    const fill = (length: number) =>
      Buffer.from(`a=${'y'.repeat(length - 2)}`).toString(isBase64Encoded ? 'base64' : 'utf8');
    const read = (length: number) => decode('application/x-www-form-urlencoded', fill(length), isBase64Encoded);

    expect(await read(1024 * 1024)).toHaveProperty('a.length', 1024 * 1024 - 2);
    await expect(read(1024 * 1024 + 1)).rejects.toThrow(problem('body.too-large', ''));
  },
);
