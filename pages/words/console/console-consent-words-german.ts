import type { ConsentWords } from './console-consent-words-words.ts';

export const german: ConsentWords = {
  title: 'Einwilligung',
  verifying: 'Wird geprüft …',
  cannotVerify:
    'Dieser Browser kann das Dokument hier nicht prüfen, darum zeigt die Seite nichts davon. Öffnen Sie die Seite über https, in einem neuen Browser.',
  askedTime: 'Zu einer anderen Zeit (UTC)',
  askedKind: 'Tag, Monat oder Zeit',
  timeKinds: { day: 'Tag', month: 'Monat', time: 'Tag und Uhrzeit' },
  show: 'Zeigen',
  now: 'Jetzt',
  who: 'Wer eingewilligt hat, und worin',
  given: 'Erteilt',
  agreedTo: 'Worin',
  actions: 'Was Sie tun können',
  person: 'Alle Einwilligungen dieser Person',
  revoke: 'Diese Einwilligung widerrufen',
  version: 'Diese Fassung des Hinweises',
  saidAndSeen: 'Was die Website sagte und was das Register beobachtete',
  evidence: {
    heading: 'Nachweisdokument',
    says: 'Das signierte Dokument enthält alles, was diese Seite zeigt, und mehr. Wer es hat, kann es ohne dieses Register prüfen.',
    save: 'Dokument speichern',
    savePage: 'Als Seite speichern',
    savePageFailed:
      'Die Seite konnte nicht gemacht werden: Die Verbindung fehlt, oder es gibt jetzt eine neuere Konsole. Das Dokument lässt sich weiterhin speichern.',
    signedFor: (span) =>
      `Das Dokument wurde mit der Antwort für ${span} signiert. Den Stand zu jeder anderen Zeit sagt es auch.`,
    signedForNow:
      'Das Dokument wurde mit der Antwort für jetzt signiert. Den Stand zu jeder anderen Zeit sagt es auch.',
    sign: 'Für die Zeit signieren lassen, nach der Sie fragen',
    print: 'Diese Seite drucken',
    unchanged: 'Unverändert, seit es signiert wurde',
    trust:
      'Ihr Browser hat die Signatur und jeden Teil geprüft. Das Dokument und den Schlüssel darin hat er von dem Register, bei dem Sie angemeldet sind. Wem der Schlüssel gehört, ist damit nicht bewiesen: Vergleichen Sie den Fingerabdruck mit dem, den der Betreiber anderswo veröffentlicht hat.',
    open: (count) =>
      count === 1
        ? 'Eine Sache müssen Sie selbst beurteilen: siehe unten.'
        : `${count} Dinge müssen Sie selbst beurteilen: siehe unten.`,
    thumbprint: 'Fingerabdruck des Schlüssels',
    keyId: 'Id des Schlüssels',
    issued: 'Ausgestellt',
    handOn: 'Wie man es weitergibt',
    verifyWith:
      'Wer die Datei und den Schlüssel hat, prüft sie mit diesem Befehl oder zieht beide auf die Seite verify.html:',
    asPage:
      '„Als Seite speichern“ macht eine Datei, die jeder Browser ohne Netz öffnet: Sie zeigt das Dokument und prüft es, auf Englisch. Der Betreiber macht dieselbe mit diesem Befehl:',
    refused: 'Abgelehnt',
    refusedSays: (places) =>
      `Das Dokument, das kam, ist nicht das signierte. Es scheitert in: ${places}. Diese Seite zeigt nichts davon, weil jemand es verändert haben kann.`,
    otherConsent: 'Das Dokument, das kam, ist das einer anderen Einwilligung. Diese Seite zeigt nichts davon.',
    refusedDo:
      'Versuchen Sie es noch einmal. Wird es wieder abgelehnt, sagen Sie es dem Betreiber: Etwas zwischen dem Register und Ihnen verändert, was gesendet wird.',
  },
};
