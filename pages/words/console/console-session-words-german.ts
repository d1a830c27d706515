import type { SessionWords } from './console-session-words-words.ts';

export const german: SessionWords = {
  heading: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort zeigen',
  show: 'Zeigen',
  hide: 'Verbergen',
  keep: 'Angemeldet bleiben, solange dieser Tab offen ist, auch wenn die Seite neu geladen wird',
  signIn: 'Anmelden',
  signingIn: 'Anmeldung läuft …',
  signOut: 'Abmelden',
  reader: 'nur Lesen',
  wrong: 'E-Mail oder Passwort ist falsch. Auch wer gesperrt ist, kann sich nicht anmelden.',
  throttled: 'Es gab zu viele fehlgeschlagene Anmeldungen.',
  wait: (time) => `Der nächste Versuch ist möglich in ${time}.`,
  waitOver: 'Jetzt ist ein neuer Versuch möglich.',
  why: {
    left: 'Sie sind abgemeldet.',
    idle: 'Sie wurden abgemeldet, weil 15 Minuten lang nichts geschah. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
    refused: 'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
    copied:
      'Dieser Tab ist die Kopie eines anderen, in dem Sie angemeldet bleiben. Melden Sie sich auch hier an, oder machen Sie dort weiter.',
  },
  idleHeading: 'Sind Sie noch da?',
  idleWarning:
    'Seit einer Weile geschieht nichts. Diese Seite zeigt personenbezogene Daten und schließt sich darum selbst.',
  idleRemaining: (time) => `Sie werden abgemeldet in ${time}.`,
  stay: 'Angemeldet bleiben',
};
