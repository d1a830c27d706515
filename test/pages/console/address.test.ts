import { expect, test } from 'vitest';
import type { Address } from '../../../pages/console/address.ts';
import { firstPage, readAddress, toFragment } from '../../../pages/console/address.ts';

const id = '0190a1b2c3d47e8f9a0b1c2d3e4f5a6b';

/** Addresses of every page. */
const addressesOf: {
  readonly [View in Exclude<Address['view'], 'nowhere'>]: readonly Extract<Address, { view: View }>[];
} = {
  overview: [{ view: 'overview' }, { view: 'overview', project: 'shop & co' }],
  consents: [
    { view: 'consents', filter: {} },
    { view: 'consents', filter: { notice: '3' }, after: id },
    { view: 'consents', filter: { from: '2026-11', state: 'revoked', project: 'shop & co', version: '3' } },
  ],
  consent: [
    { view: 'consent', id },
    { view: 'consent', id, at: '2026-11-22T14:30' },
  ],
  due: [
    { view: 'due' },
    { view: 'due', days: 30, reason: 'expiring', project: 'shop & co', notice: 3, after: id },
    { view: 'due', month: '2026-12' },
  ],
  person: [{ view: 'person', id }],
  'person-erasure': [{ view: 'person-erasure', id }],
  'person-revocation': [{ view: 'person-revocation', id }],
  revocation: [{ view: 'revocation', id }],
  recording: [{ view: 'recording' }],
  erasures: [{ view: 'erasures' }],
  notices: [{ view: 'notices' }],
  notice: [
    { view: 'notice', pid: 3 },
    { view: 'notice', pid: 3, left: 1, right: 2, lang: 'ita' },
  ],
  version: [
    { view: 'version', pid: 3, version: 2 },
    { view: 'version', pid: 3, version: 2, lang: 'ita' },
  ],
  user: [{ view: 'user' }],
};

test.each(Object.values(addressesOf).flat())('an address is read as it was written: $view', (address) => {
  expect(readAddress(toFragment(address))).toEqual(address);
});

test.each([
  '#/nix',
  '#/consents/short',
  `#/consents/${id.toUpperCase()}`,
  `#/consents/${id}/other`,
  `#/consents/${id}/person/more`,
  `#/consents/${id}/person/erasure/more`,
  `#/consents/${id}/toString`,
  '#/overview/2026',
  '#/record/ada@example.com',
  '#/notices/0',
  '#/notices/one',
  '#/notices/3/two',
  '#content',
])('what is no address leads nowhere: %s', (fragment) => {
  expect(readAddress(fragment)).toEqual({ view: 'nowhere' });
});

test.each(['', '#', '#/'])('without a fragment one is at the overview: %j', (fragment) => {
  expect(readAddress(fragment)).toEqual(firstPage);
});

test('a version is asked for in what may be a language', () => {
  expect(readAddress('#/notices/3/2?lang=no-language')).toEqual({ view: 'version', pid: 3, version: 2 });
});

test('what an address does not know is dropped, so that nothing else stays in it', () => {
  const typed = '#/consents?state=revoked&email=ada@example.com';

  expect(toFragment(readAddress(typed))).toBe('#/consents?state=revoked');
});
