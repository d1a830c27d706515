import { expect, test } from 'vitest';
import { newVoice } from '../../../pages/files/voice.ts';

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
  const letter = { channel: 'web', receivedBy: 'letter', link: null, isConfirmed: false } as const;

  expect(how({ ...letter, notedBy: { id: 17, name: 'Ada' } })).toBe('by letter, as Shop noted (user 17)');
  expect(how({ ...letter, notedBy: 'import' })).toBe('by letter, as the other system said');
});

test.each([
  ['eng', 'through a link for this email address, asked for by user 7 on 3 March 2026'],
  ['ita', 'con un link per questo indirizzo e-mail, richiesto dall’utente 7 il 3 marzo 2026'],
  ['deu', 'über einen Link für diese E-Mail-Adresse, angefordert von Benutzer 7 am 3. März 2026'],
  ['fra', 'par un lien pour cette adresse e-mail, demandé par l’utilisateur 7 le 3 mars 2026'],
  ['spa', 'mediante un enlace para esta dirección de correo, solicitado por el usuario 7 el 3 de marzo de 2026'],
] as const)('in %s what came through a link says whose link it was', (lang, says) => {
  const link = { key: 'email', userId: 7, day: '2026-03-03' } as const;
  const { how } = newVoice(lang, 'Shop');

  expect(how({ channel: 'web.form', receivedBy: null, notedBy: null, link, isConfirmed: false })).toBe(says);
  expect(how({ channel: 'web', receivedBy: 'erased', notedBy: null, link, isConfirmed: false })).toBe(says);
});
