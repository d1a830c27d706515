import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { foldSpelling, isNormalisable, normaliseValue } from '../../../shared/schema/matching.ts';
import { reportedValues } from './compared-values.ts';

const areSame = (key: string, one: string, other: string): boolean =>
  normaliseValue(key, one) === normaliseValue(key, other);

/** Every code point but the halves of surrogate pairs. */
const characters = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint));

/** Those that are not in one of the long lists, and that some mapping of Unicode knows, or that are no letters. */
const notable = characters.filter(
  (character) =>
    !/[\p{Script=Han}\p{Script=Hangul}\p{C}]/u.test(character) &&
    (!/\p{L}/u.test(character) ||
      [character.normalize('NFKD'), character.toLowerCase(), character.toUpperCase()].some(
        (other) => other !== character,
      )),
);

/** What has the property, and what looks like it: lines, bullets, tildes, a mark that makes a vowel long. */
const dashLike = characters.filter((character) => /[\p{Dash}~_|\u00af\u2022\u2043\u2500\u30fc\uff70]/u.test(character));

const differing = (wrong: (character: string) => boolean, among = characters): string[] =>
  among.filter(wrong).map((character) => character.codePointAt(0)?.toString(16) ?? '');

test.each(reportedValues)(
  '$key: $recorded, asked for as $asked: the same is $same',
  ({ key, recorded, asked, same }) => {
    expect(areSame(key, recorded, asked)).toBe(same);
  },
);

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
  ['a\u200b \u2060 b', 'a b'],
  ['a\u0085b', 'a b'],
  ['İI', 'ıi'],
  ['I\u0323\u0307', 'ị'],
  ['“D‘Arc”', '"d\'arc"'],
  ['Oʻahu', "O'ahu"],
  ['O\u00b4Brien', "o'brien"],
  ['Anne\u2010Marie', 'anne-marie'],
  ['Anne\u2013Marie', 'anne\u2212marie'],
])('a name, %j, is the same as %j', (one, other) => {
  expect(normaliseValue('name', one)).toBe(normaliseValue('name', other));
});

test.each([
  ['é', 'e'],
  ['a b', 'ab'],
  ['12-34', '1234'],
  ['0039', '+39'],
  ["O'Brien", 'OBrien'],
])('a name, %j, is not %j', (one, other) => {
  expect(normaliseValue('name', one)).not.toBe(normaliseValue('name', other));
});

describe('an email', () => {
  test.each([
    ['ADA@BÜCHER.EXAMPLE', 'ada@bu\u0308cher.example'],
    ['ada@BÜCHER.example', 'ada@XN--BCHER-KVA.EXAMPLE'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['"a@b"@bücher.example', '"a@b"@xn--bcher-kva.example'],
    ['u\u0308@example.com', 'ü@example.com'],
    ['K@example.com', 'k@example.com'],
    ['ΣΟΦΟΣ@example.com', 'σοφος@example.com'],
    ['ΣΟΦΟΣ@example.com', 'σοφοσ@example.com'],
    ['ΣΟΦΟΣ.Α@example.com', 'σοφος.α@example.com'],
    ['ada@ΟΔΟΣ', 'ada@οδοσ'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['ada@bü\u200bcher.example', 'ada@bücher.example'],
    ['ada@bü\u200dcher.example', 'ada@bücher.example'],
    ['a\u200cda@exam\u200dple.com', 'ada@example.com'],
    ['e\u200d\u0301@example.com', 'é@example.com'],
    ['ada@نامه\u200cای.example', 'ada@xn--mgba3gch31f060k.example'],
    ['ada@क्\u200dष.example', 'ada@xn--11b2ezcw70k.example'],
    ['ada@\u200dنامه\u200cای.example', 'ada@نامه\u200cای.example'],
    ['ada@نامه\u200cای\u200d.example', 'ada@نامه\u200cای.example'],
    ['\u200d ada@example.com', 'ada@example.com'],
    ['ada@example.com \u200c', 'ada@example.com'],
    ['ada@ب1\u200cب.example', 'ada@ب1ب.example'],
    ['ada@دا\u200cنا.example', 'ada@دانا.example'],
    ['ada@ب\u200cء.example', 'ada@بء.example'],
    ['ada@א\u200cב.example', 'ada@אב.example'],
    ['ada@ب\u200d\u200cب.example', 'ada@ب\u200cب.example'],
    ['ada@ب\u200c\u200cب.example', 'ada@ب\u200cب.example'],
    ['ada@ب\u200c\u200d\u200c\u200cب.example', 'ada@ب\u200cب.example'],
    ['ada@ب\u0651\u200c\u200c\u0651ب.example', 'ada@ب\u0651\u200c\u0651ب.example'],
    ['ada@क्\u200d\u200d\u200cष.example', 'ada@क्\u200dष.example'],
    ['ada@क्\u200c\u200dष.example', 'ada@क्\u200cष.example'],
    ['ada@ب\u0651\u200c\u0651ب.\u200cexample', 'ada@ب\u0651\u200c\u0651ب.example'],
    ['ada@\u0dd9\u200d\u0dca\u200dක.example', 'ada@\u0ddaක.example'],
    ['\u200d \u200d', ''],
  ])('%j is the same mailbox as %j', (one, other) => {
    expect(normaliseValue('email', one)).toBe(normaliseValue('email', other));
  });

  test.each([
    ['ﬁona@example.com', 'fiona@example.com'],
    ['ａda@example.com', 'ada@example.com'],
    ['ada@ﬁsh.example', 'ada@fish.example'],
    ['ada@ｅxample.com', 'ada@example.com'],
    ['ada@example。com', 'ada@example.com'],
    ['ada@x².example', 'ada@x2.example'],
    ['ada@οδος.example', 'ada@οδοσ.example'],
    ['ada@１27.0.0.1', 'ada@127.0.0.1'],
    ['ada@0x7f.1', 'ada@127.0.0.1'],
    ['ada@b%C3%BCcher.example', 'ada@bücher.example'],
    ['ada@bücher.example#x', 'ada@bücher.example'],
    ['ada@bücher_.example', 'ada@xn--bcher_-nva.example'],
    ['ada@bücher.example:25', 'ada@bücher.example'],
    ['bücher@example.com', 'xn--bcher-kva@example.com'],
    ['ı@example.com', 'i@example.com'],
    ['o’brien@example.com', "o'brien@example.com"],
    ['a.da@example.com', 'ada@example.com'],
    ['a da@example.com', 'ada@example.com'],
    ['ada@exam .ple', 'ada@exam.ple'],
    ['é@example.com', 'e@example.com'],
    ['ada@نامه\u200cای.example', 'ada@نامهای.example'],
    ['ada@نامه\u200cای.〇.example', 'ada@نامهای.〇.example'],
    ['ada@نامه\u200cای。〇', 'ada@نامهای。〇'],
    ['ada@\u200dنامه\u200cای.example', 'ada@نامهای.example'],
    ['ada@क्\u200dष.example', 'ada@क्ष.example'],
    ['ada@ᠠ\u200cᠡ.example', 'ada@ᠠᠡ.example'],
    ['ada@ﺏ\u200cب.example', 'ada@ﺏب.example'],
  ])('%j is another mailbox than %j', (one, other) => {
    expect(normaliseValue('email', one)).not.toBe(normaliseValue('email', other));
  });

  test('without compatibility forms, its domain has the form that the DNS has', () => {
    const labels = characters
      .filter(
        (character) =>
          /^[\p{L}\p{Nd}\p{M}-]$/u.test(character) &&
          !/[\p{Default_Ignorable_Code_Point}\p{Script=Cherokee}]/u.test(character),
      )
      .filter((_, i) => i % 7 === 0)
      .map((character) => `ö${character}b`)
      .filter((label) => label === label.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC'));
    const told = labels.filter((label) => domainToASCII(label) !== '');

    expect(told.length).toBeGreaterThan(15_000);
    expect(told.map((label) => normaliseValue('email', `A@${label}`))).toEqual(
      told.map((label) => `a@${domainToASCII(label)}`),
    );
  });

  test('has an international domain only if its labels are no longer than those of the DNS', () => {
    const long = `ü${'a'.repeat(63)}`;

    expect(normaliseValue('email', `A@${long}.example`)).toBe(`a@${long}.example`);
    expect(normaliseValue('email', `a@${long.slice(1)}.ü`)).toBe(`a@${long.slice(1)}.xn--tda`);
  });

  test('has an international domain only if it is no longer than those of the DNS', () => {
    const longest = `ü${'.a'.repeat(126)}`;

    expect(normaliseValue('email', `A@${longest}`)).toBe(`a@xn--tda${'.a'.repeat(126)}`);
    expect(normaliseValue('email', `A@${longest}a`)).toBe(`a@${longest}a`);
    expect(normaliseValue('email', `A@${longest}ب\u200cب\u200d`)).toBe(`a@${longest}ب\u200cب`);
  });

  /** Joining_Type of Unicode 17: letters that join both of their neighbours. */
  test.each([
    ['Arabic', '\u0628\u064a\u06c1\u0750\u0767\u076a\u077f\u0886\u088d\u08a1\u08b4\u08c8\u{10ec3}'],
    ['Syriac', '\u0712\u072b\u0860\u0862\u0868'],
    ["N'Ko", '\u07ca\u07d8\u07ea'],
    ['Mandaic', '\u0841\u0848\u084f'],
    ['Mongolian', '\u1820\u1878\u18aa'],
    ['Phags-pa', '\ua840\ua871'],
    ['Manichaean', '\u{10ac0}\u{10ad3}\u{10ae0}'],
    ['Psalter Pahlavi', '\u{10b80}\u{10b86}\u{10b90}'],
    ['Hanifi Rohingya', '\u{10d01}\u{10d10}\u{10d23}'],
    ['Sogdian', '\u{10f30}\u{10f3a}\u{10f44}'],
    ['Old Uyghur', '\u{10f70}\u{10f7a}\u{10f81}'],
    ['Chorasmian', '\u{10fb0}\u{10fbb}\u{10fc4}'],
    ['Adlam', '\u{1e900}\u{1e921}\u{1e922}\u{1e943}'],
  ])('keeps the joiner of its domain between letters of %s', (_, letters) => {
    const pairs = [...letters].flatMap((one) => [...letters].map((other) => [one, other] as const));

    expect(pairs.filter(([one, other]) => areSame('email', `a@${one}\u200c${other}`, `a@${one}${other}`))).toEqual([]);
    expect(
      pairs.filter(([one, other]) => areSame('email', `a@${one}\u064e\u200c${other}`, `a@${one}\u064e${other}`)),
    ).toEqual([]);
  });

  test.each(['\u094d', '\u1039', '\u1714', '\u1715', '\u{11070}', '\u{1134d}', '\u{113d0}', '\u{1612f}'])(
    'keeps the joiners of its domain after the virama %j',
    (virama) => {
      const write = (joiner: string): string => normaliseValue('email', `a@ब${virama}${joiner}ब`);

      expect(new Set([write('\u200c'), write('\u200d'), write('')]).size).toBe(3);
    },
  );

  test('keeps the joiners of its domain that a URL parser takes, and among old letters no others', () => {
    const beside = characters.filter((character) =>
      /(?![\p{Script=Han}\p{Script=Hangul}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{Nd}]/u.test(character),
    );
    const isOld = (it: string): boolean => /[\0-\u0766\u0780-\u07bf\u0900-\u16ff\u1e00-\u2bff]/u.test(it);
    const isWrong = (it: string, label: string): boolean => {
      if (/^\p{M}/u.test(label)) return false;
      const isKept = !areSame('email', `a@${label}`, `a@${label.replace(/[\u200c-\u200d]/u, '')}`);
      return URL.canParse(`http://${label}`) ? !isKept : isKept && isOld(it);
    };
    const wrong = [
      (it: string) => `${it}\u200cب`,
      (it: string) => `ب\u200c${it}`,
      (it: string) => `${it}\u200cᠠ`,
      (it: string) => `ᠠ\u200c${it}`,
      (it: string) => `ब${it}\u200ca`,
      (it: string) => `ब${it}\u200da`,
    ].map((write) => differing((it) => isWrong(it, write(it.toLowerCase().normalize('NFC'))), beside));

    expect(beside.length).toBeGreaterThan(20_000);
    expect(wrong.flat()).toEqual([]);
  });
});

describe.each(['phone', 'mobile_phone'])('in %s', (key) => {
  test('separators do not count, and 00 is +', () => {
    expect(normaliseValue(key, '+39 (02)\u00a012.34/56–7\u22128')).toBe('+390212345678');
    expect(normaliseValue(key, '00 39 ０２')).toBe('+3902');
    expect(normaliseValue(key, '(00)39')).toBe('+39');
    expect(normaliseValue(key, '1\u00b72\u20443\u05be4\u30a05')).toBe('12345');
    expect(normaliseValue(key, '(-) ./')).toBe('');
  });

  test.each([
    ['+39 1', '39 1'],
    ['1 00 1', '1 + 1'],
    ['12#3', '123'],
  ])('%j is not %j', (one, other) => {
    expect(normaliseValue(key, one)).not.toBe(normaliseValue(key, other));
  });
});

test.each([
  ['phone', '0312'],
  ['mobile_phone', '0312'],
  ['tax_code', '0312'],
  ['name', '03-12'],
])('in %s, a dash is what has the property Dash of Unicode, and nothing else', (key, form) => {
  const wrong = differing(
    (character) => areSame(key, `03${character}12`, form) !== /\p{Dash}/u.test(character),
    dashLike,
  );

  expect(wrong).toEqual([]);
});

test.each([
  ['rss-mra.85m01 h501z', 'RSSMRA85M01H501Z', true],
  ['DE 123‑456', 'de123456', true],
  ['ＤＥ1', 'de1', true],
  ['12/34', '1234', false],
  ['0012', '+12', false],
])('a tax code, %j, and %j: the same is %j', (one, other, same) => {
  expect(areSame('tax_code', one, other)).toBe(same);
});

describe('characters that nobody sees', () => {
  /** DerivedCoreProperties.txt of Unicode 17: Default_Ignorable_Code_Point. */
  const ranges = [
    [0xad],
    [0x34f],
    [0x61c],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff],
    [0xffa0],
    [0xfff0, 0xfff8],
    [0x1bca0, 0x1bca3],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe0fff],
  ] as const;
  const isIgnorable = (character: string): boolean => {
    const codePoint = character.codePointAt(0) ?? 0;
    return ranges.some(([first, last = first]) => codePoint >= first && codePoint <= last);
  };

  test.each(['email', 'phone', 'tax_code', 'name'])('do not count in %s, wherever they stand', (key) => {
    const wrong = differing(
      (character) =>
        isIgnorable(character) && !areSame(key, `${character}1 a${character} \u00a0b@c${character}`, '1 a b@c'),
    );

    expect(wrong).toEqual([]);
  });

  test('are these, and no others', () => {
    expect(differing((character) => areSame('email', `a${character}b`, 'ab') !== isIgnorable(character))).toEqual([]);
  });

  test('do not hide a run of marks that takes long to normalise', () => {
    expect(isNormalisable(`e${'\u0315\u034f'.repeat(31)}`)).toBe(false);
  });
});

test.each(['email', 'phone', 'tax_code', 'name'])('the form of %s has the same form, whatever the character', (key) => {
  const changes = (text: string): boolean => {
    const form = normaliseValue(key, text);
    return normaliseValue(key, form) !== form;
  };

  expect(
    differing((character) => changes(`a${character}\u0345i${character}\u0307@${character}0.example`), notable),
  ).toEqual([]);
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
  ['email', ' ADA@Example.com', 'ada@example.com'],
  ['phone', '+39 (02) 12-34', '+39021234'],
])('the form of a %s, %j, is %j: lookups are stored by it, so that it stays as it is', (key, value, form) => {
  expect(normaliseValue(key, value)).toBe(form);
});

test.each([
  ['Ada@Example.COM', 'ada@example.com', true],
  ['ÇELİK', 'Çelik', true],
  ['Mu\u0308ller', 'MÜLLER', true],
  ['ΟΔΟΣ', 'οδος', true],
  ['zw\u200b@example.com', 'zw@example.com', false],
  ['nb@example.com\u00a0', 'nb@example.com', false],
  ['+39 02 1', '+39021', false],
  ['O’Brien', "O'Brien", false],
  ['x²', 'x2', false],
])('%j and %j differ at most by case: %j', (one, other, same) => {
  expect(foldSpelling(one) === foldSpelling(other)).toBe(same);
});

describe('a value that may be normalised', () => {
  /** Whether Unicode puts it before a mark of the last class. */
  const isReordered = (character: string): boolean =>
    `a\u0345${character}`.normalize('NFKD') !== `a\u0345${character.normalize('NFKD')}`;

  test('has at most 30 marks in a row, whatever becomes a mark', () => {
    const marks = characters.filter((character) => isReordered(character));

    expect(marks.length).toBeGreaterThan(900);
    expect(isNormalisable('\u1fcd'.repeat(16))).toBe(false);
    expect(isNormalisable('\u0301-'.repeat(31))).toBe(false);
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
