import type { CopyWords } from './eng.ts';

export const deu: CopyWords = {
  heading: 'Eine Kopie für diese Person',
  says: (count) =>
    `Die Kopie enthält jede Einwilligung mit den auf dieser Seite gewählten Werten (${count}): was die Person gesendet hat, die Nachweise, was das Register beobachtet hat, die Texte und die Rechte der Person. Sie ist eine einzige ZIP-Datei. Telefone und Computer öffnen sie: Darin sind eine Seite zum Lesen und Drucken und dasselbe als Daten für Programme.`,
  whose: 'Vergewissern Sie sich, wer darum bittet. Daten anderer dürfen nicht darin sein.',
  areOne: 'Alle diese Einwilligungen sind von derselben Person',
  confirmOne:
    'Sehen Sie nach, von wem die Einwilligungen sind, und bestätigen Sie es. Oder suchen Sie mit einem weiteren Wert.',
  lang: 'Sprache der Seite',
  letter: 'Ihr eigener Text oben auf der Seite',
  letterHint:
    'Was Sie nach Artikel 15 sagen müssen und kein Hinweis sagt, etwa Empfänger oder Übermittlungen. Ohne ihn sagt die Seite, dass Sie dies gesondert beantworten.',
  make: 'Kopie erstellen',
  cancel: 'Nicht erstellen',
  progress: (read, all) => `Gelesen: ${read} von ${all} …`,
  stop: 'Anhalten',
  stopped: 'Sie haben angehalten. Es wurde keine Kopie erstellt.',
  again: 'Erneut versuchen',
  incomplete: (read, all) =>
    `Es wurde keine Kopie erstellt, weil nur ${read} von ${all} Einwilligungen gelesen werden konnten. Diese nicht:`,
  altered:
    'Das Dokument, das ankam, ist nicht das signierte. Versuchen Sie es erneut, und sagen Sie es dem Betreiber, wenn es so bleibt.',
  tooLarge:
    'Es wurde keine Kopie erstellt: Von dieser Person gibt es mehr, als ein Browser fassen kann. Bitten Sie den Betreiber um die Kopie; er erstellt sie mit dem Befehl person export.',
  nothing: 'Es wurde keine Kopie erstellt: Es gibt keine Einwilligungen mit diesen Werten mehr.',
  done: (count) => `Die Kopie ist vollständig. Einwilligungen darin: ${count}.`,
  save: 'Kopie speichern',
  saved: 'Der Browser hat sie gespeichert als',
  check:
    'Öffnen Sie sie, bevor Sie sie weitergeben: Alles darin muss von dieser Person handeln. Geben Sie sie vertraulich weiter, und löschen Sie sie danach.',
  hash: 'SHA-256 ihrer data.json, zum Aufbewahren beim Antrag',
  further:
    'Weitere Einwilligungen haben einen Wert mit dieser Person gemeinsam, aber nicht jeden, den Sie gewählt haben:',
  atLeast: (count) => `mindestens ${count}`,
  furtherDo:
    'Sehen Sie nach, von wem sie sind. Sind sie von derselben Person, erstellen Sie auch mit diesem Wert eine Kopie.',
  notLooked:
    'Ob weitere Einwilligungen einen Wert mit dieser Person gemeinsam haben, konnte nicht nachgesehen werden. Suchen Sie selbst mit den anderen Werten der Person.',
  close: 'Schließen',
  throwAway: 'Ohne Speichern schließen',
  unsaved: 'Die Kopie ist nicht gespeichert. Speichern Sie sie, oder schließen Sie noch einmal, um sie zu verwerfen.',
};
