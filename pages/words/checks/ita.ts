import type { NamedCheckpoint, NamedTree, ToldEvent } from '../../../verifier/saying.ts';
import type { CheckWords, CheckWriting } from './check-words.ts';

/** Un numero di foglie. */
const leaves = (size: number): string => (size === 1 ? '1 foglia' : `${size} foglie`);

const what = ({ event, version }: ToldEvent): string => {
  if (event === 'consent.revoked') return 'la revoca';
  if (event === 'consent.erased') return 'ciò che resta del consenso cancellato';
  if (event !== 'notice.published') return 'il consenso';
  return version === null
    ? 'la pubblicazione di una versione dell’informativa'
    : `la pubblicazione della versione ${version} dell’informativa`;
};

const tree = ({ size, whence }: NamedTree): string =>
  whence === null
    ? `l’albero di ${leaves(size)} nel documento`
    : `l’albero di ${leaves(size)} che Lei ha conservato (${whence})`;

const member = (name: string | null): string => (name === null ? 'L’attestazione' : `«${name}»`);

const named = {
  version: 'Secondo il suo file, il sito aveva indicato la versione con il suo id.',
  pid: 'Secondo il suo file, il sito aveva indicato l’informativa con il suo numero (PID), cioè la versione allora attuale.',
} as const;

const sources = {
  checkpoint: 'secondo il primo punto di controllo di questo documento che contiene ciò',
  kept: 'secondo il punto di controllo che Lei ha conservato: il documento non ne ha di precedenti',
} as const;

const wrong = 'Uno dei due momenti è sbagliato.';

/** The article before a date, which loses its vowel before some. */
interface Articles {
  readonly on: (date: string) => string;
  readonly since: (date: string) => string;
}

/** Che cosa dicono le verifiche. */
export const newItalianChecks = ({ time, number, language }: CheckWriting, articles: Articles): CheckWords => {
  const on = (moment: string): string => articles.on(time(moment));
  const since = (moment: string): string => articles.since(time(moment));
  /** After `è`. */
  const of = (moment: string): string => since(moment).replace('da', 'de');
  const kept = ({ whence, size, time: made }: NamedCheckpoint): string =>
    `Il punto di controllo che Lei ha conservato (${whence}, ${leaves(size)}, ${time(made)})`;
  const whyLate =
    'Il registro a prova di modifica era in ritardo, o la registrazione è entrata più tardi di quanto dice.';
  const unproved = (told: ToldEvent): string =>
    `Il documento non prova che il registro a prova di modifica contiene ${what(told)}.`;
  return {
    'page-extracted': () => 'Il documento è stato estratto da una pagina. Nient’altro della pagina è stato verificato.',
    'page-broken': () => 'La pagina non contiene esattamente un documento intatto.',
    'json-ok': () => 'Il file è JSON in UTF-8.',
    'json-mark': () => 'Il file comincia con un indicatore dell’ordine dei byte, che non è ammesso.',
    'json-deep': ({ most }) => `Il file annida più di ${most} oggetti ed elenchi.`,
    'json-not': () => 'Il file non è JSON: è danneggiato, o non è un documento.',
    'json-surrogate': () => 'Il testo ha mezzo carattere (surrogato), impossibile in UTF-8.',
    'json-not-utf8': () => 'Il file non è UTF-8: è danneggiato, o non è un documento.',
    'json-large': ({ bytes }) => `Il file ha più di ${number(bytes)} byte. Nessun documento è così grande.`,
    'canonical-ok': () => 'Il file ha l’unica forma ammessa (JSON canonico).',
    'canonical-cannot': () => 'Il file ha un testo o un numero impossibile in JSON canonico.',
    'canonical-around': () => 'C’è uno spazio o una fine di riga prima o dopo il documento.',
    'canonical-differs': ({ at }) =>
      `Al carattere ${at} il file non ha l’unica forma ammessa (JSON canonico). Ha uno spazio, un altro escape, un altro ordine, un membro due volte o un numero in altra forma.`,
    'document-ok': () => 'Il documento ha un’intestazione, una firma e un’attestazione.',
    'document-members': ({ members, optional }) =>
      `Il documento deve avere i membri ${members.join(', ')}, eventualmente ${optional}, e nessun altro.`,
    'document-none': () => 'Il file non è un documento di prova: non ha un’attestazione.',
    'header-ok': () => 'L’intestazione protetta è valida e indica la chiave che contiene.',
    'header-damaged': () =>
      'L’intestazione protetta non è valida per un documento: è danneggiata, o indica un altro modo di firmare.',
    'header-form': () => 'L’intestazione protetta non ha l’unica forma ammessa.',
    'header-other-key': () =>
      'L’intestazione protetta indica una chiave diversa da quella che contiene: «kid» non è l’impronta di «jwk».',
    'header-no-key': () => 'L’intestazione protetta non ha una chiave utilizzabile: non è un punto della curva P-256.',
    'signature-ok': () => 'La chiave nell’intestazione ha fatto questa firma, per esattamente questa attestazione.',
    'signature-form': () => 'La firma non è di 64 byte in base64url senza bit in più.',
    'signature-unchecked': () => 'La firma non si può verificare, perché l’intestazione protetta non è valida.',
    'signature-other': () => 'La chiave nell’intestazione non ha fatto questa firma per questa attestazione.',
    'hash-ok': () => 'La parte corrisponde al suo hash.',
    'hash-other': () => 'La parte non corrisponde al suo hash: la parte o l’hash sono stati modificati.',
    'only-signature': () =>
      'Ogni parte corrisponde al suo hash. O sono state modificate la firma o l’intestazione, o qualcuno ha modificato una parte e ne ha ricalcolato l’hash.',
    'members-ok': () => 'L’attestazione ha tutti i membri del formato, e nessun altro.',
    'members-newer': ({ given, format }) =>
      `L’attestazione ha il formato «${given}», ma questo verificatore conosce solo «${format}». Ne usi uno più recente, come quello del registro che ha firmato.`,
    'member-unknown': (of) => `${member(of.member)} è un membro che il formato non ha.`,
    'member-missing': (of) => `${member(of.member)} manca.`,
    'member-form': (of) => `${member(of.member)} non ha la forma che il formato richiede.`,
    'member-inexact': (of) => `${member(of.member)} non è un numero intero che ogni programma legge esattamente.`,
    'record-ok': () =>
      'La registrazione indica lo stesso consenso, lo stesso progetto e la stessa versione, lingua e canale delle altre parti.',
    'record-other': () =>
      'La registrazione e le altre parti indicano consensi, progetti, versioni, lingue o canali diversi.',
    'record-times-ok': () => 'La registrazione ha gli stessi momenti delle altre parti, al secondo.',
    'record-times-other': () =>
      'La registrazione e le altre parti hanno momenti diversi, o si contraddicono sulla revoca.',
    'erased-not': () => 'Il consenso non è stato cancellato.',
    'erased-ok': () => 'Il consenso è stato cancellato: non restano né prova né dati della persona.',
    'erased-left': () => 'Il consenso è stato cancellato, ma la sua prova o i dati della persona ci sono ancora.',
    'record-notice-ok': () => 'La registrazione indica l’informativa a cui appartiene la sua versione.',
    'record-notice-other': (of) =>
      `La registrazione indica l’informativa ${of.named}, ma la sua versione appartiene all’informativa ${of.pid}. La tabella del registro è danneggiata.`,
    'id-time-ok': () => 'L’id del consenso ha il momento in cui è stato dato.',
    'id-time-other': ({ ofId, ofRecord }) =>
      `L’id del consenso ha il momento ${ofId}, ma la sua registrazione ${ofRecord} (UTC). Uno dei due è stato modificato nella tabella del registro.`,
    'origin-imported': () => 'Il consenso è stato importato: questo registro non ha osservato come è stato dato.',
    'origin-own': () => 'Il consenso non è stato importato.',
    'origin-both': () =>
      'Il consenso è stato importato, ma il documento dice che anche questo registro lo ha osservato.',
    'observed-times-ok': () => 'Ogni osservazione ha lo stesso momento del consenso o della revoca.',
    'observed-times-other': () => 'Un’osservazione ha un momento diverso dal consenso o dalla revoca a cui appartiene.',
    'revoked-not': () => 'Nessuno ha revocato il consenso.',
    'revoked-ok': () => 'Il consenso è stato revocato, e il documento ha la revoca e il suo momento.',
    'revoked-half': () => 'Il documento ha una revoca senza momento, o un momento senza revoca.',
    'observed-import': () => 'Il consenso è stato importato: non serve un’osservazione di questo registro.',
    'observed-ok': () => 'Il documento ha ciò che il registro ha osservato.',
    'observed-missing': () =>
      'Manca ciò che il registro ha osservato del consenso o della revoca, benché il consenso non sia stato importato.',
    'notice-hash-none': () => 'Il documento non ha un testo, e non indica alcun hash calcolato da esso.',
    'notice-hash-ok': () => 'Il testo in questo documento ha l’hash indicato.',
    'notice-hash-other': () =>
      'Il testo in questo documento non ha l’hash indicato, o l’attestazione sbaglia nel dire se gli hash concordano.',
    'history-ok': () => 'La versione concorda con la storia della sua informativa.',
    'history-other': () => 'La versione non concorda con la storia della sua informativa.',
    'versions-ok': ({ count }) =>
      `La storia ha ${count === 1 ? 'una versione' : `le versioni da 1 a ${count}`} senza lacune, e ciascuna ha posto fine alla precedente. Solo il registro a prova di modifica può mostrare che non ce n’era una successiva.`,
    'versions-gap': () =>
      'La storia dell’informativa ha una lacuna, o una versione che non ha posto fine alla precedente. La tabella del registro è danneggiata, o una versione era in corso di pubblicazione.',
    'text-ok': () =>
      'Il testo è quello a cui è stato dato il consenso: corrisponde agli hash conservati con il consenso e con la sua versione.',
    'text-imported': ({ namedBy, publishedAt, given, isBefore }) => {
      const how = namedBy === null ? 'Non si sa come è stata indicata l’informativa.' : named[namedBy];
      const published = `La versione è stata pubblicata ${on(publishedAt)}`;
      const rest = isBefore
        ? `${published}, prima che il consenso fosse dato ${on(given)}. Che la persona abbia dato il consenso a questo testo lo dice l’importazione.`
        : `${published}, dopo che il consenso è stato dato ${on(given)}: la persona non può aver letto questa versione. Che abbia dato il consenso allo stesso testo lo dice l’importazione.`;
      return `Il testo è quello indicato dall’importazione: corrisponde agli hash conservati con il consenso e con la sua versione. ${how} ${rest}`;
    },
    'text-gone': () =>
      'Il registro non ha più il testo a cui è stato dato il consenso. Questo documento ne prova l’hash, ma non le parole.',
    'text-other-version': () =>
      'Il testo corrisponde all’hash conservato con il consenso, ma non a quello conservato con la sua versione.',
    'text-other': () =>
      'Il testo in questo documento non è quello a cui è stato dato il consenso: non corrisponde all’hash conservato con il consenso.',
    'text-not-compared': () => 'Non confrontato, perché il registro non ha più il testo.',
    'language-ok': () => 'La versione ha un testo nella lingua del consenso.',
    'language-none': ({ lang }) =>
      `La versione non ha un testo nella lingua del consenso (${language(lang)}). Non si sa che cosa ha letto la persona.`,
    'terms-ok': () => 'La versione e il suo testo indicano le stesse lingue e condizioni.',
    'terms-other': () =>
      'La versione e il suo testo indicano lingue o condizioni diverse: giorni di validità, giorni di conservazione, o se si chiede un nuovo consenso. La tabella del registro è danneggiata.',
    'times-ok': () => 'I momenti concordano con il consenso, la sua versione, la sua revoca e la sua cancellazione.',
    'times-other': () =>
      'I momenti non concordano con il consenso, la sua versione, la sua revoca e la sua cancellazione.',
    'state-ok': () => 'Lo stato al momento richiesto segue dai momenti.',
    'state-other': () => 'Lo stato al momento richiesto non segue dai momenti.',
    'state-now-ok': () => 'Lo stato al momento del rilascio segue dai momenti.',
    'state-now-other': () => 'Lo stato al momento del rilascio non segue dai momenti.',
    'issued-ok': () =>
      'L’attestazione è stata rilasciata dopo che il consenso è stato dato. I nomi dell’account, del progetto, dell’informativa e degli utenti sono quelli del momento del rilascio.',
    'issued-early': () => 'Secondo i suoi stessi momenti, l’attestazione è stata rilasciata prima del consenso.',
    'issued-at': ({ time: made }) => `L’attestazione è stata rilasciata ${on(made)}.`,
    'issued-later': ({ time: made }) =>
      `Il momento del rilascio, ${time(made)}, è successivo all’orologio di questo dispositivo. Uno dei due è sbagliato.`,
    'signer-known': ({ kid, whence }) => `La chiave ${kid} è nota tramite ${whence}.`,
    'signer-without-key': ({ thumbprint }) =>
      `Il firmatario è sconosciuto: Lei non ha dato una chiave. Il documento ha la propria chiave, con l’impronta ${thumbprint}, ma chiunque può fare una chiave.`,
    'signer-other': ({ thumbprint, whence }) =>
      `Il firmatario è sconosciuto: la chiave con l’impronta ${thumbprint} non è nota tramite ${whence}. Chiunque può fare una chiave.`,
    'key-without-times': ({ whence, issuedAt }) =>
      `Lei conosce la chiave tramite ${whence}, che non dice quando era in uso. Giudichi se era in uso ${on(issuedAt)}.`,
    'key-in-use': ({ from }) => `La chiave era in uso quando l’attestazione è stata rilasciata: ${since(from)}.`,
    'key-not-in-use': ({ issuedAt, from }) =>
      `L’attestazione è stata rilasciata ${on(issuedAt)}, ma la chiave era in uso solo ${since(from)}.`,
    'log-none': () =>
      'Nessun registro a prova di modifica prova questo documento. Mostra ciò che il registro diceva al momento del rilascio, ma non da quando.',
    'log-has': ({ told, index, size }) =>
      `Il registro a prova di modifica ha ${what(told)} come indicato in questo documento: foglia ${index} di ${size}.`,
    'log-lacks': ({ told }) =>
      `Il registro a prova di modifica non ha ${what(told)} come indicato in questo documento: o c’è stata una modifica dopo l’annotazione, o è stata modificata la prova.`,
    'log-form': () => 'Il membro «log» non ha la forma che il formato richiede.',
    'log-twice': () =>
      'Il documento ha due foglie per lo stesso evento, o la stessa versione, e la stessa grandezza dell’albero.',
    'log-place': ({ index, size }) =>
      `Una foglia ha il numero ${index} in un albero di ${leaves(size)}. Non può essere.`,
    'log-two-places': ({ first, index }) =>
      `Il documento ha due posti nel registro a prova di modifica per lo stesso evento: ${first} e ${index}.`,
    'log-key-form': () => 'La chiave del registro a prova di modifica nel documento non è una chiave valida.',
    'log-stripped': ({ given }) =>
      `Il documento non ha la parte del registro a prova di modifica, quindi ciò che Lei ha dato non prova nulla: ${given.join(', ')}. Chiunque può toglierla da un documento. Chieda al registro un documento che la abbia.`,
    'log-key-other': ({ whence }) =>
      `${whence} non indica il registro a prova di modifica di questo documento. Chiunque può farne uno, e può essere diverso da quello del registro.`,
    'log-two-histories': ({ one, other }) =>
      `Il registro a prova di modifica ha due storie: ${tree(one)} e ${tree(other)} non possono essere entrambi di uno che solo cresce, e la sua chiave li ha firmati entrambi. Conservi il documento e tutti i punti di controllo.`,
    'missing-older': ({ told }) =>
      `${unproved(told)} È precedente alla versione a cui è stato dato il consenso, e non può porvi fine.`,
    'missing-young': ({ told }) => `${unproved(told)} Verrà aggiunta poco dopo: chieda un nuovo documento.`,
    'missing-due': ({ told, after }) =>
      `${unproved(told)} Il documento è stato rilasciato più di ${after === 'hour' ? 'un’ora' : '24 ore'} dopo, quindi dovrebbe esserci. Non è stato annotato, o ne è stata tolta la prova.`,
    'checkpoint-damaged': () =>
      'Un punto di controllo è danneggiato: non è una nota firmata con un nome, una grandezza da 1 in su, un hash e le due firme del registro a prova di modifica.',
    'checkpoint-other-log': ({ origin }) =>
      `Un punto di controllo è di un altro registro a prova di modifica (${origin}) rispetto alla chiave nel documento.`,
    'checkpoint-unsigned': ({ size, time: made }) =>
      `La chiave del registro a prova di modifica non ha fatto entrambe le firme del punto di controllo di ${leaves(size)} ${of(made)}.`,
    'checkpoint-unchecked': ({ size, time: made }) =>
      `Questo browser non può verificare se è firmato il punto di controllo di ${leaves(size)} ${of(made)}. Un browser più recente può.`,
    'checkpoint-ok': ({ log, size, time: made }) =>
      `La chiave del registro a prova di modifica ${log} ha firmato il punto di controllo di ${leaves(size)} ${of(made)}.`,
    'checkpoint-order': () =>
      'Il documento ha due punti di controllo della stessa grandezza, o uno più grande prima di uno più piccolo.',
    'stamp-unchecked': ({ size }) =>
      `Il punto di controllo con ${leaves(size)} ha una marca temporale (RFC 3161), che qui non viene verificata: la verifichi con \`openssl ts -verify\` (docs/log.md, Time stamps).`,
    'order-event': ({ size, time: made, told, happened }) =>
      `Il punto di controllo di ${leaves(size)} è ${of(made)}, ma contiene ${what(told)}, che è successivo: ${time(happened)}. ${wrong}`,
    'order-future': ({ size, time: made }) =>
      `Il punto di controllo di ${leaves(size)} è ${of(made)}, dopo l’orologio di questo dispositivo. Non prova alcun momento.`,
    'order-backwards': ({ size, time: made, smaller, later }) =>
      `Il punto di controllo di ${leaves(size)} è ${of(made)}, ma quello di ${leaves(smaller)} è successivo: ${time(later)}. ${wrong}`,
    'log-late': ({ told, logged, by, happened }) =>
      `Si sa solo che il registro a prova di modifica ha ${what(told)} ${since(logged)} (${sources[by]}), mentre il suo momento è ${time(happened)}. ${whyLate}`,
    'since-kept': ({ told, time: made, whence }) =>
      `Nessuno può aver modificato ${what(told)} ${since(made)}, il momento del punto di controllo che Lei ha conservato (${whence}).`,
    'since-register': ({ told, time: made, whence }) =>
      `Il registro dice che nessuno può aver modificato ${what(told)} ${since(made)}. Lei conosce la chiave del suo registro a prova di modifica da ${whence}.`,
    'since-document': ({ told, time: made }) =>
      `Il registro a prova di modifica di questo documento ha ${what(told)} ${since(made)}. Ma Lei non ne conosce la chiave, e chiunque può farne uno. Il file delle chiavi del registro ha la chiave del suo.`,
    'kept-other-log': ({ whence, origin }) =>
      `${whence} è un punto di controllo di un altro registro a prova di modifica, ${origin}, e non è stato confrontato.`,
    'kept-other-key': ({ whence }) =>
      `Il registro a prova di modifica di questo documento ha lo stesso nome di quello di ${whence}, ma un’altra chiave. È un altro, o è stato ricominciato.`,
    'kept-unsigned': ({ whence }) =>
      `${whence} non è stato confrontato, perché la chiave del registro a prova di modifica del documento non lo ha firmato. È stato modificato dopo la firma, o è di un altro.`,
    'kept-fork': ({ other, whence, size }) =>
      `Il registro a prova di modifica è stato riscritto: ${other ?? 'il documento'} e ${whence} hanno alberi diversi di ${leaves(size)}, e la chiave li ha firmati entrambi. Li conservi entrambi.`,
    'kept-has': ({ size, whence, told }) =>
      `Il punto di controllo di ${leaves(size)} che Lei ha conservato (${whence}) contiene ${what(told)}.`,
    'kept-lacks': ({ size, whence, told }) =>
      `Il punto di controllo di ${leaves(size)} che Lei ha conservato (${whence}) non contiene ${what(told)} come indicato in questo documento.`,
    'kept-afterwards': ({ kept: one, told, happened, index }) =>
      `${kept(one)} è successivo (${time(happened)}: ${what(told)}) e non contiene ciò. È entrato solo dopo, come foglia ${index}. ${whyLate}`,
    'kept-unproved': ({ kept: one, told }) =>
      `${kept(one)} è successivo, ma il documento non prova che il registro a prova di modifica ha ${what(told)}.`,
    'kept-not-compared': ({ kept: one, told }) =>
      `${kept(one)} non è stato confrontato quanto a: ${what(told)}. Il documento non ne ha la prova. Chieda un documento con una prova per ${one.whence} (${leaves(one.size)}).`,
    'kept-older': ({ kept: one }) =>
      `${kept(one)} è precedente agli eventi di questo documento, e non prova nulla su di essi.`,
  };
};
