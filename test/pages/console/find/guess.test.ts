import { describe, expect, test } from 'vitest';
import type { Typed } from '../../../../pages/console/find/guess.ts';
import { findWrong, kindsLike, kindsOf, readTyped, toTyped } from '../../../../pages/console/find/guess.ts';
import { chooseTelling, toValues } from '../../../../pages/console/find/person-value.ts';

const typed = (...texts: readonly string[]): readonly Typed[] => texts.map((text) => ({ text, ownKey: '' }));

describe('what a text looks like first', () => {
  test.each([
    ['ada@example.com', 'email'],
    ['0192f0c1-2b3c-7d4e-8f90-a1b2c3d4e5f6', 'id'],
    ['0192F0C12B3C7D4E8F90A1B2C3D4E5F6', 'id'],
    ['+44 7700 900123', 'phone'],
    ['(020) 7946–0123', 'phone'],
    ['(020) 7946\u22120123', 'phone'],
    ['DMOGLI80A41D612X', 'tax_code'],
    ['12345678Z', 'tax_code'],
    ['Rossi', 'last_name'],
    ['Ada Rossi', 'name'],
    ['Дмитро', 'last_name'],
    ['C-1042', 'tax_code'],
    ['12', 'tax_code'],
  ])('%s: %s', (text, kind) => {
    expect(kindsOf(typed(text))).toEqual([kind]);
  });

  test('beside others it is what they are not, and nothing is guessed of an empty field', () => {
    expect(kindsOf(typed('Rossi', '', 'Ada'))).toEqual(['last_name', 'first_name', 'first_name']);
    expect(kindsOf(typed('020 7946 0123', '07700 900123'))).toEqual(['phone', 'mobile_phone']);
    expect(kindsOf([{ text: 'Ada', chosen: 'last_name', ownKey: '' }, ...typed('Bo Li')])).toEqual([
      'last_name',
      'first_name',
    ]);
  });
});

test.each([
  ['07700 900123', ['phone', 'mobile_phone', 'tax_code', 'own']],
  ['1042', ['tax_code', 'phone', 'mobile_phone', 'own']],
  ['020 7946 0123 ext 5', ['phone', 'mobile_phone', 'tax_code', 'name', 'last_name', 'first_name', 'own']],
  ['DMOGLI80A41D612X', ['tax_code', 'last_name', 'first_name', 'own']],
  ['Ada', ['last_name', 'first_name', 'own']],
  ['Ada Rossi', ['name', 'last_name', 'first_name', 'own']],
  ['ada@example.com', ['email', 'own']],
  ['0192f0c12b3c7d4e8f90a1b2c3d4e5f6', ['id']],
])('%s may be any of these', (text, kinds) => {
  expect(kindsLike(text)).toEqual(kinds);
});

test('a form is read as what was typed or as one consent, and values are shown in it as if they had been typed', () => {
  const own: Typed = { text: 'C-1042', chosen: 'own', ownKey: 'customer_number' };

  expect(readTyped([...typed(' Anna Maria Rossi ', ''), own])).toEqual({
    typed: [...typed('Anna Maria Rossi'), own],
  });
  expect(readTyped(typed('0192F0C1-2B3C-7D4E-8F90-A1B2C3D4E5F6'))).toEqual({ id: '0192f0c12b3c7d4e8f90a1b2c3d4e5f6' });
  expect(readTyped(typed(' '))).toEqual({ typed: [] });
  expect(
    toTyped([
      { key: 'last_name', value: 'Rossi' },
      { key: 'customer_number', value: 'C-1042' },
    ]),
  ).toEqual([{ text: 'Rossi', chosen: 'last_name', ownKey: '' }, own]);
});

test('a value without a name is wrong, and two of one name', () => {
  const own: Typed = { text: 'x1', chosen: 'own', ownKey: ' ' };

  expect(findWrong([...typed('Ada'), own])).toEqual({ at: 1, why: 'unnamed' });
  expect(
    findWrong([
      { text: 'Ada', chosen: 'first_name', ownKey: '' },
      { text: 'Bo Li', chosen: 'name', ownKey: '' },
    ]),
  ).toEqual({
    at: 1,
    why: 'twice',
  });
  expect(findWrong([...typed('a@b.example'), { text: '1', chosen: 'own', ownKey: 'email' }])).toEqual({
    at: 1,
    why: 'twice',
  });
  expect(findWrong([...typed('Ada', ''), { ...own, ownKey: 'n' }])).toBeUndefined();
});

test('of a person the e-mail tells most, then a code and a telephone, then an own value; names only together', () => {
  const values = toValues({
    last_name: 'Rossi',
    card: { label: 'Card', value: '7' },
    first_name: 'Ada',
    phone: ' ',
    email: 'ada@example.com',
  });

  expect(values.map(({ key }) => key)).toEqual(['email', 'first_name', 'last_name', 'card']);
  expect(chooseTelling(values)).toEqual([{ key: 'email', value: 'ada@example.com' }]);
  expect(chooseTelling(values.slice(1))).toEqual([{ key: 'card', value: '7' }]);
  expect(chooseTelling(values.slice(1, 3))).toEqual(values.slice(1, 3));
});
