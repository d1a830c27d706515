import { describe, expect, test } from 'vitest';
import { consentOf, newTenant } from '../support/builders.ts';
import type { Parameters } from '../support/encode.ts';
import { encoders } from '../support/encode.ts';
import { invoke, send } from '../support/invoke.ts';

const tenant = await newTenant({ notices: 2 });
const { token, pid } = tenant;
const [, other = 0] = tenant.notices.map((notice) => notice.pid);

/** A number of JSON as it is written, which JSON.stringify would make the same as another. */
const written = (text: string) => `number ${text}`;

/** The parameters in all encodings, with written numbers as such in JSON and as text elsewhere. */
const spell = (parameters: Parameters) => {
  const asText: Parameters = JSON.parse(JSON.stringify(parameters).replaceAll('"number ', '"'));
  const asNumbers = JSON.stringify(parameters).replace(/"number ([^"]*)"/g, '$1');
  return [
    { contentType: 'application/json', body: Buffer.from(asNumbers) },
    ...Object.values(encoders).map((encode) => encode(asText)),
  ];
};

const errorsOf = async (parameters: Parameters): Promise<unknown[]> =>
  Promise.all(
    spell(parameters).map(async (encoded) => {
      const { status, body } = await send('searchConsents', encoded, { token });
      return status === 422 ? body.errors : status;
    }),
  );

describe('a whole number with a fraction of zeros is that whole number, in every encoding', () => {
  test('pid, one and several', async () => {
    for (const encoded of spell({ pid: written(`${pid}.0`) })) {
      expect(await send('getNotices', encoded, { token })).toMatchObject({
        status: 200,
        body: { data: { [pid]: { pid } } },
      });
    }
    for (const encoded of spell({ pid: [written(`${pid}.00`), written(`${other}`)] })) {
      const { body } = await send('getNotices', encoded, { token });
      expect(Object.keys(body.data)).toEqual([pid, other].map(String));
    }
  });

  test('consentInformationPid, page and perPage', async () => {
    const { body } = await invoke('addConsent', consentOf(tenant), { token });
    const numbers = {
      consentInformationPid: written(`${pid}.0`),
      page: written('1.0'),
      perPage: written('50.0'),
    };

    for (const encoded of spell({ id: body.consentId, userData: { email: 'ada@example.com' }, ...numbers })) {
      expect(await send('searchConsents', encoded, { token })).toMatchObject({
        status: 200,
        body: { page: '1', resultsPerPage: 50, results: 1 },
      });
    }
  });

  test('so that 1.0 and 1 repeat a notice', async () => {
    for (const encoded of spell({ pid: [written(`${pid}.0`), written(`${pid}`)] })) {
      expect(await send('getNotices', encoded, { token })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'pid', code: 'repeated' }] },
      });
    }
  });
});

const userData = { email: 'ada@example.com' };

test.each(['2.5', '2e0', '2E0', '20e-1', '2.0e0', '0.2e1', '-2', '-2.0', '1e999', '2.0000000000000001'])(
  '%s is no whole number, whether JSON says it as a number or as a text',
  async (text) => {
    const refused = [{ field: 'page', code: 'malformed', detail: 'Must be a whole number in decimal digits.' }];

    expect(await errorsOf({ userData, page: written(text) })).toEqual(Array(4).fill(refused));
  },
);

test.each(['+2', '0x2', ' 2', '2 ', '2.', '.0', '2,0', '٢', '2.0.0'])(
  'the text %j is no whole number',
  async (text) => {
    for (const errors of await errorsOf({ userData, page: text })) {
      expect(errors).toMatchObject([{ field: 'page', code: 'malformed' }]);
    }
  },
);

test.each(['0', '0.0', '00'])('%s is out of range', async (text) => {
  for (const errors of await errorsOf({ userData, page: text })) {
    expect(errors).toMatchObject([{ field: 'page', code: 'out-of-range' }]);
  }
});

test('userData and proof keep a number as it is written', async () => {
  for (const encoded of spell(
    consentOf(tenant, { userData: { points: written('1.50') }, proof: { version: written('2.0') } }),
  )) {
    const { body } = await send('addConsent', encoded, { token });
    const found = await invoke('searchConsents', { id: body.consentId, userData: {} }, { token, encoding: 'json' });

    expect(found.body.data).toMatchObject([{ userData: { points: '1.50' }, proof: { version: '2.0' } }]);
  }
});
