import { describe, expect, test } from 'vitest';
import { isNormalisable, normaliseValue } from '../../../shared/schema/matching.ts';

test.each([
  ['STRASSE', 'straße'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ ΑΒ', 'οδοσ αβ'],
  ['ŒUVRE ﬁ', 'œuvre fi'],
  ['K', 'k'],
  ['Ⅷ', 'viii'],
  ['a\u00a0\u2003b', 'A B'],
  ['\ufeff a \n', 'a'],
])('%j and %j are the same value', (one, other) => {
  expect(normaliseValue('name', one)).toBe(normaliseValue('name', other));
});

test.each([
  ['ı', 'i'],
  ['İ', 'i'],
  ['é', 'e'],
  ['a b', 'ab'],
  ['12-34', '1234'],
])('%j and %j are not', (one, other) => {
  expect(normaliseValue('name', one)).not.toBe(normaliseValue('name', other));
});

test.each(['phone', 'mobile_phone'])('separators do not count in %s', (key) => {
  expect(normaliseValue(key, '+39 (02)\u00a012.34/56–7\u22128')).toBe('+3902123456' + '78');
  expect(normaliseValue(key, '(-) ./')).toBe('');
});

test.each(['Straße', 'ΟΔΟΣ', 'İstanbul ılık', 'ǰ ŉ ΐ ﬃ', 'Å\u0323'])('normalising %j again changes nothing', (text) => {
  const once = normaliseValue('name', text);
  expect(normaliseValue('name', once)).toBe(once);
});

test.each([
  ['name', '  ADA\u2003Maria ', 'ada maria'],
  ['name', 'STRAẞE Straße', 'strasse strasse'],
  ['name', 'ΟΔΟΣ', 'οδοσ'],
  ['name', 'ÉA\u0301', 'éá'],
  ['phone', '+39 (02) 12-34', '+39021234'],
])('the form of a %s, %j, is %j: lookups are stored by it, so that it stays as it is', (key, value, form) => {
  expect(normaliseValue(key, value)).toBe(form);
});

describe('a value that may be normalised', () => {
  /** Whether Unicode puts it before a mark of the last class. */
  const isReordered = (character: string): boolean =>
    `a\u0345${character}`.normalize('NFKD') !== `a\u0345${character.normalize('NFKD')}`;
  const codePoints = Array.from({ length: 0x110000 }, (_, i) => i).filter((i) => i < 0xd800 || i > 0xdfff);

  test('has at most 30 marks in a row, whatever becomes a mark', () => {
    const marks = codePoints
      .map((codePoint) => String.fromCodePoint(codePoint))
      .filter((character) => isReordered(character));

    expect(marks.length).toBeGreaterThan(900);
    expect(marks.filter((mark) => isNormalisable(`e${mark.repeat(31)}`))).toEqual([]);
    expect(isNormalisable(`e${'\u0315\u0300'.repeat(15)}e${'\u0315\u0300'.repeat(15)}`)).toBe(true);
  });

  test.each(['ﷺ', 'ﬃ', 'ΐ', 'Straße', '한국어', 'ส้มตำ', 'Z̷̨͎͓a̶̛̹͗l̴̡̛g̶͔̓o̵͉͋', '👩‍👩‍👧‍👦'.repeat(90), 'ß'.repeat(1_024)])(
    'may be what people write: %s',
    (text) => {
      expect(isNormalisable(text)).toBe(true);
    },
  );
});
