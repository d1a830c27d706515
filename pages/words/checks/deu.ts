import type { NamedCheckpoint, NamedTree, ToldEvent } from '../../../verifier/saying.ts';
import type { CheckWords, CheckWriting } from './check-words.ts';

/** So viele Blätter, im Dativ. */
const leaves = (size: number): string => (size === 1 ? '1 Blatt' : `${size} Blättern`);

/** As the object of a sentence. */
const what = ({ event, version }: ToldEvent): string => {
  if (event === 'consent.revoked') return 'den Widerruf';
  if (event === 'consent.erased') return 'das, was von der gelöschten Einwilligung bleibt,';
  if (event !== 'notice.published') return 'die Einwilligung';
  return version === null
    ? 'die Veröffentlichung einer Fassung des Hinweises'
    : `die Veröffentlichung der Fassung ${version} des Hinweises`;
};

/** As the subject of a sentence. */
const who = (told: ToldEvent): string => (told.event === 'consent.revoked' ? 'der Widerruf' : what(told));

/** At the end of a clause. */
const last = (told: ToldEvent): string => what(told).replace(/,$/, '');

const tree = ({ size, whence }: NamedTree): string =>
  whence === null
    ? `der Baum mit ${leaves(size)} im Dokument`
    : `der Baum mit ${leaves(size)}, den Sie aufbewahrt haben (${whence}),`;

const member = (name: string | null): string => (name === null ? 'Die Aussage' : `„${name}“`);

const named = {
  version: 'Der Datei nach hatte die Website die Fassung durch ihre Id angegeben.',
  pid: 'Der Datei nach hatte die Website den Hinweis durch seine Nummer (PID) angegeben und damit die Fassung, die damals aktuell war.',
} as const;

const sources = {
  checkpoint: 'so der erste Prüfpunkt dieses Dokuments, der das enthält',
  kept: 'so der Prüfpunkt, den Sie aufbewahrt haben: Das Dokument hat keinen früheren',
} as const;

const wrong = 'Eine der beiden Zeiten ist falsch.';

/** Was die Prüfungen sagen. */
export const newGermanChecks = ({ time: write, number, language }: CheckWriting): CheckWords => {
  const kept = ({ whence, size, time }: NamedCheckpoint): string =>
    `Der Prüfpunkt, den Sie aufbewahrt haben (${whence}, ${size === 1 ? '1 Blatt' : `${size} Blätter`}, ${write(time)}),`;
  const whyLate = 'Das Protokoll war verspätet, oder der Eintrag kam später ins Register, als er sagt.';
  const unproved = (told: ToldEvent): string => `Das Dokument beweist nicht, dass das Protokoll ${what(told)} enthält.`;
  return {
    'page-extracted': () => 'Das Dokument wurde aus einer Seite entnommen. Sonst wurde auf der Seite nichts geprüft.',
    'page-broken': () => 'Die Seite enthält nicht genau ein unversehrtes Dokument.',
    'json-ok': () => 'Die Datei ist JSON in UTF-8.',
    'json-mark': () => 'Die Datei beginnt mit einer Bytereihenfolge-Marke. Das ist nicht erlaubt.',
    'json-deep': ({ most }) => `In der Datei sind mehr als ${most} Objekte und Listen ineinander verschachtelt.`,
    'json-not': () => 'Die Datei ist kein JSON: Sie ist beschädigt, oder sie ist kein Dokument.',
    'json-surrogate': () => 'Der Text hat ein halbes Zeichen (Surrogat), das UTF-8 nicht darstellen kann.',
    'json-not-utf8': () => 'Die Datei ist kein UTF-8: Sie ist beschädigt, oder sie ist kein Dokument.',
    'json-large': ({ bytes }) => `Die Datei hat mehr als ${number(bytes)} Bytes. So groß ist kein Dokument.`,
    'canonical-ok': () => 'Die Datei hat die einzige erlaubte Form (kanonisches JSON).',
    'canonical-cannot': () => 'Die Datei hat einen Text oder eine Zahl, die kanonisches JSON nicht darstellen kann.',
    'canonical-around': () => 'Vor oder nach dem Dokument steht ein Leerzeichen oder ein Zeilenende.',
    'canonical-differs': ({ at }) =>
      `Ab Zeichen ${at} hat die Datei nicht die einzige erlaubte Form (kanonisches JSON). Sie hat ein Leerzeichen, eine andere Maskierung, eine andere Reihenfolge, eine Angabe zweimal oder eine Zahl in anderer Form.`,
    'document-ok': () => 'Das Dokument hat einen Kopf, eine Signatur und eine Aussage.',
    'document-members': ({ members, optional }) =>
      `Das Dokument muss die Angaben ${members.join(', ')} haben, dazu vielleicht ${optional}, und keine anderen.`,
    'document-none': () => 'Die Datei ist kein Nachweisdokument: Sie hat keine Aussage.',
    'header-ok': () => 'Der geschützte Kopf ist gültig und nennt den Schlüssel, den er enthält.',
    'header-damaged': () =>
      'Der geschützte Kopf gilt nicht für ein Dokument: Er ist beschädigt oder nennt eine andere Art der Signatur.',
    'header-form': () => 'Der geschützte Kopf hat nicht die einzige erlaubte Form.',
    'header-other-key': () =>
      'Der geschützte Kopf nennt einen anderen Schlüssel, als er enthält: „kid“ ist nicht der Fingerabdruck von „jwk“.',
    'header-no-key': () => 'Der geschützte Kopf hat keinen brauchbaren Schlüssel: Er ist kein Punkt der Kurve P-256.',
    'signature-ok': () => 'Der Schlüssel im Kopf hat diese Signatur gemacht, für genau diese Aussage.',
    'signature-form': () => 'Die Signatur besteht nicht aus 64 Bytes in base64url ohne überzählige Bits.',
    'signature-unchecked': () => 'Die Signatur lässt sich nicht prüfen, weil der geschützte Kopf nicht gültig ist.',
    'signature-other': () => 'Der Schlüssel im Kopf hat diese Signatur nicht für diese Aussage gemacht.',
    'hash-ok': () => 'Der Teil passt zu seinem Hash.',
    'hash-other': () => 'Der Teil passt nicht zu seinem Hash: Der Teil oder der Hash wurde verändert.',
    'only-signature': () =>
      'Jeder Teil passt zu seinem Hash. Entweder wurde die Signatur oder der Kopf verändert, oder jemand hat einen Teil verändert und seinen Hash neu berechnet.',
    'members-ok': () => 'Die Aussage hat alle Angaben des Formats und keine anderen.',
    'members-newer': ({ given, format }) =>
      `Die Aussage hat das Format „${given}“, aber dieses Prüfprogramm kennt nur „${format}“. Nehmen Sie ein neueres, etwa das des Registers, das signiert hat.`,
    'member-unknown': (of) => `${member(of.member)} ist keine Angabe des Formats.`,
    'member-missing': (of) => `${member(of.member)} fehlt.`,
    'member-form': (of) => `${member(of.member)} hat nicht die Form, die das Format verlangt.`,
    'member-inexact': (of) => `${member(of.member)} ist keine ganze Zahl, die jedes Programm genau liest.`,
    'record-ok': () =>
      'Der Eintrag nennt dieselbe Einwilligung, dasselbe Projekt und dieselbe Fassung, Sprache und denselben Kanal wie die anderen Teile.',
    'record-other': () =>
      'Der Eintrag und die anderen Teile nennen verschiedene Einwilligungen, Projekte, Fassungen, Sprachen oder Kanäle.',
    'record-times-ok': () => 'Der Eintrag hat auf die Sekunde dieselben Zeiten wie die anderen Teile.',
    'record-times-other': () =>
      'Der Eintrag und die anderen Teile haben verschiedene Zeiten oder sagen Verschiedenes über den Widerruf.',
    'erased-not': () => 'Die Einwilligung wurde nicht gelöscht.',
    'erased-ok': () => 'Die Einwilligung wurde gelöscht: Es sind kein Nachweis und keine Daten der Person mehr da.',
    'erased-left': () => 'Die Einwilligung wurde gelöscht, aber ihr Nachweis oder die Daten der Person sind noch da.',
    'record-notice-ok': () => 'Der Eintrag nennt den Hinweis, zu dem seine Fassung gehört.',
    'record-notice-other': (of) =>
      `Der Eintrag nennt den Hinweis ${of.named}, aber seine Fassung gehört zum Hinweis ${of.pid}. Die Tabelle des Registers ist beschädigt.`,
    'id-time-ok': () => 'Die Id der Einwilligung hat die Zeit, zu der sie erteilt wurde.',
    'id-time-other': ({ ofId, ofRecord }) =>
      `Die Id der Einwilligung hat die Zeit ${ofId}, ihr Eintrag aber ${ofRecord} (UTC). Eine der beiden wurde in der Tabelle des Registers verändert.`,
    'origin-imported': () =>
      'Die Einwilligung wurde übernommen: Dieses Register hat nicht beobachtet, wie sie erteilt wurde.',
    'origin-own': () => 'Die Einwilligung wurde nicht übernommen.',
    'origin-both': () =>
      'Die Einwilligung wurde übernommen, aber das Dokument sagt, dass auch dieses Register sie beobachtet hat.',
    'observed-times-ok': () => 'Jede Beobachtung hat dieselbe Zeit wie die Einwilligung oder der Widerruf.',
    'observed-times-other': () =>
      'Eine Beobachtung hat eine andere Zeit als die Einwilligung oder der Widerruf, zu dem sie gehört.',
    'revoked-not': () => 'Niemand hat die Einwilligung widerrufen.',
    'revoked-ok': () => 'Die Einwilligung wurde widerrufen, und das Dokument hat den Widerruf und seine Zeit.',
    'revoked-half': () => 'Das Dokument hat einen Widerruf ohne Zeit oder eine Zeit ohne Widerruf.',
    'observed-import': () =>
      'Die Einwilligung wurde übernommen: Eine Beobachtung durch dieses Register ist nicht nötig.',
    'observed-ok': () => 'Das Dokument hat, was das Register beobachtet hat.',
    'observed-missing': () =>
      'Es fehlt, was das Register von der Einwilligung oder vom Widerruf beobachtet hat, obwohl die Einwilligung nicht übernommen wurde.',
    'notice-hash-none': () => 'Das Dokument hat keinen Text und nennt keinen Hash, der aus ihm berechnet wurde.',
    'notice-hash-ok': () => 'Der Text in diesem Dokument hat den genannten Hash.',
    'notice-hash-other': () =>
      'Der Text in diesem Dokument hat nicht den genannten Hash, oder die Aussage stellt falsch dar, ob die Hashes übereinstimmen.',
    'history-ok': () => 'Die Fassung stimmt mit der Geschichte ihres Hinweises überein.',
    'history-other': () => 'Die Fassung stimmt nicht mit der Geschichte ihres Hinweises überein.',
    'versions-ok': ({ count }) =>
      `Die Geschichte hat ${count === 1 ? 'eine Fassung' : `die Fassungen 1 bis ${count}`} ohne Lücke, und jede hat die vorige beendet. Nur das Protokoll kann zeigen, dass es keine spätere gab.`,
    'versions-gap': () =>
      'Die Geschichte des Hinweises hat eine Lücke oder eine Fassung, die die vorige nicht beendet hat. Die Tabelle des Registers ist beschädigt, oder eine Fassung wurde gerade veröffentlicht.',
    'text-ok': () =>
      'Der Text ist der, in den eingewilligt wurde: Er passt zu den Hashes, die mit der Einwilligung und mit ihrer Fassung gespeichert sind.',
    'text-imported': ({ namedBy, publishedAt, given, isBefore }) => {
      const how = namedBy === null ? 'Wie der Hinweis angegeben wurde, ist nicht bekannt.' : named[namedBy];
      const published = `Die Fassung wurde am ${write(publishedAt)} veröffentlicht`;
      const rest = isBefore
        ? `${published}, bevor die Einwilligung am ${write(given)} erteilt wurde. Dass die Person in diesen Text eingewilligt hat, sagt nur die Übernahme.`
        : `${published}, nachdem die Einwilligung am ${write(given)} erteilt wurde: Diese Fassung kann die Person nicht gelesen haben. Dass sie in denselben Text eingewilligt hat, sagt nur die Übernahme.`;
      return `Der Text ist der, den die Übernahme angegeben hat: Er passt zu den Hashes, die mit der Einwilligung und mit ihrer Fassung gespeichert sind. ${how} ${rest}`;
    },
    'text-gone': () =>
      'Das Register hat den Text nicht mehr, in den eingewilligt wurde. Dieses Dokument beweist seinen Hash, aber nicht seine Worte.',
    'text-other-version': () =>
      'Der Text passt zu dem Hash, der mit der Einwilligung gespeichert ist, aber nicht zu dem, der mit ihrer Fassung gespeichert ist.',
    'text-other': () =>
      'Der Text in diesem Dokument ist nicht der, in den eingewilligt wurde: Er passt nicht zu dem Hash, der mit der Einwilligung gespeichert ist.',
    'text-not-compared': () => 'Nicht verglichen, weil das Register den Text nicht mehr hat.',
    'language-ok': () => 'Die Fassung hat einen Text in der Sprache der Einwilligung.',
    'language-none': ({ lang }) =>
      `Die Fassung hat keinen Text in der Sprache der Einwilligung (${language(lang)}). Was die Person gelesen hat, ist nicht bekannt.`,
    'terms-ok': () => 'Die Fassung und ihr Text nennen dieselben Sprachen und Bedingungen.',
    'terms-other': () =>
      'Die Fassung und ihr Text nennen verschiedene Sprachen oder Bedingungen: Tage der Gültigkeit, Tage der Aufbewahrung, oder ob eine neue Einwilligung verlangt wird. Die Tabelle des Registers ist beschädigt.',
    'times-ok': () =>
      'Die Zeiten stimmen mit der Einwilligung, ihrer Fassung, ihrem Widerruf und ihrer Löschung überein.',
    'times-other': () =>
      'Die Zeiten stimmen nicht mit der Einwilligung, ihrer Fassung, ihrem Widerruf und ihrer Löschung überein.',
    'state-ok': () => 'Der erfragte Stand folgt aus den Zeiten.',
    'state-other': () => 'Der erfragte Stand folgt nicht aus den Zeiten.',
    'state-now-ok': () => 'Der Stand bei der Ausstellung folgt aus den Zeiten.',
    'state-now-other': () => 'Der Stand bei der Ausstellung folgt nicht aus den Zeiten.',
    'issued-ok': () =>
      'Die Aussage wurde ausgestellt, nachdem die Einwilligung erteilt wurde. Die Namen des Kontos, des Projekts, des Hinweises und der Benutzer sind die bei der Ausstellung.',
    'issued-early': () => 'Ihren eigenen Zeiten nach wurde die Aussage vor der Einwilligung ausgestellt.',
    'issued-at': ({ time }) => `Die Aussage wurde am ${write(time)} ausgestellt.`,
    'issued-later': ({ time }) =>
      `Die Zeit der Ausstellung, ${write(time)}, ist später als die Uhr dieses Geräts. Eine der beiden ist falsch.`,
    'signer-known': ({ kid, whence }) => `Der Schlüssel ${kid} ist bekannt durch ${whence}.`,
    'signer-without-key': ({ thumbprint }) =>
      `Wer signiert hat, ist nicht bekannt: Sie haben keinen Schlüssel angegeben. Das Dokument hat seinen eigenen Schlüssel mit dem Fingerabdruck ${thumbprint}, aber einen Schlüssel kann jeder machen.`,
    'signer-other': ({ thumbprint, whence }) =>
      `Wer signiert hat, ist nicht bekannt: Der Schlüssel mit dem Fingerabdruck ${thumbprint} ist nicht bekannt durch ${whence}. Einen Schlüssel kann jeder machen.`,
    'key-without-times': ({ whence, issuedAt }) =>
      `Sie kennen den Schlüssel durch ${whence}. Dort steht nicht, wann er benutzt wurde. Beurteilen Sie, ob er am ${write(issuedAt)} benutzt wurde.`,
    'key-in-use': ({ from }) =>
      `Der Schlüssel wurde benutzt, als die Aussage ausgestellt wurde: von ${write(from)} an.`,
    'key-not-in-use': ({ issuedAt, from }) =>
      `Die Aussage wurde am ${write(issuedAt)} ausgestellt, aber der Schlüssel wurde nur benutzt von ${write(from)} an.`,
    'log-none': () =>
      'Kein Protokoll beweist dieses Dokument. Es zeigt, was das Register bei der Ausstellung gesagt hat, aber nicht, seit wann.',
    'log-has': ({ told, index, size }) =>
      `Das Protokoll hat ${what(told)} so, wie es in diesem Dokument steht: Blatt ${index} von ${size}.`,
    'log-lacks': ({ told }) =>
      `Das Protokoll hat ${what(told)} nicht so, wie es in diesem Dokument steht: Entweder wurde es verändert, nachdem es ins Protokoll kam, oder der Beweis wurde verändert.`,
    'log-form': () => 'Die Angabe „log“ hat nicht die Form, die das Format verlangt.',
    'log-twice': () =>
      'Das Dokument hat zwei Blätter für dasselbe Ereignis oder dieselbe Fassung und dieselbe Größe des Baums.',
    'log-place': ({ index, size }) =>
      `Ein Blatt hat die Nummer ${index} in einem Baum mit ${leaves(size)}. Das kann nicht sein.`,
    'log-two-places': ({ first, index }) =>
      `Das Dokument hat für dasselbe Ereignis zwei Plätze im Protokoll: ${first} und ${index}.`,
    'log-key-form': () => 'Der Schlüssel des Protokolls im Dokument ist kein gültiger Schlüssel.',
    'log-stripped': ({ given }) =>
      `Das Dokument hat kein Protokoll. Darum beweist nichts, was Sie angegeben haben: ${given.join(', ')}. Jeder kann das Protokoll aus einem Dokument entfernen. Bitten Sie das Register um ein Dokument mit seinem Protokoll.`,
    'log-key-other': ({ whence }) =>
      `${whence} nennt das Protokoll dieses Dokuments nicht. Ein Protokoll kann jeder machen, und es kann anders sein als das des Registers.`,
    'log-two-histories': ({ one, other }) =>
      `Das Protokoll hat zwei Geschichten: ${tree(one)} und ${tree(other)} können nicht beide von einem Protokoll sein, das nur wächst, und sein Schlüssel hat beide signiert. Bewahren Sie das Dokument und alle Prüfpunkte auf.`,
    'missing-older': ({ told }) =>
      `${unproved(told)} Diese ist älter als die Fassung, in die eingewilligt wurde, und kann die Einwilligung nicht beenden.`,
    'missing-young': ({ told }) =>
      `${unproved(told)} Das Protokoll nimmt es etwas später auf: Bitten Sie um ein neues Dokument.`,
    'missing-due': ({ told, after }) =>
      `${unproved(told)} Das Dokument wurde mehr als ${after === 'hour' ? 'eine Stunde' : '24 Stunden'} danach ausgestellt, also müsste das Protokoll es haben. Es kam nicht ins Protokoll, oder der Beweis wurde entfernt.`,
    'checkpoint-damaged': () =>
      'Ein Prüfpunkt des Protokolls ist beschädigt: Er ist keine signierte Notiz mit einem Namen, einer Größe ab 1, einem Hash und den beiden Signaturen des Protokolls.',
    'checkpoint-other-log': ({ origin }) =>
      `Ein Prüfpunkt ist von einem anderen Protokoll (${origin}) als der Schlüssel des Protokolls im Dokument.`,
    'checkpoint-unsigned': ({ size, time }) =>
      `Der Schlüssel des Protokolls hat nicht beide Signaturen des Prüfpunkts mit ${leaves(size)} vom ${write(time)} gemacht.`,
    'checkpoint-unchecked': ({ size, time }) =>
      `Dieser Browser kann nicht prüfen, ob das Protokoll den Prüfpunkt mit ${leaves(size)} vom ${write(time)} signiert hat. Ein neuerer Browser kann es.`,
    'checkpoint-ok': ({ log, size, time }) =>
      `Der Schlüssel des Protokolls ${log} hat den Prüfpunkt mit ${leaves(size)} vom ${write(time)} signiert.`,
    'checkpoint-order': () =>
      'Das Dokument hat zwei Prüfpunkte derselben Größe oder einen größeren vor einem kleineren.',
    'stamp-unchecked': ({ size }) =>
      `Der Prüfpunkt mit ${leaves(size)} trägt einen Zeitstempel (RFC 3161), der hier nicht geprüft wird: Prüfen Sie ihn mit \`openssl ts -verify\` (docs/log.md, Time stamps).`,
    'order-event': ({ size, time, told, happened }) =>
      `Der Prüfpunkt mit ${leaves(size)} hat die Zeit ${write(time)}, enthält aber ${last(told)}. Das ist später: ${write(happened)}. ${wrong}`,
    'order-future': ({ size, time }) =>
      `Der Prüfpunkt mit ${leaves(size)} hat die Zeit ${write(time)}. Das ist später als die Uhr dieses Geräts. Er beweist keine Zeit.`,
    'order-backwards': ({ size, time, smaller, later }) =>
      `Der Prüfpunkt mit ${leaves(size)} hat die Zeit ${write(time)}, der mit ${leaves(smaller)} aber eine spätere: ${write(later)}. ${wrong}`,
    'log-late': ({ told, logged, by, happened }) =>
      `Vom Protokoll ist nur bekannt, dass es ${what(told)} seit dem ${write(logged)} hat (${sources[by]}). Die eigene Zeit ist aber ${write(happened)}. ${whyLate}`,
    'since-kept': ({ told, time, whence }) =>
      `Seit dem ${write(time)} kann niemand ${what(told)} verändert haben. Das ist die Zeit des Prüfpunkts, den Sie aufbewahrt haben (${whence}).`,
    'since-register': ({ told, time, whence }) =>
      `Das Register sagt, dass seit dem ${write(time)} niemand ${what(told)} verändert haben kann. Den Schlüssel seines Protokolls kennen Sie aus ${whence}.`,
    'since-document': ({ told, time }) =>
      `Das Protokoll dieses Dokuments hat ${what(told)} seit dem ${write(time)}. Aber Sie kennen den Schlüssel dieses Protokolls nicht, und ein Protokoll kann jeder machen. Die Schlüsseldatei des Registers hat den Schlüssel seines Protokolls.`,
    'kept-other-log': ({ whence, origin }) =>
      `${whence} ist ein Prüfpunkt eines anderen Protokolls, ${origin}, und wurde nicht verglichen.`,
    'kept-other-key': ({ whence }) =>
      `Das Protokoll dieses Dokuments hat denselben Namen wie das von ${whence}, aber einen anderen Schlüssel. Es ist ein anderes Protokoll, oder es wurde neu begonnen.`,
    'kept-unsigned': ({ whence }) =>
      `${whence} wurde nicht verglichen, weil der Schlüssel des Protokolls im Dokument den Prüfpunkt nicht signiert hat. Er wurde nach dem Signieren verändert, oder er ist von einem anderen Protokoll.`,
    'kept-fork': ({ other, whence, size }) =>
      `Das Protokoll wurde umgeschrieben: ${other ?? 'Das Dokument'} und ${whence} haben verschiedene Bäume mit ${leaves(size)}, und der Schlüssel des Protokolls hat beide signiert. Bewahren Sie beide auf.`,
    'kept-has': ({ size, whence, told }) =>
      `Der Prüfpunkt mit ${leaves(size)}, den Sie aufbewahrt haben (${whence}), enthält ${last(told)}.`,
    'kept-lacks': ({ size, whence, told }) =>
      `Der Prüfpunkt mit ${leaves(size)}, den Sie aufbewahrt haben (${whence}), enthält ${what(told)} nicht so, wie es in diesem Dokument steht.`,
    'kept-afterwards': ({ kept: one, told, happened, index }) =>
      `${kept(one)} ist später als ${who(told)} (${write(happened)}) und enthält das nicht. Es kam erst danach ins Protokoll, als Blatt ${index}. ${whyLate}`,
    'kept-unproved': ({ kept: one, told }) =>
      `${kept(one)} ist später als ${who(told).replace(/,$/, '')}, aber das Dokument beweist nicht, dass das Protokoll es hat.`,
    'kept-not-compared': ({ kept: one, told }) =>
      `${kept(one)} sagt hier nichts über ${last(told)}, weil das Dokument keinen Beweis dafür hat. Bitten Sie um ein Dokument mit einem Beweis für ${one.whence} (${leaves(one.size)}).`,
    'kept-older': ({ kept: one }) =>
      `${kept(one)} ist älter als die Ereignisse in diesem Dokument und beweist nichts über sie.`,
  };
};
