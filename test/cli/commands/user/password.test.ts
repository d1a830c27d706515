import { expect, test } from 'vitest';
import { demoPassword } from '../../../../cli/local/demo.ts';
import { limits } from '../../../../shared/api/limits.ts';
import { findGuessable } from '../../../../shared/identity/password-rules.ts';
import { whose } from '../../guessed-passwords.ts';

const ofDemo = 'the password of the demo data';

const known = 'well-known words';

const ofUser = 'names of the user, the account or the service';

test.each([
  [demoPassword, ofDemo],
  ['Correct-Horse-Battery-Staple', ofDemo],
  ['correcthorsebatterystaple', ofDemo],
  ['CORRECT_HORSE_BATTERY_STAPLE!', ofDemo],
  ['c0rrect h0rse b4ttery st4ple', ofDemo],
  ['correct  horse\u00a0battery staple', ofDemo],
  ['elpats yrettab esroh tcerroc', ofDemo],
  ['my correct horse battery staple', ofDemo],
  ['correct horse battery staple 2026', `${ofDemo} and a year`],
  ['passwordpassword1', 'a repetition'],
  ['password password password', 'a repetition'],
  ['Passw0rd!Passw0rd!', 'a repetition'],
  ['aaaaaaaaaaaaaaaa', 'a repetition'],
  ['🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪🍪', 'a repetition'],
  ['abababababababab', 'a repetition'],
  ['пароль пароль пароль', 'a repetition'],
  ['2026-11-22 2026-11-22', 'a repetition'],
  ['Tr0ub4dor&3Tr0ub4dor&3', 'a repetition'],
  ['Tr0ub4dor&3 tr0ub4dor&3!', 'a repetition'],
  ['kV3vbQy1kV3vbQy1', 'a repetition'],
  ['adarossi@shop.example', ofUser],
  ['a.rossi.1990@mail.example', ofUser],
  ['abcdefghijklmnop', 'a sequence'],
  ['123456789012345', `${known} and a sequence`],
  ['qwertyuiop123456', known],
  ['1234567890qwertyuiop', known],
  ['asdfghjklzxcvbnm', known],
  ['1q2w3e4r5t6y7u8i9o0p', known],
  ['password12345678', known],
  ['P a s s w o r d 1 2 3 4 5', known],
  ['Ｐａｓｓｗｏｒｄ12345678', known],
  ['administrator123', `${known} and a sequence`],
  ['unbelievable1234', known],
  ['Welcome2026!!!!!', `${known} and a year`],
  ['01-01-1990 31-12-1999', `${known} and a date`],
  ['consent-register', ofUser],
  ['Consent Register 2026!', `${ofUser} and a year`],
  ['ada.rossi@shop.example', ofUser],
  ['Ada Rossi My Shop', ofUser],
  ['adarossi12345678', `${ofUser} and ${known}`],
  ['my shop password 1', `${ofUser} and ${known}`],
])('%s is guessed early', async (password, found) => {
  expect(await findGuessable(password, whose)).toBe(found);
});

test.each([
  'a password of several words',
  'an old, long password',
  'envelope copper raincoat violin',
  'battery staple violin raincoat',
  'onion tractor sky',
  'il gatto dorme sul divano',
  'Grüße, größer als alle',
  'пароль из слов, да',
  '我喜欢吃苹果和香蕉还有西瓜和葡萄',
  'ada likes copper raincoats',
  'raincoat-violin@copper.envelope',
  'ada.raincoat.violin@copper.envelope',
  'kV3vbQy1p9XzT0uLmN4w',
  '839204715563920',
  '#$%^&*!@~{}[]+=',
  'x;R!7%q}w#2(Kd.',
  'a'.repeat(limits.passwordCharactersFewest).replace(/a/g, (_a, i: number) => String.fromCodePoint(0x3041 + 7 * i)),
])('%s is not', async (password) => {
  expect(await findGuessable(password, whose)).toBeUndefined();
});

test('of a long one the beginning is judged alone, since the time that judging takes grows faster than the length', async () => {
  const rest = 'envelope copper raincoat violin';

  expect(await findGuessable('a'.repeat(100) + rest, whose)).toBe('a repetition');
  expect(await findGuessable('a'.repeat(60) + rest, whose)).toBeUndefined();
});
