import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseMultipart } from '../../../shared/http/multipart.ts';
import { limits } from '../../../shared/limits.ts';

const contentType = 'multipart/form-data; boundary=x';

const part = (name: string, value: string, ...headers: string[]): string =>
  ['--x', `Content-Disposition: form-data; name="${name}"`, ...headers, '', value, ''].join('\r\n');

const refusal = (detail: string) =>
  expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining(detail) });

describe('the boundary', () => {
  test.each([
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="x"',
    'multipart/form-data;boundary=x',
    'multipart/form-data;  Boundary=x ',
    'multipart/form-data; boundary=x; charset=utf-8',
  ])('is found in %s', async (type) => {
    expect({ ...(await parseMultipart(`${part('a', '1')}--x--\r\n`, type)) }).toEqual({ a: '1' });
  });

  test('ends with its last character', async () => {
    const body = part('a', '1\r\n--xy').replace('--x', '--xz');

    for (const boundary of ['xz', '"xz"']) {
      const parameters = await parseMultipart(`${body}--xz--`, `multipart/form-data; boundary=${boundary}`);
      expect({ ...parameters }).toEqual({ a: '1\r\n--xy' });
    }
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
    'is missing in %s',
    async (type) => {
      await expect(parseMultipart(`${part('a', '1')}--x--\r\n`, type)).rejects.toThrow(refusal('needs a boundary'));
    },
  );
});

test('a Content-Type that the parser refuses is the cause of the refusal', async () => {
  const type = 'multipart/form-data; x="; boundary=x"';

  await expect(parseMultipart(`${part('a', '1')}--x--\r\n`, type)).rejects.toMatchObject({
    detail: 'The Content-Type header of the multipart body is malformed.',
    cause: expect.any(Error),
  });
});

test.each([
  ['several fields', `${part('a[]', '1')}${part('a[]', '2')}--x--\r\n`, { a: ['1', '2'] }],
  ['text before and after', `before\r\n${part('a', '1')}--x--\r\nafter`, { a: '1' }],
  ['a value with a boundary inside', `${part('a', 'b--x c')}--x--\r\n`, { a: 'b--x c' }],
  ['an empty value', `${part('a', '')}--x--\r\n`, { a: '' }],
  ['line breaks', `${part('a', '1\r\n\r\n2')}--x--\r\n`, { a: '1\r\n\r\n2' }],
  ['no fields', '--x--\r\n', {}],
])('%s are read', async (_case, body, parameters) => {
  expect({ ...(await parseMultipart(body, contentType)) }).toEqual(parameters);
});

describe('a header', () => {
  test.each([
    'Content-Type: text/plain;charset=us-ascii',
    'Content-Type: text/plain; charset=utf8; format=flowed',
    'X-Content-Type: text/plain; charset=utf-16',
    'Content-Transfer-Encoding:7bit',
    'content-transfer-encoding:  BINARY ',
    'X-Content-Transfer-Encoding: base64',
  ])('%s leaves the value as it is', async (header) => {
    expect({ ...(await parseMultipart(`${part('a', 'YQ==', header)}--x--\r\n`, contentType)) }).toEqual({ a: 'YQ==' });
  });

  test.each([
    ['not in UTF-8', 'Content-Type: text/plain; charset=utf-80'],
    ['not in UTF-8', 'Content-Type: text/plain; charset=us-asciix'],
    ['not in UTF-8', 'Content-Type: text/plain; charset=iso-8859-1; x=charset=utf-8'],
    ['Content-Transfer-Encoding', 'Content-Transfer-Encoding: 7bits'],
    ['Content-Transfer-Encoding', 'Content-Transfer-Encoding: x7bit'],
    ['Content-Transfer-Encoding', 'Content-Transfer-Encoding:'],
  ])('is refused, %s: %s', async (detail, header) => {
    await expect(parseMultipart(`${part('a', '1', header)}--x--\r\n`, contentType)).rejects.toThrow(refusal(detail));
  });

  test('in a value is a part of it', async () => {
    const value = 'Content-Type: a; charset=utf-16\r\nContent-Transfer-Encoding: base64';

    expect({ ...(await parseMultipart(`${part('a', value)}--x--\r\n`, contentType)) }).toEqual({ a: value });
  });
});

test('a value may be as long as a body', async () => {
  const value = 'y'.repeat(limits.bodyBytes);

  expect({ ...(await parseMultipart(`${part('a', value)}--x--\r\n`, contentType)) }).toEqual({ a: value });
});

test('a part without a name is refused, also beside others', async () => {
  const nameless = '--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n';

  await expect(parseMultipart(`${part('a', '1')}${nameless}--x--\r\n`, contentType)).rejects.toThrow(
    refusal('no name'),
  );
});

test('more than 1,000 parts are refused', async () => {
  const parts = (count: number) => `${part('a', '1').repeat(count)}--x--\r\n`;

  expect((await parseMultipart(parts(limits.parameters), contentType)).a).toHaveLength(limits.parameters);
  await expect(parseMultipart(parts(limits.parameters + 1), contentType)).rejects.toThrow(refusal('at most 1000'));
});

describe('a body that is cut short', () => {
  const whole = `${part('a', '1')}${part('b', '2')}--x--`;
  const cuts = Array.from({ length: whole.length - 1 }, (_, i) => whole.slice(0, i + 1));

  test('is refused wherever that is', async () => {
    for (const body of cuts) await expect(parseMultipart(body, contentType)).rejects.toThrow(refusal('.'));
  });

  test.each([1, 3, 100_000])('is refused in a file of %i bytes as well, and ends no process', async (size) => {
    const uncaught = vi.fn();
    process.on('uncaughtExceptionMonitor', uncaught);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', uncaught));
    const file = part('a', 'b'.repeat(size)).replace('name="a"', 'name="a"; filename="a.txt"');

    for (const body of [file, file.slice(0, -2), `${file}--`, `${file}--x`, `${part('b', '1')}${file}`]) {
      await expect(parseMultipart(body, contentType)).rejects.toThrow(refusal('has a file'));
      await setImmediate();
    }

    expect(uncaught).not.toHaveBeenCalled();
  });
});

test.each(['X: y', 'Content-Disposition: attachment; name="a"', 'Content-Disposition: form-data'])(
  'a large part that is skipped (%s) is refused at once',
  async (header) => {
    const body = `--x\r\n${header}\r\n\r\n${'b'.repeat(limits.bodyBytes - 200)}\r\n--x--\r\n`;

    await expect(parseMultipart(body, contentType)).rejects.toThrow(refusal('no name'));
  },
);
