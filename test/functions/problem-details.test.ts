import { describe, expect, test } from 'vitest';
import { consentOf, newTenant } from '../support/builders.ts';
import { invoke, send } from '../support/invoke.ts';

const tenant = await newTenant();
const { token, projectUid } = tenant;

describe('the detail of a 422 says the first error in words', () => {
  test('and no more where there is one', async () => {
    const { body } = await invoke('addConsent', consentOf(tenant, { proof: 'yes' }), { token });

    expect(body.detail).toBe('Look at proof: Must have named members, such as proof[url].');
  });

  test.each([
    [{ proof: 'yes', lang: 'en' }, 'Look at lang: ', '`errors` has 1 more.'],
    [{ proof: 'yes', lang: 'en', userData: {} }, 'Look at lang: ', '`errors` has 2 more.'],
    [{ projectUid: 'no', consentInformationPid: 999_999_999 }, 'Look at projectUid: ', '`errors` has 1 more.'],
  ])('and how many more there are: %j', async (wrong, beginning, end) => {
    const { status, body } = await invoke('addConsent', consentOf(tenant, wrong), { token });

    expect(status).toBe(422);
    expect(body.detail.startsWith(`${beginning}${body.errors?.[0]?.detail}`)).toBe(true);
    expect(body.detail.endsWith(end)).toBe(true);
  });
});

/** Guzzle sends nothing for `'userData' => []`. */
test('an empty userData that a client left out gets the form of an empty one, which works', async () => {
  const form = (written: string) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(`projectUid=${projectUid}${written}`),
  });

  const left = await send('searchConsents', form(''), { token });
  const given = await send('searchConsents', form('&userData='), { token });

  expect(left.body.errors).toEqual([
    { field: 'userData', code: 'missing', detail: expect.stringContaining('write userData= in a form') },
  ]);
  expect(given.status).toBe(200);
});
