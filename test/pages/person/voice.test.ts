import { expect, test } from 'vitest';
import { newVoice } from '../../../pages/person/voice.ts';

test('what is filled in is seen, and nothing in it is filled in again', () => {
  const { t } = newVoice('eng', 'Shop');

  expect(t('personPage.consent', { notice: '{version}\u202e', version: 2 })).toBe('{version}\\u{202e}, version 2');
});

test('times and languages are named as people of the language do, in UTC', () => {
  const time = '2026-03-03T23:05:09.250Z';
  const [english, german] = [newVoice('eng', 'Shop'), newVoice('deu', 'Shop')];

  expect(english.moment(time)).toBe('3 March 2026 at 23:05:09');
  expect(german.moment(time)).toBe('3. März 2026 um 23:05:09');
  expect(german.nameLanguage('ita')).toBe('Italienisch');
});

test('a consent that a user noted has the number of the user alone, and one of a file says so', () => {
  const { how } = newVoice('eng', 'Shop');
  const letter = { channel: 'web', receivedBy: 'letter' } as const;

  expect(how({ ...letter, notedBy: { id: 17, name: 'Ada' } })).toBe('by letter, as Shop noted (user 17)');
  expect(how({ ...letter, notedBy: 'import' })).toBe('by letter, as the other system said');
});
