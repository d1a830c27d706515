import type { RevocationWords } from './console-revocation-words-words.ts';

export const german: RevocationWords = {
  heading: 'Eine Einwilligung widerrufen',
  consequences: [
    'Von diesem Augenblick an ist die Einwilligung nicht mehr in Kraft, und jede Suche Ihrer Websites sagt das.',
    'Sie bleibt als Nachweis im Register, mit dem, was Sie hier schreiben. Was zuvor geschah, bleibt rechtmäßig.',
    'Im Register lässt sich nichts rückgängig machen. Eine neue Zustimmung ist eine neue Einwilligung.',
  ],
  reason: 'Grund',
  reasonHint: 'Warum die Einwilligung widerrufen wird, etwa: per E-Mail am 20. November verlangt.',
  channel: 'Wie die Person es verlangt hat',
  channelHint: 'Für einen Brief oder Anruf wählen Sie das Nächstliegende, und nennen Sie ihn im Grund.',
  choose: 'Auswählen …',
  url: 'Adresse der Seite (freiwillig)',
  urlHint: 'Wo die Person es verlangt hat, wenn es auf einer Seite war. Sie beginnt mit https:// oder http://.',
  request: 'Worte der Person (freiwillig)',
  requestHint:
    'Der Text ihrer E-Mail oder ihres Formulars wird als Nachweis aufbewahrt. Alles zusammen darf eine Million Zeichen lang sein.',
  wrong: {
    'reason-missing': 'Schreiben Sie einen Grund.',
    'channel-missing': 'Wählen Sie, wie die Person es verlangt hat.',
    'url-malformed': 'Das ist keine Adresse einer Seite. Sie beginnt mit https:// oder http://.',
    'too-long': 'Alles zusammen ist länger als eine Million Zeichen. Kürzen Sie den Text.',
  },
  proceed: 'Weiter',
  back: 'Zurück zur Einwilligung',
  confirm: 'Diese Einwilligung widerrufen?',
  final: 'Das lässt sich nicht rückgängig machen.',
  revoke: 'Jetzt widerrufen',
  change: 'Noch nicht',
  sending: 'Wird widerrufen …',
  stopped:
    'Ob die Einwilligung widerrufen wurde, ist nicht bekannt. Versuchen Sie es erneut: Sie wird nur einmal widerrufen.',
  again: 'Erneut versuchen',
  done: 'Die Einwilligung ist widerrufen',
  revokedAt: (time) => `Widerrufen am ${time}.`,
  holds: 'Sie ist nicht mehr in Kraft. Das Nachweisdokument zeigt den Widerruf mit seinem Grund.',
  notThis:
    'Ein anderer Widerruf kam Ihrem zuvor. Der erste bleibt mit seinem Grund, und Ihrer wurde nicht aufgezeichnet.',
  toEvidence: 'Zur Einwilligung und ihrem Nachweis',
  already: (time) => `Diese Einwilligung wurde am ${time} widerrufen. Der erste Widerruf bleibt.`,
  erased: (time) =>
    `Was an dieser Einwilligung personenbezogen war, wurde am ${time} gelöscht. Es gibt nichts zu widerrufen.`,
  readOnly:
    'Sie dürfen nur lesen. Ein Betreiber kann Ihnen das Recht geben. Ist das schon geschehen, melden Sie sich ab und wieder an.',
};
