import { describe, expect, test } from 'vitest';
import type { Typed } from '../../../../pages/console/find/guess.ts';
import type { Reading } from '../../../../pages/console/find/readings.ts';
import { mostReadings, toFurtherReadings, toReadings } from '../../../../pages/console/find/readings.ts';

const typed = (...texts: readonly string[]): readonly Typed[] => texts.map((text) => ({ text, ownKey: '' }));

const tell = ({ readings }: { readonly readings: readonly Reading[] }): readonly string[] =>
  readings.map((reading) => reading.map(({ key, value }) => `${key} ${value}`).join(', '));

describe('what is typed is looked for', () => {
  test.each<readonly [string, readonly string[]]>([
    ['07700 900123', ['phone 07700 900123', 'mobile_phone 07700 900123', 'tax_code 07700 900123']],
    ['Ada', ['last_name Ada', 'first_name Ada']],
    [
      ' Anna Maria Rossi',
      [
        'first_name Anna Maria, last_name Rossi',
        'first_name Anna, last_name Maria Rossi',
        'first_name Rossi, last_name Anna Maria',
        'first_name Maria Rossi, last_name Anna',
        'last_name Anna Maria Rossi',
        'first_name Anna Maria Rossi',
      ],
    ],
    [
      'Conti, Bruno',
      [
        'first_name Bruno, last_name Conti',
        'first_name Conti, last_name Bruno',
        'last_name Conti, Bruno',
        'first_name Conti, Bruno',
      ],
    ],
    ['ada@example.com', ['email ada@example.com']],
  ])('%s: under every key of the contract that it may have, the likeliest first', (text, readings) => {
    expect(tell(toReadings(typed(text)))).toEqual(readings);
  });

  test.each([
    ['Mr Bruno Kahn', 'first_name Bruno, last_name Kahn'],
    ['Herr Dr. Bruno Kahn', 'first_name Bruno, last_name Kahn'],
    ['Kahn, Mr Bruno', 'first_name Bruno, last_name Kahn'],
    ['Sig.ra Conti', 'last_name Conti'],
    ['Mme Conti', 'last_name Conti'],
    ['Sra. Conti,Ana', 'first_name Ana, last_name Conti'],
    ['Mr', 'last_name Mr'],
  ])('%s: a name without its title first, and also with it', (text, first) => {
    const told = tell(toReadings(typed(text)));

    expect(told).toContain(`last_name ${text}`);
    expect(told.find((reading) => reading === first)).toBe(first);
  });

  test.each([
    ['0044 20 7946 0123', '+44 20 7946 0123'],
    ['00 49/761-12', '+ 49/761-12'],
    ['+49 (0)761 123456', '+49 761 123456'],
    ['0049 (0) 761 123456', '+49 761 123456'],
  ])('%s: a telephone number as it was typed, and as the world writes it', (text, abroad) => {
    const told = tell(toReadings(typed(text)));

    for (const key of ['phone', 'mobile_phone'])
      expect(told).toEqual(expect.arrayContaining([`${key} ${text}`, `${key} ${abroad}`]));
    expect(told).not.toContain(`tax_code ${abroad}`);
  });

  test.each(['0761 123456', '(0761) 123456', '000 123456'])(
    '%s: a telephone number of home as it was typed',
    (text) => {
      const told = tell(toReadings(typed(text)));

      expect(told.filter((reading) => reading.startsWith('phone '))).toEqual([`phone ${text}`]);
    },
  );

  test('with another value: under every pair of keys, never twice under one', () => {
    expect(tell(toReadings(typed('Rossi', 'Ada')))).toEqual([
      'last_name Rossi, first_name Ada',
      'first_name Rossi, last_name Ada',
    ]);
  });

  test('under the key that the reader chose alone; a whole name still in every order', () => {
    const chosen = (text: string, kind: Typed['chosen'], ownKey = ''): Typed => ({ text, chosen: kind, ownKey });

    expect(tell(toReadings([chosen('07700 900123', 'phone')]))).toEqual(['phone 07700 900123']);
    expect(tell(toReadings([chosen('7', 'own', ' card ')]))).toEqual(['card 7']);
    expect(tell(toReadings([chosen('Ada Rossi', 'name')]))).toEqual([
      'first_name Ada, last_name Rossi',
      'first_name Rossi, last_name Ada',
      'last_name Ada Rossi',
    ]);
    expect(tell(toFurtherReadings([chosen('07700 900123', 'phone')], ['card']))).toEqual([]);
  });

  test("then under the account's own keys, which are asked for nothing twice", () => {
    expect(tell(toFurtherReadings(typed('C-1042'), ['card', 'customer_number']))).toEqual([
      'card C-1042',
      'customer_number C-1042',
    ]);
    expect(tell(toFurtherReadings(typed('ada@example.com', 'C-1042'), ['card'])).slice(0, 2)).toEqual([
      'email ada@example.com, card C-1042',
      'card ada@example.com, tax_code C-1042',
    ]);
    expect(tell(toFurtherReadings(typed('C-1042'), []))).toEqual([]);
  });

  test('as everybody, where nothing is typed', () => {
    expect(toReadings([])).toEqual({ readings: [[]], isCut: false });
  });
});

test('one search asks for a bounded number of readings, and says if there are more', () => {
  const many = toReadings(typed('Ada Maria Rossi Bianchi', '020 7946 0123', '07700 900123'));

  expect(many.readings).toHaveLength(mostReadings);
  expect(many.isCut).toBe(true);
  expect(toReadings(typed(...Array.from({ length: 100 }, (_, i) => `Ada Maria Rossi ${i}`)))).toEqual({
    readings: [],
    isCut: false,
  });
  expect(
    toFurtherReadings(
      typed('7'),
      Array.from({ length: 20 }, (_, i) => `key_${i}`),
    ),
  ).toMatchObject({ isCut: true });
});
