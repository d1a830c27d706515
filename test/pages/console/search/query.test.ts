import { expect, test } from 'vitest';
import type { Reading, Typed } from '../../../../pages/console/search/query.ts';
import { nothingTyped, readId, toReadings, toTyped } from '../../../../pages/console/search/query.ts';

const tell = (readings: readonly Reading[]): readonly string[] =>
  readings.map((reading) => reading.map(({ key, value }) => `${key} ${value}`).join(', '));

const guessed = (text: string) => tell(toReadings({ ...nothingTyped, text }));

const chosen = (text: string, kind: Typed['chosen'], ownKey = '') =>
  tell(toReadings({ ...nothingTyped, text, chosen: kind, ownKey }));

test.each<readonly [string, readonly string[]]>([
  ['ada+1@example.com', ['email ada+1@example.com']],
  ['07700 900123', ['phone 07700 900123', 'mobile_phone 07700 900123', 'tax_code 07700 900123']],
  ['DMOGLI80A41D612X', ['phone DMOGLI80A41D612X', 'mobile_phone DMOGLI80A41D612X', 'tax_code DMOGLI80A41D612X']],
  ['Дмитро', ['last_name Дмитро', 'first_name Дмитро']],
  [' Ada Rossi', ['first_name Ada, last_name Rossi', 'first_name Rossi, last_name Ada', 'last_name Ada Rossi']],
  ['Ada, Rossi', ['first_name Rossi, last_name Ada', 'first_name Ada, last_name Rossi', 'last_name Ada, Rossi']],
  [
    'Anna Maria Rossi',
    [
      'first_name Anna Maria, last_name Rossi',
      'first_name Maria Rossi, last_name Anna',
      'first_name Anna, last_name Maria Rossi',
    ],
  ],
  [
    'Conti , Bruno',
    ['first_name Bruno, last_name Conti', 'first_name Conti, last_name Bruno', 'last_name Conti , Bruno'],
  ],
  ['Conti,', ['last_name Conti,', 'first_name Conti,']],
])('%s is looked for as an email, a number or a name, by at most three calls', (text, readings) => {
  expect(guessed(text)).toEqual(readings);
});

test.each([
  ['+49 (0)761 123456', '+49 761 123456'],
  ['0049 (0) 761 123456', '0049 761 123456'],
])('%s: a telephone number also without the zero of calls at home', (text, abroad) => {
  expect(guessed(text)).toEqual([`phone ${abroad}`, `mobile_phone ${abroad}`, `phone ${text}`]);
  expect(chosen(text, 'mobile_phone')).toEqual([`mobile_phone ${abroad}`, `mobile_phone ${text}`]);
  expect(chosen(text, 'tax_code')).toEqual([`tax_code ${text}`]);
});

test.each(['(0761) 123456', '0044 20 7946 0123', '000 123456'])('%s: a telephone number as it was typed', (text) => {
  expect(guessed(text)).toEqual([`phone ${text}`, `mobile_phone ${text}`, `tax_code ${text}`]);
});

test('what the reader says that it is, it is alone', () => {
  expect(chosen('07700 900123', 'phone')).toEqual(['phone 07700 900123']);
  expect(chosen('Ada Rossi', 'first_name')).toEqual(['first_name Ada Rossi']);
  expect(chosen('C-1042', 'own', ' card ')).toEqual(['card C-1042']);
});

test('nothing typed is everybody, and values of a person are looked for together', () => {
  const values = [
    { key: 'card', value: '7' },
    { key: 'last_name', value: 'Rossi' },
  ];

  expect(toReadings(undefined)).toEqual([[]]);
  expect(toReadings(toTyped(values))).toEqual([values]);
  expect(toReadings(toTyped(values.toReversed()))).toEqual([values.toReversed()]);
  expect(toTyped([])).toBeUndefined();
});

test('an id is read with dashes and without', () => {
  expect(readId(' 0192F0C1-2B3C-7D4E-8F90-A1B2C3D4E5F6')).toBe('0192f0c12b3c7d4e8f90a1b2c3d4e5f6');
  expect(readId('0192f0c12b3c')).toBeUndefined();
});
