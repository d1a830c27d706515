import type { GapWords } from './page-words.ts';

export const italianGaps: GapWords = {
  gaps: {
    'text-gone': {
      says: 'Il testo della versione non c’è più. Nessuno può mostrare a che cosa la persona ha acconsentito.',
      mend: 'Il gestore ripristina la tabella da una copia di sicurezza.',
    },
    'text-changed': {
      says: 'Il testo conservato non è quello al quale la persona ha acconsentito: il suo SHA-256 è diverso.',
      mend: 'Il gestore ripristina il testo da una copia di sicurezza e accerta chi ha modificato la tabella.',
    },
    erased: {
      says: 'I dati personali del consenso sono stati cancellati. Il registro non può più mostrare chi ha acconsentito, né come.',
      mend: 'Non c’è nulla da fare: la cancellazione è stata voluta.',
    },
    imported: {
      says: 'È stato importato. Il registro non era presente quando è stato dato e non ha osservato nulla.',
      mend: 'Il sito registra direttamente i suoi consensi in questo registro.',
    },
    'version-naming-unknown': {
      says: 'Non si sa se il sito abbia indicato la versione che ha mostrato. Allora il registro non lo annotava, oppure il consenso è stato importato.',
      mend: 'Il sito invia come consentInformationVersionId l’id della versione che ha mostrato. Il registro annota che lo ha fatto.',
    },
    'version-named-by-pid': {
      says: 'Il sito ha indicato l’informativa con il suo PID, e quindi non la versione che ha mostrato. Il registro ha preso la versione allora corrente.',
      mend: 'Il sito invia consentInformationVersionId: l’id che information/get restituisce insieme al testo.',
    },
    'version-not-current': {
      says: 'Quando è stato dato il consenso, la versione corrente dell’informativa era un’altra.',
      mend: 'Il sito richiede l’informativa a intervalli di pochi minuti. Se un modulo mostra una versione precedente, il sito lo mostra di nuovo.',
    },
    'language-without-text': {
      says: 'La versione non ha un testo nella lingua indicata dal sito.',
      mend: 'Il sito invia come lang la lingua del testo che ha mostrato. Oppure il gestore pubblica una versione con un testo in questa lingua.',
    },
    'form-unknown': {
      says: 'La prova non mostra che cosa la persona ha visto e fatto.',
      mend: 'Il sito invia come proof[html] il modulo così come è apparso, o come proof[mail] il testo del messaggio di posta.',
    },
    'page-unknown': {
      says: 'La prova non dice in quale pagina la persona ha acconsentito.',
      mend: 'Il sito invia come proof[url] l’indirizzo della pagina, o della schermata dell’app.',
    },
    'browser-unknown': {
      says: 'Nulla indica da dove la persona ha acconsentito. Nessun browser ha chiamato il registro: al più esso ha visto il server del sito.',
      mend: 'Il sito invia come proof[ip_address] e proof[user_agent] l’indirizzo e lo user agent della richiesta della persona stessa. Uno dei due basta.',
    },
    'email-unconfirmed': {
      says: 'Nulla mostra che la casella di posta sia della persona: chiunque avrebbe potuto digitare questo indirizzo e-mail.',
      mend: 'Il sito chiede una conferma per e-mail (double opt-in) prima di registrare il consenso e invia come proof[email_confirmed_at] quando è arrivata.',
    },
    'person-unidentified': {
      says: 'I dati non distinguono nessuno: c’è al più un nome, e altri possono avere lo stesso.',
      mend: 'Il sito invia in userData un indirizzo e-mail, un numero di telefono, un codice fiscale o un numero proprio.',
    },
  },
  languages: (named, has) => `Ha indicato: ${named}; la versione ha testi in: ${has}.`,
  none: 'Non manca nulla di ciò che il registro cerca.',
  heading: 'Che cosa lo renderebbe più solido',
  remark:
    'Il registro cerca gli elementi che rendono un consenso più solido come prova. Questo elenco non dice se il consenso è lecito.',
};
