import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { newMachineKey, readMachineKey } from '../../../shared/identity/machine-key.ts';
import { holdsKey, looksLikeKey, maskKeys } from '../../../shared/schema/key-mask.ts';

const accountId = '019cd73069007ccc8ccccccccccccccc';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The text with the checksum that it would have. */
const check = (unchecked: string): string => {
  let [rest, digits] = [BigInt(crc32(unchecked)), ''];
  for (let i = 0; i < 6; i += 1) {
    digits = `${alphabet[Number(rest % 62n)]}${digits}`;
    rest /= 62n;
  }
  return unchecked + digits;
};

test('a key says whose it is, and is a prefix and 80 letters and digits', () => {
  const { text, ...key } = newMachineKey({ accountId, userId: 7 });

  expect(text).toMatch(/^crk_[0-9A-Za-z]{80}$/);
  expect(readMachineKey(text)).toEqual(key);
  expect(key).toMatchObject({ accountId, userId: 7, keyId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(key.hash).not.toContain(text.slice(45, 78));
});

test.each(['0'.repeat(32), 'f'.repeat(32)])(
  'it says so of the account %s and of the largest number of a user',
  (id) => {
    for (const userId of [1, 2 ** 47 - 1]) {
      const { text, keyId } = newMachineKey({ accountId: id, userId });
      expect(readMachineKey(text)).toMatchObject({ accountId: id, userId, keyId });
    }
    expect(() => newMachineKey({ accountId: id, userId: 2 ** 47 })).toThrow('too large');
  },
);

test('no two keys have an id or a secret in common', () => {
  const keys = Array.from({ length: 200 }, () => newMachineKey({ accountId, userId: 7 }));

  expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(200);
  expect(new Set(keys.map(({ text }) => text.slice(45, 78))).size).toBe(200);
});

test('one changed character, wherever it is, makes it none', () => {
  const { text } = newMachineKey({ accountId, userId: 7 });
  const changed = Array.from(text, (character, i) => {
    const other = alphabet[(alphabet.indexOf(character) + 1) % 62];
    return text.slice(0, i) + other + text.slice(i + 1);
  });

  expect(changed.filter((one) => readMachineKey(one) !== undefined)).toEqual([]);
});

const { text } = newMachineKey({ accountId, userId: 7 });

test.each([
  ['cut', text.slice(0, -1)],
  ['doubled', text + text],
  ['upper-cased', text.toUpperCase()],
  ['lower-cased', text.toLowerCase()],
  ['in quotes', `"${text}"`],
  ['with a line end', `${text}\n`],
  ['without its beginning', text.slice(4)],
  ['of letters that look the same', text.replace(/[0-9A-Za-z]$/, '\uff11')],
  ['with a number of an account beyond those of 128 bits', check(`crk_${'z'.repeat(22)}${text.slice(26, 78)}`)],
  ['with an id beyond those of 64 bits', check(`${text.slice(0, 34)}${'z'.repeat(11)}${text.slice(45, 78)}`)],
  ['with a secret beyond those of 192 bits', check(`${text.slice(0, 45)}${'z'.repeat(33)}`)],
  ['with a checksum beyond those of 32 bits', `${text.slice(0, 78)}zzzzzz`],
  ['of a user without a number', check(`${text.slice(0, 26)}${'0'.repeat(8)}${text.slice(34, 78)}`)],
])('a key %s has another spelling than its one, and is none', (_, spelled) => {
  expect(readMachineKey(check(text.slice(0, 78)))).toBeDefined();
  expect(readMachineKey(spelled)).toBeUndefined();
});

test('what was meant as a key is known as one, and hidden wherever it is', () => {
  for (const meant of [text, text.toUpperCase(), `"${text}"`, `'${text.slice(0, 30)}`, 'crk_']) {
    expect(looksLikeKey(meant)).toBe(true);
  }
  expect(looksLikeKey('eyJhbGciOi.crk_.x')).toBe(false);
  for (const said of [text, text.slice(0, -5), text.slice(0, 46), `a ${text}, b`, text.toUpperCase(), text + text]) {
    expect(holdsKey(said)).toBe(true);
    expect(maskKeys(said)).not.toContain(said.slice(-20, -10));
    expect(maskKeys(said).toLowerCase()).toContain('crk_…');
  }
  for (const said of ['crk_', 'crk_short', text.slice(0, 45), 'no key']) {
    expect(holdsKey(said)).toBe(false);
    expect(maskKeys(said)).toBe(said);
  }
});
