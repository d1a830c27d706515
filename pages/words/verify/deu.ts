import type { VerifyWords } from './eng.ts';

const unchanged = 'Seit der Signatur hat sich nichts verändert';
const besides = (open: number): string =>
  open === 0
    ? ''
    : ` Außerdem ${open === 1 ? 'müssen Sie eine Prüfung' : `müssen Sie ${open} Prüfungen`} selbst beurteilen.`;

export const german: VerifyWords = {
  language: 'Sprache',
  title: 'Nachweisdokument einer Einwilligung',
  emptyTitle: 'Das Nachweisdokument einer Einwilligung prüfen',
  titleOf: (id) => `Nachweisdokument der Einwilligung ${id}`,
  verifying: 'Wird geprüft …',
  cannotVerify:
    'Dieser Browser kann ein Dokument hier nicht prüfen. Über das Dokument ist also nichts bekannt. Speichern Sie diese Seite und öffnen Sie sie von Ihrem Gerät in einem neueren Browser, oder nehmen Sie den Befehl `consent-register evidence verify`.',
  todo: 'Was zu tun ist:',
  verdict: {
    valid: (whence) => ({
      heading: 'Gültig',
      says: `${unchanged}, und Sie kennen den Schlüssel, der signiert hat, durch ${whence}. Das beweist, was das Register gesagt hat, nicht, dass die Website dem Register die Wahrheit gesagt hat.`,
    }),
    doubtful: (whence, open) => ({
      heading: `Zweifelhaft: ${open === 1 ? 'Eines ist' : `${open} Dinge sind`} selbst zu beurteilen`,
      says: `${unchanged}, und Sie kennen den Schlüssel, der signiert hat, durch ${whence}. Aber was das Dokument sagt, stimmt nicht in jedem Punkt mit dem überein, was Sie angegeben haben, oder mit sich selbst.`,
      todo: `Lesen Sie unter „Was geprüft wurde“ ${open === 1 ? 'die Zeile' : 'die Zeilen'} „Selbst beurteilen“. Verlassen Sie sich erst auf das Dokument, wenn ${open === 1 ? 'das' : 'jede davon'} geklärt ist.`,
    }),
    otherKey: (open) => ({
      heading: 'Unverändert, aber nicht mit einem Schlüssel von Ihnen signiert',
      says: `${unchanged}. Aber jeder kann so ein Dokument mit einem eigenen Schlüssel machen, und der Schlüssel, den Sie angegeben haben, hat dieses nicht signiert. Ist es der des Registers, so hat das Register dieses Dokument nicht damit signiert.${besides(open)}`,
      todo: 'Bitten Sie das Register um die Datei mit allen seinen Schlüsseln, und geben Sie sie unten an. Ist der Schlüssel nicht dabei, so verlassen Sie sich nicht auf das Dokument.',
    }),
    withoutKey: (open) => ({
      heading: 'Unverändert. Wer signiert hat, ist noch nicht geprüft.',
      says: `${unchanged}. Aber jeder kann so ein Dokument mit einem eigenen Schlüssel machen.${besides(open)}`,
      todo: 'Geben Sie unten den Schlüssel des Registers an: seine Datei keys.json oder den Fingerabdruck aus einem Brief. Fragen Sie den Betreiber des Registers danach, nicht den, der Ihnen das Dokument gegeben hat. Verlassen Sie sich bis dahin nicht auf das Dokument.',
    }),
    refused: (places) => ({
      heading: 'Abgelehnt',
      says: `Verlassen Sie sich nicht auf dieses Dokument. Nicht bestanden: ${places}. Diese Seite zeigt nicht, was das Dokument sagt, weil jemand es verändert haben kann.`,
    }),
    ofItself: (heading) => `${heading}, sagt diese Seite von sich selbst`,
  },
  origin: {
    own: 'Das Dokument in dieser Seite, wie die Seite selbst sagt',
    page: (name) => `Das Dokument in ${name}; die Seite darum wurde nicht beachtet`,
  },
  self: {
    strong: 'Diese Seite kann nicht für sich selbst bürgen.',
    says: 'Wer das Dokument verändert, kann auch diese Seite verändern und sie alles sagen lassen. Um sicher zu sein, bitten Sie den Betreiber des Registers um `verify.html` und `keys.json`, oder nehmen Sie sie von anderswo, wo Sie vertrauen. Öffnen Sie `verify.html`, und ziehen Sie diese Datei und den Schlüssel des Registers darauf. Es entnimmt das Dokument und beachtet diese Seite nicht.',
  },
  intake: {
    heading: 'Ihre Dateien',
    headingOfOwn: 'Prüfen Sie selbst',
    says: 'Diese Seite prüft, ob ein signiertes Dokument über eine Einwilligung verändert wurde und ob ein Schlüssel es signiert hat, dem Sie vertrauen. Dann zeigt sie, was das Dokument sagt.',
    how: 'Wählen Sie die Dateien, oder ziehen Sie sie irgendwo auf diese Seite. Sie bleiben auf diesem Gerät: Die Seite sendet nichts.',
    document: 'Das Dokument (`.json` oder `.html`)',
    anotherDocument: 'Ein anderes Dokument (`.json` oder `.html`)',
    keys: 'Der Schlüssel des Registers (`keys.json`)',
    thumbprint: 'Oder der Fingerabdruck des Schlüssels, etwa aus einem Brief',
    thumbprintRule: 'Ein Fingerabdruck hat 64 Ziffern, 0 bis 9 und a bis f, oder 43 Zeichen.',
    log: 'Für das Protokoll: Prüfpunkte, die Sie aufbewahrt haben',
    whence:
      'Nehmen Sie den Schlüssel oder den Fingerabdruck von dort, wo Sie vertrauen, etwa von der Website des Registers, von einem Notar oder aus einem Brief. Nehmen Sie ihn nicht von dem, der Ihnen das Dokument gegeben hat.',
    noKey: 'Sie haben noch keinen Schlüssel angegeben. Ohne Schlüssel kann diese Seite nicht prüfen, wer signiert hat.',
    trustsThumbprint: (thumbprint) => `Sie vertrauen dem Schlüssel mit dem Fingerabdruck ${thumbprint}.`,
    trustsKeys: (count, whence) =>
      `Sie vertrauen ${count === 1 ? 'dem Schlüssel' : `den ${count} Schlüsseln`} aus ${whence}.`,
    forLog: (names) => `Für das Protokoll haben Sie angegeben: ${names}.`,
    givenThumbprint: 'den Fingerabdruck, den Sie angegeben haben',
  },
  files: {
    unreadable: (name) => `${name} lässt sich nicht lesen. Die Datei wurde nicht geprüft.`,
    tooLong: (name) => `${name} ist zu lang für ein Dokument oder eine Schlüsseldatei. Die Datei wurde nicht geprüft.`,
    keysAsDocument: (name) =>
      `${name} ist eine Schlüsseldatei und kein Dokument. Wählen Sie sie nur dann als Schlüssel, wenn Sie ihrer Herkunft vertrauen.`,
    documentForLog: (name) =>
      `${name} ist ein Dokument oder eine Seite und nichts für das Protokoll. Wählen Sie die Datei als Dokument.`,
    spareDocument: (name) => `Geben Sie ein Dokument nach dem anderen an: ${name} wurde nicht benutzt.`,
    spareKeys: (name) => `Geben Sie eine Schlüsseldatei nach der anderen an: ${name} wurde nicht benutzt.`,
  },
  keyFaults: {
    'too-long': (name) => `${name} ist keine Schlüsseldatei: Sie ist zu lang.`,
    form: (name) => `${name} ist keine Schlüsseldatei: Sie ist kein JSON.`,
    document: (name) =>
      `${name} ist ein signiertes Dokument. Nehmen Sie die Schlüsseldatei aus einer anderen Quelle: Der Schlüssel in einem Dokument beweist nichts.`,
    private: (name) =>
      `${name} enthält einen privaten Schlüssel. Geben Sie den öffentlichen an, und behalten Sie den privaten für sich.`,
    repeated: (name, member) =>
      `${name} enthält die Angabe „${member}“ zweimal in einem Objekt. Welche gilt, ist nicht klar.`,
    'no-key': (name) =>
      `${name} enthält keinen öffentlichen Schlüssel auf der Kurve P-256 zum Signieren. Geben Sie ein JWK Set oder ein JWK an.`,
    'no-point': (name) => `${name} enthält einen beschädigten Schlüssel: Er ist kein Punkt der Kurve P-256.`,
    time: (name) =>
      `${name} enthält einen Schlüssel mit einer ungültigen Zeit: „usedFrom“ schreibt man wie 2026-11-22T10:00:00.000Z.`,
    kid: (name) =>
      `${name} enthält einen Schlüssel, dessen „kid“ nicht sein Fingerabdruck ist: Eines von beiden wurde geändert.`,
    'twice-times': (name) => `${name} enthält denselben Schlüssel zweimal, mit verschiedenen Zeiten der Nutzung.`,
    'log-keys': (name) => `${name} enthält „logKeys“, die keine Liste von Schlüsseln des Protokolls sind.`,
    'log-key': (name) =>
      `${name} enthält einen beschädigten Schlüssel des Protokolls: Die Form in „logKeys“ ist <name>+<hash>+<key>.`,
  },
  onlyEnglish: 'Das Folgende gibt es nur auf Englisch:',
  tools: {
    heading: 'Mit anderen Programmen prüfen',
    only: 'Nur das Dokument speichern, Byte für Byte:',
    save: (file) => `${file} speichern`,
    command: 'Die Kommandozeile des Registers:',
    library:
      'Jede Bibliothek für JSON Web Signatures: Die Datei ist eine flache JWS (RFC 7515) ohne `payload`. Die Nutzlast ist die Angabe `statement` als kanonisches JSON (RFC 8785) in base64url. Die Signatur ist ES256. Alle Regeln stehen in `docs/evidence-format.md` des Registers.',
    thumbprint: (thumbprint, kid) =>
      `Der Fingerabdruck des Schlüssels (RFC 7638) ist \`${thumbprint}\`, als \`kid\` \`${kid}\`. Vergleichen Sie ihn mit dem, den das Register veröffentlicht.`,
    issued: (time) => `Das Dokument wurde am ${time} ausgestellt.`,
  },
};
