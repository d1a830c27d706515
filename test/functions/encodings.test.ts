import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../shared/contract.ts';
import { consentOf, newTenant } from '../support/builders.ts';
import type { Encoded, Parameters } from '../support/encode.ts';
import { invoke, send } from '../support/invoke.ts';

const form = (text: string) => ({ contentType: 'application/x-www-form-urlencoded', body: Buffer.from(text) });
const json = (text: string) => ({ contentType: 'application/json', body: Buffer.from(text) });

const shapes = [
  { encoding: 'form', base64: true },
  { encoding: 'form', base64: false },
  { encoding: 'multipart', base64: true },
  { encoding: 'multipart', base64: false },
  { encoding: 'json', base64: true },
  { encoding: 'json', base64: false },
] as const;

describe('form, multipart and JSON', () => {
  test.each(shapes)('record and find the same: %j', async (shape) => {
    const tenant = await newTenant({ notices: 25 });
    const sending = { token: tenant.token, ...shape };
    const pids = tenant.notices.map(({ pid }) => pid);
    const userData = {
      email: 'Ünï+code@example.com',
      card: { label: 'Card & more', value: '100 % = x\r\ny' },
      'a.key with spaces': '"quoted"',
    };
    const proof = { url: 'https://shop.example/?a=1&b[]=2', html: '<p class="x">+ % & 𝄞</p>' };
    const parameters = consentOf(tenant, { consentInformationPid: pids, userData, proof, lang: 'ita' });

    const added = await invoke('addConsent', parameters, sending);
    const sought = { userData: { email: userData.email, card: userData.card.value }, page: 1, perPage: 30 };
    const found = await invoke('searchConsents', sought, sending);
    const notices = await invoke('getNotices', { pid: pids }, sending);

    expect(added.body.data).toHaveLength(25);
    expect(found.body).toMatchObject({ totalResults: 25, resultsPerPage: 30, page: '1' });
    for (const record of found.body.data) expect(record).toMatchObject({ userData, proof, lang: 'ita' });
    expect(Object.keys(notices.body.data).map(Number)).toEqual(pids);
  });

  test.each<[OperationName, Parameters]>([
    ['login', {}],
    ['addConsent', { lang: 'x', proof: { a: { b: 'c' } }, userData: { email: 'x'.repeat(2000) } }],
    ['searchConsents', { userData: { email: 'a' }, first: 'maybe', perPage: '51' }],
    ['revokeConsent', { id: 'x' }],
    ['getNotices', { pid: ['1', '1'] }],
  ])('are refused the same: %s %j', async (operation, parameters) => {
    const { token } = await newTenant();

    const replies = await Promise.all(shapes.map((shape) => invoke(operation, parameters, { token, ...shape })));

    const errors = replies.map(({ status, body }) => JSON.stringify([status, body.code, body.errors]));
    expect(replies[0]?.status).toBe(422);
    expect(new Set(errors).size).toBe(1);
  });
});

describe('arrays in a form', () => {
  const write = {
    'pid[]=1&pid[]=2': (pids: number[]) => pids.map((pid) => `pid[]=${pid}`),
    'pid[0]=1&pid[1]=2': (pids: number[]) => pids.map((pid, i) => `pid[${i}]=${pid}`),
    'pid%5B0%5D=1': (pids: number[]) => pids.map((pid, i) => `pid%5B${i}%5D=${pid}`),
    'pid=1&pid=2': (pids: number[]) => pids.map((pid) => `pid=${pid}`),
  };

  test.each([2, 20, 21, 25, 100])('of %i are the same however they are written', async (count) => {
    const { token, notices } = await newTenant({ notices: count });
    const pids = notices.map(({ pid }) => pid);
    for (const [style, toPairs] of Object.entries(write)) {
      const { status, body } = await send('getNotices', form(toPairs(pids).join('&')), { token });
      expect({ style, status, pids: Object.keys(body.data).map(Number) }).toEqual({ style, status: 200, pids });
    }
  });

  test('of one are an array in brackets, and a single value without', async () => {
    const tenant = await newTenant();
    const rest = `projectUid=${tenant.projectUid}&proof[url]=x&userData[email]=a`;
    const add = (notice: string) => send('addConsent', form(`${rest}&${notice}`), { token: tenant.token });

    for (const notice of [`consentInformationPid[]=${tenant.pid}`, `consentInformationPid[0]=${tenant.pid}`]) {
      expect((await add(notice)).body.data).toHaveLength(1);
    }
    expect((await add(`consentInformationPid=${tenant.pid}`)).body.consentInformationPid).toBe(tenant.pid);
  });

  test('of more than 1,000 values are refused, not cut short', async () => {
    const { token } = await newTenant();
    const pairs = Array.from({ length: 1001 }, (_, i) => `pid[]=${i + 1}`);

    expect(await send('getNotices', form(pairs.join('&')), { token })).toMatchObject({
      status: 400,
      body: { code: 'body.unreadable', detail: expect.stringContaining('at most 1000') },
    });
    expect(await send('getNotices', json(JSON.stringify({ pid: pairs })), { token })).toMatchObject({ status: 400 });
  });

  test.each([
    ['a form', form(`${'a&'.repeat(1001)}a=%zz`)],
    ['JSON', json(`{"pid":[${'1,'.repeat(1001)}?`)],
    ['JSON, all of them empty objects', json(`{"pid":[${'{},'.repeat(1001)}?`)],
    ['JSON, all of them absent', json(`{${Array.from({ length: 1001 }, (_, i) => `"k${i}":null,`).join('')}?`)],
  ])('of more than 1,000 values are not read to the end: %s', async (_case, encoded) => {
    expect(await send('login', encoded)).toMatchObject({
      status: 400,
      body: { code: 'body.unreadable', detail: expect.stringContaining('at most 1000') },
    });
  });

  test('of 1,000 values are read', async () => {
    const values = Array.from({ length: 1000 }, (_, i) => String(i));

    for (const encoded of [form(values.map((value) => `a=${value}`).join('&')), json(JSON.stringify({ a: values }))]) {
      expect(await send('login', encoded)).toMatchObject({ status: 422 });
    }
  });
});

describe('numbers in brackets', () => {
  const toMultipart = (text: string) => ({
    contentType: 'multipart/form-data; boundary=x',
    body: Buffer.from(
      `${text
        .split('&')
        .map((pair) => pair.split('='))
        .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('')}--x--\r\n`,
    ),
  });

  test.each([
    ['userData[0]=x', { 0: 'x' }],
    ['userData[0]=x&userData[1]=y', { 0: 'x', 1: 'y' }],
    ['userData[1]=x', { 1: 'x' }],
    ['userData[0][label]=l&userData[0][value]=x', { 0: { label: 'l', value: 'x' } }],
    ['userData[email]=a&userData[0]=x', { email: 'a', 0: 'x' }],
  ])('are names in userData and in proof, as in JSON: %s', async (text, userData) => {
    const tenant = await newTenant();
    const { token } = tenant;
    const proof = { 0: 'x', 1: 'y' };
    const rest = `projectUid=${tenant.projectUid}&consentInformationPid=${tenant.pid}&proof[0]=x&proof[1]=y`;
    const bodies = [
      form(`${rest}&${text}`),
      toMultipart(`${rest}&${text}`),
      json(JSON.stringify(consentOf(tenant, { userData, proof }))),
    ];

    for (const encoded of bodies) {
      const { status, body } = await send('addConsent', encoded, { token });
      const found = await invoke('searchConsents', { id: body.consentId, userData: {} }, { token, encoding: 'json' });
      expect({ status, record: found.body.data[0] }).toMatchObject({ status: 200, record: { userData, proof } });
    }
    const sought = text.replaceAll('[value]', '').replace(/[^&]*\[label\]=l&/, '');
    for (const encoded of [form(sought), toMultipart(sought)]) {
      expect(await send('searchConsents', encoded, { token })).toMatchObject({
        status: 200,
        body: { totalResults: 3 },
      });
    }
  });

  test.each([
    form('userData[]=x'),
    form('userData=x&userData=y'),
    form('userData[0][]=x'),
    form('userData[0][0]=x'),
    toMultipart('userData[]=x'),
    toMultipart('userData=x&userData=y'),
    json('{"userData":["x"]}'),
    json('{"userData":{"0":["x"]}}'),
  ])('make no userData of an array: %#', async (encoded) => {
    const { token } = await newTenant();
    const { status, body } = await send('searchConsents', encoded, { token });

    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ code: 'malformed' }] });
  });

  test.each([
    form('pid[1]=1'),
    form('pid[0]=1&pid[2]=2'),
    form('pid[0]=1&pid[x]=2'),
    form('pid[00]=1'),
    toMultipart('pid[1]=1'),
    json('{"pid":{"0":1}}'),
    json('{"pid":{"0":1,"1":2}}'),
  ])('that leave gaps make no array, nor does a JSON object: %#', async (encoded) => {
    const { token } = await newTenant();

    expect(await send('getNotices', encoded, { token })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'pid', code: 'malformed' }] },
    });
  });

  test('make no array of what takes one value only', async () => {
    const { token } = await newTenant();

    expect(await send('searchConsents', form('userData[a]=b&consentInformationPid[0]=1'), { token })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'consentInformationPid', code: 'malformed' }] },
    });
  });
});

describe('a body that cannot be read is 400', () => {
  const deep = (levels: number) => `a${'[b]'.repeat(levels - 1)}=1`;
  test.each<[string, { contentType: string; body: Buffer }]>([
    ['conflicting shapes', form('a=1&a[b]=2')],
    ['conflicting arrays', form('a[]=1&a[0]=2')],
    ['a value beside an array', form('a=1&a[]=2')],
    ['brackets that do not close', form('a[b=1')],
    ['brackets that do not open', form('a]=1')],
    ['text after brackets', form('a[b]c=1')],
    ['brackets in brackets', form('a[b[c]]=1')],
    ['no name', form('=1')],
    ['only brackets', form('[]=1')],
    ['empty brackets inside', form('a[][b]=1')],
    ['too many levels', form(deep(6))],
    ['too many levels, the last of them an array by repetition', form(`${deep(5)}&${deep(5)}`)],
    ['__proto__', form('__proto__[x]=1')],
    ['__proto__ inside', form('userData[__proto__]=1')],
    ['constructor', form('constructor[prototype][x]=1')],
    ['a malformed escape', form('a=%zz')],
    ['an escape cut short', form('a=%4')],
    ['an escape that is not UTF-8', form('a=%ff')],
    ['an overlong escape', form('a=%c0%80')],
    ['a surrogate in UTF-8', form('a=%ed%a0%80')],
    ['NUL in an escape', form('a=%00')],
    ['NUL in a name', form('a%00=1')],
    ['bytes that are not UTF-8', { ...form(''), body: Buffer.from([0x61, 0x3d, 0xff]) }],
    ['malformed JSON', json('{"a":')],
    ['JSON that is an array', json('[]')],
    ['JSON that is text', json('"a"')],
    ['JSON that is null', json('null')],
    ['a member twice', json('{"email":"a","email":"b"}')],
    ['a member twice, once escaped', json('{"email":"a","\\u0065mail":"b"}')],
    ['a member twice, far from its colon', json(`{"a":1,"a"${' '.repeat(100)}:2}`)],
    ['a lone surrogate', json('{"a":"\\ud800"}')],
    ['a lone surrogate in a name', json('{"\\udc00":"a"}')],
    ['NUL in JSON', json('{"a":"\\u0000"}')],
    ['__proto__ in JSON', json('{"userData":{"__proto__":{"a":"b"}}}')],
    ['deep JSON', json(`${'['.repeat(100_000)}`)],
    ['deep but valid JSON', json(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)],
    ['JSON that is not UTF-8', { ...json(''), body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }],
  ])('%s', async (_case, encoded) => {
    const { status, body } = await send('login', encoded);

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'body.unreadable' });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each(['not base64!', 'YQ', 'YQ==YQ==', 'Y Q=='])('base64 that is not: %j', async (text) => {
    const { status, body } = await send('login', form(text), { base64: 'as-is' });

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'body.unreadable' });
  });

  const multipart = (text: string, boundary = 'x') => ({
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(text),
  });
  const part = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const partOf = (header: string) => `--x\r\nContent-Disposition: form-data; name="email"\r\n${header}\r\n\r\nYWJj\r\n`;
  test.each([
    'Content-Type: text/plain',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Type: text/plain; charset="UTF-8"',
    'Content-Type: text/plain; charset=us-ascii',
    'Content-Transfer-Encoding: 8bit',
    'Content-Transfer-Encoding: binary',
  ])('multipart with %s is read', async (header) => {
    expect(await send('login', multipart(`${partOf(header)}--x--\r\n`))).toMatchObject({ status: 422 });
  });
  test.each([
    ['cut short', multipart(part('email', 'a'))],
    ['without parts or end', multipart('nothing')],
    ['without a boundary', { contentType: 'multipart/form-data', body: Buffer.from(part('a', 'b')) }],
    ['with a file', multipart(`${part('a', 'b', '; filename="f.txt"')}--x--\r\n`)],
    ['with a part that has no name', multipart('--x\r\nContent-Disposition: form-data\r\n\r\nb\r\n--x--\r\n')],
    ['with a part that has no disposition', multipart('--x\r\nContent-Type: text/plain\r\n\r\nb\r\n--x--\r\n')],
    ['with conflicting shapes', multipart(`${part('a', '1')}${part('a[b]', '2')}--x--\r\n`)],
    ['not UTF-8', { ...multipart(''), body: Buffer.concat([Buffer.from(part('a', 'b')), Buffer.from([0xff])]) }],
    [
      'with a boundary hidden in another attribute',
      { ...multipart('x'), contentType: 'multipart/form-data; x="; boundary=BB"' },
    ],
    [
      'with a part in another charset',
      multipart(`${partOf('Content-Type: text/plain; charset=ISO-2022-JP')}--x--\r\n`),
    ],
    [
      'with a part in UTF-16 in a folded header',
      multipart(`${partOf('Content-Type: text/plain;\r\n charset=utf-16le')}--x--\r\n`),
    ],
    [
      'with a part in UTF-16, with spaces around it',
      multipart(`${partOf('Content-Type: text/plain; charset = "utf-16le"')}--x--\r\n`),
    ],
    [
      'with a part in UTF-16 and in UTF-8',
      multipart(`${partOf('Content-Type: text/plain\r\nContent-Type: text/plain; charset=utf-16le')}--x--\r\n`),
    ],
    ['with a part of JSON', multipart(`${partOf('Content-Type: application/json')}--x--\r\n`)],
    [
      'with an extended name',
      multipart(`--x\r\nContent-Disposition: form-data; name*=utf-16le''email\r\n\r\nb\r\n--x--\r\n`),
    ],
    ['with a part in UTF-16', multipart(`${partOf('content-type: text/plain;charset="utf-16le"')}--x--\r\n`)],
    ['with a part in base64', multipart(`${partOf('Content-Transfer-Encoding: base64')}--x--\r\n`)],
    ['with a quoted-printable part', multipart(`${partOf('Content-Transfer-Encoding: Quoted-Printable')}--x--\r\n`)],
  ])('multipart %s', async (_case, encoded) => {
    const { status, body } = await send('login', encoded);

    expect({ status, code: body.code }).toEqual({ status: 400, code: 'body.unreadable' });
  });
});

describe('media types', () => {
  test.each([
    'text/plain',
    'application/xml',
    'application/vnd.api+json',
    'application/json; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=windows-1252',
    'json',
    '',
  ])('%j is 415', async (contentType) => {
    expect(await send('login', { contentType, body: Buffer.from('a=1') })).toMatchObject({
      status: 415,
      body: { code: 'body.unsupported-media-type' },
    });
  });

  test('a body without one is 415', async () => {
    expect(await send('login', { body: Buffer.from('email=a') })).toMatchObject({ status: 415 });
  });

  test.each([
    ['application/json; charset=utf-8', '{}'],
    ['Application/JSON;charset="UTF-8"', '{}'],
    ['APPLICATION/X-WWW-FORM-URLENCODED', 'a=1'],
    ['application/json', ''],
    ['multipart/form-data; boundary="a b"', '--a b--\r\n'],
  ])('%s is read', async (contentType, text) => {
    expect(await send('login', { contentType, body: Buffer.from(text) })).toMatchObject({ status: 422 });
  });
});

describe('a Content-Encoding', async () => {
  const { token } = await newTenant();
  const encoded = json('{"userData":{"email":"a"}}');
  const sendCoded = (coding: string, body: Partial<Encoded>) =>
    send('searchConsents', body, { token, headers: { 'content-encoding': coding } });

  test.each(['', 'identity', ' Identity ', 'identity,identity'])('%j is none', async (coding) => {
    expect(await sendCoded(coding, encoded)).toMatchObject({ status: 200 });
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'compress', 'x-gzip', 'x-compress'])(
    '%s is 415 and named',
    async (coding) => {
      for (const name of [coding, ` ${coding.toUpperCase()}`, `identity, ${coding}`]) {
        expect(await sendCoded(name, { ...encoded, body: gzipSync(encoded.body) })).toMatchObject({
          status: 415,
          body: {
            code: 'body.unsupported-media-type',
            detail: `The body is sent with Content-Encoding: ${coding}. Send it uncompressed, without this header.`,
          },
        });
      }
    },
  );

  test.each(['my-secret', 'gzip, br', 'gzip;q=1', 'utf-8', '*'])('%s is 415 and not repeated', async (coding) => {
    expect(await sendCoded(coding, encoded)).toMatchObject({
      status: 415,
      body: { detail: 'The body is sent with a Content-Encoding. Send it uncompressed, without this header.' },
    });
  });

  test('is 415 without a body, without a type, and where the body is too large', async () => {
    for (const body of [{}, json(''), form('a'.repeat(1024 * 1024 + 1))]) {
      expect(await sendCoded('gzip', body)).toMatchObject({ status: 415 });
    }
  });

  test('is told after who may not call', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const disabled = await newTenant({ enabled: false });

    expect(await send('searchConsents', encoded, { headers })).toMatchObject({ status: 401 });
    expect(await send('searchConsents', encoded, { headers, token: disabled.token })).toMatchObject({ status: 403 });
  });
});

describe('size', () => {
  test.each([true, false])('a body of 1 MiB is read, one byte more is 413 (base64: %s)', async (base64) => {
    const mebibyte = 1024 * 1024;
    const fill = (length: number) => form(`email=a&x=${'y'.repeat(length - 'email=a&x='.length)}`);

    expect(await send('login', fill(mebibyte), { base64 })).toMatchObject({ status: 422 });
    expect(await send('login', fill(mebibyte + 1), { base64 })).toMatchObject({
      status: 413,
      body: { code: 'body.too-large' },
    });
    expect(await send('login', fill(4 * mebibyte), { base64 })).toMatchObject({ status: 413 });
  });
});
