import * as v from 'valibot';
import { expect, test } from 'vitest';
import { waysToAgree } from '../../../../pages/console/actions/channels.tsx';
import { emptyRecording, findWrongRecording, toNewConsent } from '../../../../pages/console/actions/record-form.tsx';
import { receivedWays } from '../../../../shared/consents/arrival.ts';
import { NewConsents } from '../../../../shared/consents/consent-request.ts';

const version = '0190a1b2c3d47e8f9a0b1c2d3e4f5a6b';

const good = {
  ...emptyRecording,
  projectUid: 'shop',
  pid: '1',
  version,
  lang: 'ita',
  values: { ...emptyRecording.values, email: ' ada@example.com ' },
  way: 'letter',
  reference: 'Folder 12',
} as const;

test('a request names the version that was shown, and has what was typed and nothing else', () => {
  const request = toNewConsent({
    ...good,
    own: { key: 'customer', value: 'C-1' },
    givenOn: '2026-11-20',
    said: 'Yes.',
  });

  expect(request).toEqual({
    projectUid: 'shop',
    consentInformationVersionId: version,
    lang: 'ita',
    channel: 'web',
    proof: { received_by: 'letter', given_on: '2026-11-20', reference: 'Folder 12', words: 'Yes.' },
    userData: { email: 'ada@example.com', customer: 'C-1' },
  });
  expect(v.is(NewConsents, request)).toBe(true);
  expect(toNewConsent({ ...good, way: 'email' })).toMatchObject({
    channel: 'email',
    proof: { reference: 'Folder 12' },
  });
});

test('what is wrong is found, but for what the browser sees', () => {
  expect(findWrongRecording(good)).toEqual([]);
  expect(findWrongRecording(emptyRecording)).toEqual(['person-missing', 'ground-missing']);
  expect(findWrongRecording({ ...good, reference: '', said: 'Yes.' })).toEqual([]);
  for (const own of [
    { key: 'customer', value: '' },
    { key: '', value: 'C-1' },
    { key: 'email', value: 'x' },
  ])
    expect(findWrongRecording({ ...good, own })).toEqual(['own-unnamed']);
  expect(findWrongRecording({ ...good, values: { ...good.values, phone: '1'.repeat(1_025) } })).toEqual([
    'value-too-long',
  ]);
  expect(findWrongRecording({ ...good, said: 'x'.repeat(1_048_576) })).toEqual(['too-long']);
});

test('every way that no channel names can be chosen', () => {
  expect(waysToAgree).toEqual(expect.arrayContaining([...receivedWays]));
});
