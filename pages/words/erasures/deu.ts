import type { ErasureWords } from './eng.ts';

/** Texts about requests to erase consents, in German. */
export const german: ErasureWords = {
  title: 'Löschungen',
  says: 'Was Sie und andere Benutzer beim Betreiber zu löschen beantragt haben. Der Betreiber führt einen Antrag aus, oder er lehnt ihn ab und sagt, warum.',
  none: 'Noch niemand hat eine Löschung beantragt.',
  how: 'Um eine Löschung zu beantragen, suchen Sie eine Einwilligung, öffnen Sie alle Einwilligungen der Person, und stellen Sie den Antrag dort.',
  open: 'Offen',
  ended: 'Abgeschlossen',
  earlier: 'Frühere Anträge zeigen',
  damaged:
    'Diese Anträge sind gespeichert, aber beschädigt: Die Seite kann nicht zeigen, was sie verlangen. Sagen Sie es dem Betreiber. Wer einen gestellt hat, stellt ihn neu.',
  request: (count, written) => (count === 1 ? '1 Einwilligung' : `${written} Einwilligungen`),
  states: {
    open: 'Liegt beim Betreiber',
    erasing: 'Wird ausgeführt',
    done: 'Ausgeführt',
    refused: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
  },
  overdue: 'Der Tag ist vorbei.',
  next: 'Jetzt: Antworten Sie der Person, informieren Sie die Empfänger der Daten (Artikel 19 DSGVO), und löschen Sie die Person in Ihren anderen Systemen.',
  facts: {
    received: 'Bei Ihnen eingegangen am',
    due: 'Antwort fällig bis',
    reason: 'Warum',
    extent: 'Was gelöscht wird',
    reference: 'Ihr Zeichen',
    asked: 'Beantragt',
    end: { done: 'Ausgeführt', refused: 'Abgelehnt', withdrawn: 'Zurückgezogen' },
    erased: 'Gelöschte Einwilligungen',
    refusal: 'Der Betreiber sagt',
  },
  by: (time, user) => `${time}, von ${user}`,
  you: 'Ihnen',
  user: (id) => `Benutzer ${id}`,
  whose: 'Es geht um:',
  consents: 'Die Einwilligungen',
  reasons: {
    'no-longer-needed': 'Die Daten werden nicht mehr gebraucht (a)',
    'consent-revoked': 'Die Person hat die Einwilligung widerrufen (b)',
    objected: 'Die Person hat widersprochen (c)',
    unlawful: 'Die Daten wurden unrechtmäßig verarbeitet (d)',
    'legal-obligation': 'Ein Gesetz verlangt die Löschung (e)',
    child: 'Ein Kind hatte in einen Online-Dienst eingewilligt (f)',
  },
  extents: {
    evidence: 'Die Person. Dass und wann jemand eingewilligt hat, bleibt als Nachweis.',
    everything: 'Alles. Nur eine Anzahl bleibt.',
  },
  withdrawal: {
    open: 'Diesen Antrag zurückziehen',
    confirm: 'Diesen Antrag zurückziehen?',
    final: 'Der Betreiber sieht ihn dann nicht mehr. Sie können die Löschung erneut beantragen.',
    act: 'Zurückziehen',
    sending: 'Wird zurückgezogen …',
    stopped:
      'Sie haben abgebrochen, bevor der Dienst geantwortet hat. Senden Sie es noch einmal: Der Antrag wird nur einmal zurückgezogen.',
  },
  ask: {
    open: 'Löschung dieser Einwilligungen beantragen',
    heading: 'Eine Löschung beantragen',
    says: (count, written) =>
      `Sie beantragen die Löschung ${count === 1 ? 'der Einwilligung' : `der ${written} Einwilligungen`} auf dieser Seite. Noch wird nichts gelöscht: Der Betreiber sieht den Antrag und entscheidet. Einwilligungen der Person unter anderen Werten gehören nicht dazu: Suchen Sie auch diese, und beantragen Sie deren Löschung ebenso.`,
    cut: (most) =>
      `Ein Antrag nennt höchstens ${most} Einwilligungen, deshalb nennt dieser die neuesten. Stellen Sie für die übrigen einen weiteren.`,
    already: 'Einige dieser Einwilligungen stehen schon in einem offenen Antrag.',
    received: 'Wann hat der Wunsch der Person Sie erreicht?',
    receivedHint:
      'Der Tag des Briefs, des Anrufs oder des Besuchs. Einen Monat später muss die Person eine Antwort haben.',
    receivedWrong: 'Geben Sie einen Tag ein, der nicht in der Zukunft liegt.',
    reason: 'Warum müssen die Einwilligungen gelöscht werden? (Artikel 17 Absatz 1 DSGVO)',
    reasonWrong: 'Wählen Sie den Grund.',
    inForce: (count, written) =>
      `${count === 1 ? 'Eine dieser Einwilligungen ist' : `${written} dieser Einwilligungen sind`} in Kraft: Es ist kein Widerruf erfasst. Erfassen Sie ihn zuerst, oder lassen Sie ihn erfassen.`,
    revoke: (given) => `Widerruf der Einwilligung vom ${given} erfassen`,
    revokeAll: (button) =>
      `Erfassen Sie sie einzeln, oder alle auf einmal mit „${button}“ auf dieser Seite. Was Sie hier eingegeben haben, bleibt.`,
    choose: 'Auswählen …',
    extent: 'Was soll gelöscht werden?',
    reference: 'Ihr Zeichen (freiwillig)',
    referenceHint:
      'Etwa DSR-2026/114: Buchstaben ohne Umlaute, Ziffern und . _ / # -. Es bleibt nach der Löschung: Schreiben Sie keinen Namen, keine Steuernummer und nichts anderes von der Person.',
    referenceWrong: 'Höchstens 64 Buchstaben ohne Umlaute, Ziffern und . _ / # -, ohne Leerzeichen.',
    referencePersonal:
      'Das ist oder enthält einen Wert der Person. Es bliebe nach der Löschung: Nehmen Sie eine Nummer Ihrer eigenen Akten.',
    proceed: 'Weiter',
    back: 'Zurück',
    confirm: 'Diese Löschung beantragen?',
    final: 'Der Betreiber kann sie von da an ausführen. Was gelöscht ist, kommt nicht zurück.',
    stored: 'Das wird gespeichert, mit den Ids der Einwilligungen und Ihrer Benutzernummer, und nichts von der Person:',
    act: 'Löschung beantragen',
    sending: 'Wird beantragt …',
    stopped:
      'Sie haben abgebrochen, bevor der Dienst geantwortet hat. Senden Sie es unverändert noch einmal: Es wird nur einmal beantragt.',
    done: (day) => `Der Betreiber hat Ihren Antrag. Die Person muss bis ${day} eine Antwort haben.`,
    all: 'Alle Anträge',
  },
};
