import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { parseMultipart } from '../../../shared/http/form.ts';

const contentType = 'multipart/form-data; boundary=x';

const parse = (body: string, type = contentType) => ({ ...parseMultipart(body, type, new Set(['a'])) });

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
  ])('is found in %s', (type) => {
    expect(parse(`${part('a', '1')}--x--\r\n`, type)).toEqual({ a: '1' });
  });

  test('ends with its last character', () => {
    const body = part('a', '1\r\n--xy').replace('--x', '--xz');

    for (const boundary of ['xz', '"xz"']) {
      expect(parse(`${body}--xz--`, `multipart/form-data; boundary=${boundary}`)).toEqual({ a: '1\r\n--xy' });
    }
  });

  test('has at most 70 characters: a longer one takes long to look for', () => {
    const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
    const longest = 'x'.repeat(70);
    const nearly = `\r\n--${'x'.repeat(8_000)}`.repeat(130);

    expect(parse(`${part('a', '1').replace('--x', `--${longest}`)}--${longest}--`, type(longest))).toEqual({ a: '1' });
    for (const boundary of [`${longest}x`, `${'x'.repeat(8_000)}y`])
      expect(() => parse(nearly, type(boundary))).toThrow(refusal('more than 70 characters'));
  });

  test.each(['multipart/form-data', 'multipart/form-data; boundary=""'])('is missing in %s', (type) => {
    expect(() => parse(`${part('a', '1')}--x--\r\n`, type)).toThrow(refusal('needs a boundary'));
  });
});

test.each([
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x; boundary=y',
  'multipart/form-data; boundary=x y',
  'multipart/form-data; boundary="x\\""',
  'multipart/form-data; boundary=x (a comment)',
  'multipart/form-data, multipart/form-data; boundary=x',
])('the Content-Type %s is malformed', (type) => {
  expect(() => parse(`${part('a', '1')}--x--\r\n`, type)).toThrow(refusal('Content-Type header'));
});

test('a boundary in the value of another attribute is none', () => {
  expect(() => parse(`${part('a', '1')}--x--\r\n`, 'multipart/form-data; x="; boundary=x"')).toThrow(
    refusal('needs a boundary'),
  );
});

test.each([
  ['several fields', `${part('a[]', '1')}${part('a[]', '2')}--x--\r\n`, { a: ['1', '2'] }],
  ['text before and after', `before\r\n${part('a', '1')}--x--\r\nafter`, { a: '1' }],
  ['a value with a boundary inside', `${part('a', 'b--x c')}--x--\r\n`, { a: 'b--x c' }],
  ['an empty value', `${part('a', '')}--x--\r\n`, { a: '' }],
  ['line breaks', `${part('a', '1\r\n\r\n2')}--x--\r\n`, { a: '1\r\n\r\n2' }],
  ['no fields', '--x--\r\n', {}],
])('%s are read', (_case, body, parameters) => {
  expect(parse(body)).toEqual(parameters);
});

describe('a header', () => {
  test.each([
    'Content-Type: text/plain;charset=us-ascii',
    'Content-Type: text/plain; charset=utf8',
    'Content-Type:text/plain',
    'CONTENT-TYPE: \t Text/Plain\t;\tCharset = "UTF-8" ; ',
    'content-type: text/plain; charset="us-ascii"',
    'Content-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit',
    'Content-Type: text/plain; charset=windows-1252',
    'Content-Length: 4',
    'X-Content-Type: text/plain; charset=utf-16',
    'Content-Transfer-Encoding:7bit',
    'content-transfer-encoding:  BINARY ',
    'X-Content-Transfer-Encoding: base64',
  ])('%s leaves the value as it is', (header) => {
    expect(parse(`${part('a', 'YQ==', header)}--x--\r\n`)).toEqual({ a: 'YQ==' });
  });

  test.each([
    ['not in UTF-8', 'Content-Type: text/plain; charset=utf-80'],
    ['not in UTF-8', 'Content-Type: text/plain; charset=us-asciix'],
    ['parameter other than', 'Content-Type: text/plain; charset=iso-8859-1; x=charset=utf-8'],
    ['not in UTF-8', 'Content-Type: text/plain; charset=iso-8859-2'],
    ['not in UTF-8', 'Content-Type: text/plain; charset=utf-16le'],
    ['not in UTF-8', 'Content-Type: text/plain; charset = "utf-16le"'],
    ['not in UTF-8', 'Content-Type:\ttext/plain;\tcharset\t=\tutf-16le'],
    ['not in UTF-8', 'Content-Type: text/plain; charset=""'],
    ['on two lines', 'Content-Type: text/plain;\r\n charset=utf-16le'],
    ['on two lines', 'Content-Type: text/plain;\r\n\tchar\r\n set=utf-16le'],
    ['on two lines', 'X: y\r\n Content-Type: text/plain'],
    ['text/plain', 'Content-Type: text/plain; charset="utf-16\\le"'],
    ['text/plain', 'Content-Type: text/plain (charset=utf-8); charset=utf-16le'],
    ['text/plain', 'Content-Type: text/plain; charset=utf-8; charset=utf-16le'],
    ['text/plain', 'Content-Type: text/plain; charset=utf-8 charset=utf-16le'],
    ['text/plain', 'Content-Type: application/json'],
    ['text/plain', 'Content-Type: multipart/mixed; boundary=y'],
    ['text/plain', 'Content-Type:'],
    ['parameter other than', "Content-Type: text/plain; charset*=utf-8''utf-16le"],
    ['parameter other than', 'Content-Type: text/plain; charset=utf-8; format=flowed'],
    ['two headers', 'Content-Type: text/plain\r\nContent-Type: text/plain; charset=utf-16le'],
    ['two headers', 'Content-Disposition: form-data; name="b"'],
    ['malformed header', 'Content-Type : text/plain; charset=utf-16le'],
    ['malformed header', 'Content-Type: text/plain;\n charset=utf-16le'],
    ['malformed header', 'no header'],
    ['malformed header', ': x'],
    ['Content- header', 'Content-Encoding: gzip'],
    ['Content-Transfer-Encoding', 'Content-Transfer-Encoding: 7bits'],
    ['Content-Transfer-Encoding', 'Content-Transfer-Encoding: x7bit'],
    ['Content-Transfer-Encoding', 'Content-Transfer-Encoding:'],
  ])('is refused, %s: %s', (detail, header) => {
    expect(() => parse(`${part('a', '1', header)}--x--\r\n`)).toThrow(refusal(detail));
  });

  test.each(['us-ascii', 'ISO-8859-1', 'windows-1252'])(
    'that says %s is refused where more than ASCII follows',
    (charset) => {
      const header = `Content-Type: text/plain; charset=${charset}`;

      expect(() => parse(`${part('a', 'é', header)}--x--\r\n`)).toThrow(refusal('charset=utf-8'));
    },
  );

  test('in a value is a part of it', () => {
    const value = 'Content-Type: a; charset=utf-16\r\nContent-Transfer-Encoding: base64';

    expect(parse(`${part('a', value)}--x--\r\n`)).toEqual({ a: value });
  });
});

describe('a name', () => {
  const named = (disposition: string) => parse(`--x\r\n${disposition}\r\n\r\n1\r\n--x--\r\n`);

  test.each(['%22', '%0D%0A', '%0d', '%0A'])(
    'with %s, which may stand for another character, is refused',
    (written) => {
      expect(() => named(`Content-Disposition: form-data; name="userData[a${written}]"`)).toThrow(refusal('as JSON'));
      expect(named('Content-Disposition: form-data; name="userData[100%25]"')).toEqual({ userData: { '100%25': '1' } });
    },
  );

  test.each([
    'Content-Disposition: form-data; name="a"',
    'content-disposition:form-data;name=a',
    'Content-Disposition: Form-Data ; NAME = "a" ;',
    'X: y\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name="a"',
  ])('is read from %j', (disposition) => {
    expect(named(disposition)).toEqual({ a: '1' });
  });

  test('is text in UTF-8 with any spaces', () => {
    expect(named('Content-Disposition: form-data; name=" ключ\u2028;=% "')).toEqual({ ' ключ\u2028;=% ': '1' });
  });

  test.each([
    "Content-Disposition: form-data; name*=utf-8''a",
    `Content-Disposition: form-data; name="b"; name*=utf-8''a`,
    'Content-Disposition: form-data; name="b"; name="a"',
    'Content-Disposition: form-data; name="a\\"b"',
    'Content-Disposition: form-data; name="a\\b"',
    'Content-Disposition: form-data; name="a',
    'Content-Disposition: form-data; name="a"b',
    'Content-Disposition: form-data (x); name="a"',
    'Content-Disposition: form-data; name="a"; size=1',
    'Content-Disposition: form-data name="a"',
    'Content-Disposition: name="a"',
    'Content-Disposition:',
  ])('is not read from %j', (disposition) => {
    expect(() => named(disposition)).toThrow(refusal('no readable name'));
  });
});

test('a part that says US-ASCII has nothing else', () => {
  const usAscii = 'Content-Type: text/plain; charset=us-ascii';

  expect(() => parse(`${part('a', 'é', usAscii)}--x--\r\n`)).toThrow(refusal('not in UTF-8'));
});

describe('a line that begins as a delimiter', () => {
  test.each([
    ['in a value', `${part('a', '1\r\n--xy')}--x--\r\n`],
    ['before the first', `--xy\r\n${part('a', '1')}--x--\r\n`],
    [
      'in other line ends before the first',
      `--x\nContent-Disposition: form-data; name="b"\n\n2\n\r\n${part('a', '1')}--x--`,
    ],
    ['after the end', `${part('a', '1')}--x--\r\n${part('b', '1')}--x--\r\n`],
    ['in the last line', `${part('a', '1')}--x--y`],
  ])('is refused %s', (_where, body) => {
    expect(() => parse(body)).toThrow(refusal('malformed or incomplete'));
  });

  test('is refused with blanks after it, which some readers take for no delimiter', () => {
    const body = `${part('a', '1').replace('--x', '--x \t')}--x--\r\n`;

    expect(() => parse(body)).toThrow(refusal('malformed or incomplete'));
  });

  test.each(['--x--', '--x--\n', '--x-- \r\n', '--x--\r\n\r\n'])('ends the body as %j', (end) => {
    expect(parse(part('a', '1') + end)).toEqual({ a: '1' });
  });
});

test('a value may be as long as a body', () => {
  const value = 'y'.repeat(limits.bodyBytes);

  expect(parse(`${part('a', value)}--x--\r\n`)).toEqual({ a: value });
});

test('a part without a name is refused, also beside others', () => {
  const nameless = '--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n';

  expect(() => parse(`${part('a', '1')}${nameless}--x--\r\n`)).toThrow(refusal('no readable name'));
});

test('more than 1,000 parts are refused', () => {
  const parts = (count: number) => `${part('a', '1').repeat(count)}--x--\r\n`;

  expect(parse(parts(limits.parameters)).a).toHaveLength(limits.parameters);
  expect(() => parse(parts(limits.parameters + 1))).toThrow(refusal('at most 1000'));
});

describe('a body that is cut short', () => {
  const whole = `${part('a', '1')}${part('b', '2')}--x--`;
  const cuts = Array.from({ length: whole.length - 1 }, (_, i) => whole.slice(0, i + 1));

  test('is refused wherever that is', () => {
    for (const body of cuts) expect(() => parse(body)).toThrow(refusal('.'));
  });
});

test.each(['filename="a.txt"', 'filename=""', "filename*=utf-8''a.txt", 'FileName=a'])(
  'a file is refused: %s',
  (file) => {
    const body = part('a', '1').replace('name="a"', `name="a"; ${file}`);

    expect(() => parse(`${body}--x--\r\n`)).toThrow(refusal('has a file'));
  },
);

test.each(['X: y', 'Content-Disposition: attachment; name="a"', 'Content-Disposition: form-data'])(
  'a large part that is skipped (%s) is refused at once',
  (header) => {
    const body = `--x\r\n${header}\r\n\r\n${'b'.repeat(limits.bodyBytes - 200)}\r\n--x--\r\n`;

    expect(() => parse(body)).toThrow(refusal('no readable name'));
  },
);

describe('headers of nearly a mebibyte', () => {
  const start = '--x\r\nContent-Disposition: form-data; name="a"';
  const fill = (unit: string) => unit.repeat((limits.bodyBytes - 100) / unit.length);

  test.each([
    ['blanks', `${start}${fill(' ')}`],
    ['blanks before a letter', `${start}${fill(' ')}x`],
    ['blanks of another header', `${start}\r\nContent-Transfer-Encoding: ${fill(' ')}x`],
    ['semicolons', `${start}${fill(';')}`],
    ['parameters', `${start}${Array.from({ length: 80_000 }, (_, i) => `; a${i}=b`).join('')}`],
    ['lines', `${start}\r\n${fill('X: y\r\n')}`],
    ['a name without an end', `${start.slice(0, -1)}${fill('a')}`],
  ])('are read or refused before they take long: %s', (_case, headers) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i += 1) {
      const cpu = process.cpuUsage();
      try {
        parse(`${headers}\r\n\r\n1\r\n--x--`);
      } catch (error) {
        expect(error).toMatchObject({ code: 'body.unreadable' });
      }
      const { user, system } = process.cpuUsage(cpu);
      best = Math.min(best, (user + system) / 1_000);
    }

    expect(best).toBeLessThan(50);
  });
});

test('more headers than any client writes are refused', () => {
  const others = (count: number) => Array.from({ length: count }, () => 'X: y');

  expect(parse(`${part('a', '1', ...others(15))}--x--`)).toEqual({ a: '1' });
  expect(() => parse(`${part('a', '1', ...others(16))}--x--`)).toThrow(refusal('more than 16 headers'));
});
