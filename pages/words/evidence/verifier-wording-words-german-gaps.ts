import type { GapWords } from './page-words.ts';

export const germanGaps: GapWords = {
  gaps: {
    'text-gone': {
      says: 'Der Text der Fassung ist nicht mehr da. Niemand kann zeigen, worin die Person eingewilligt hat.',
      mend: 'Der Betreiber stellt die Tabelle aus einer Sicherung wieder her.',
    },
    'text-changed': {
      says: 'Der gespeicherte Text ist nicht der, in den eingewilligt wurde: Sein SHA-256 ist ein anderer.',
      mend: 'Der Betreiber stellt den Text aus einer Sicherung wieder her und klärt, wer die Tabelle geändert hat.',
    },
    erased: {
      says: 'Die personenbezogenen Daten der Einwilligung wurden gelöscht. Das Register kann nicht mehr zeigen, wer eingewilligt hat und wie.',
      mend: 'Es ist nichts zu tun: Sie wurden mit Absicht gelöscht.',
    },
    imported: {
      says: 'Sie wurde übernommen. Das Register war nicht dabei, als sie erteilt wurde, und hat nichts beobachtet.',
      mend: 'Die Website zeichnet ihre Einwilligungen selbst in diesem Register auf.',
    },
    'version-naming-unknown': {
      says: 'Es ist nicht bekannt, ob die Website die Fassung angegeben hat, die sie gezeigt hat. Das Register hielt das damals nicht fest, oder die Einwilligung wurde übernommen.',
      mend: 'Die Website sendet die Id der gezeigten Fassung als consentInformationVersionId. Das Register hält fest, dass sie das getan hat.',
    },
    'version-named-by-pid': {
      says: 'Die Website hat den Hinweis durch seine PID angegeben und damit nicht die Fassung, die sie gezeigt hat. Das Register hat die damals aktuelle Fassung genommen.',
      mend: 'Die Website sendet consentInformationVersionId: die Id, die information/get mit dem Text liefert.',
    },
    'version-not-current': {
      says: 'Als die Einwilligung erteilt wurde, war eine andere Fassung des Hinweises die aktuelle.',
      mend: 'Die Website ruft den Hinweis alle paar Minuten ab. Zeigt ein Formular eine ältere Fassung, so zeigt sie das Formular neu.',
    },
    'language-without-text': {
      says: 'Die Fassung hat keinen Text in der Sprache, die die Website angegeben hat.',
      mend: 'Die Website sendet als lang die Sprache des Textes, den sie gezeigt hat. Oder der Betreiber veröffentlicht eine Fassung mit einem Text in dieser Sprache.',
    },
    'form-unknown': {
      says: 'Der Nachweis zeigt nicht, was die Person gesehen und getan hat.',
      mend: 'Die Website sendet das Formular, wie es gezeigt wurde, als proof[html] oder den Text der E-Mail als proof[mail].',
    },
    'page-unknown': {
      says: 'Der Nachweis sagt nicht, auf welcher Seite die Person eingewilligt hat.',
      mend: 'Die Website sendet die Adresse der Seite oder der Ansicht in der App als proof[url].',
    },
    'browser-unknown': {
      says: 'Nichts sagt, von wo aus die Person eingewilligt hat. Kein Browser hat das Register aufgerufen: Es hat höchstens den Server der Website gesehen.',
      mend: 'Die Website sendet Adresse und User-Agent der Anfrage der Person selbst als proof[ip_address] und proof[user_agent]. Eines von beiden genügt.',
    },
    'email-unconfirmed': {
      says: 'Nichts zeigt, dass das Postfach der Person gehört: Jeder hätte diese E-Mail-Adresse eingeben können.',
      mend: 'Die Website verlangt eine Bestätigung per E-Mail (Double-Opt-in), bevor sie die Einwilligung aufzeichnet, und sendet deren Zeitpunkt als proof[email_confirmed_at].',
    },
    'person-unidentified': {
      says: 'Die Daten unterscheiden niemanden: Es gibt höchstens einen Namen, und so können auch andere heißen.',
      mend: 'Die Website sendet in userData eine E-Mail-Adresse, eine Telefonnummer, eine Steuernummer oder eine eigene Nummer.',
    },
  },
  languages: (named, has) => `Sie hat angegeben: ${named}; die Fassung hat Texte in: ${has}.`,
  none: 'Nichts von dem, worauf das Register achtet, fehlt.',
  heading: 'Was sie stärker machen würde',
  remark:
    'Das Register achtet auf Merkmale, die eine Einwilligung als Beweis stärker machen. Diese Liste sagt nicht, ob die Einwilligung rechtmäßig ist.',
};
