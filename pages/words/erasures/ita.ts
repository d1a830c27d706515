import type { ErasureWords } from './eng.ts';

/** Texts about requests to erase consents, in Italian. */
export const italian: ErasureWords = {
  title: 'Cancellazioni',
  says: 'Ciò che Lei e gli altri utenti avete chiesto al gestore di cancellare. Il gestore esegue una richiesta, oppure la respinge e dice perché.',
  none: 'Nessuno ha ancora chiesto una cancellazione.',
  how: 'Per farne richiesta, cerchi un consenso, apra tutti i consensi della persona e la faccia lì.',
  open: 'Aperte',
  ended: 'Chiuse',
  earlier: 'Mostra le richieste precedenti',
  damaged:
    'Queste richieste sono conservate, ma danneggiate: la pagina non può mostrare che cosa chiedono. Lo dica al gestore. Chi ne ha fatta una la rifà.',
  request: (count, written) => (count === 1 ? '1 consenso' : `${written} consensi`),
  states: {
    open: 'In attesa del gestore',
    erasing: 'In esecuzione',
    done: 'Eseguita',
    refused: 'Respinta',
    withdrawn: 'Ritirata',
  },
  overdue: 'Il termine è passato.',
  next: 'Ora risponda alla persona, avvisi chi ha ricevuto i dati (articolo 19 GDPR) e cancelli la persona negli altri Suoi sistemi.',
  facts: {
    received: 'Giunta a Lei il',
    due: 'Risposta entro il',
    reason: 'Perché',
    extent: 'Che cosa si cancella',
    reference: 'Suo riferimento',
    asked: 'Richiesta',
    end: { done: 'Eseguita', refused: 'Respinta', withdrawn: 'Ritirata' },
    erased: 'Consensi cancellati',
    refusal: 'Il gestore dice',
  },
  by: (time, user) => `${time}, da ${user}`,
  you: 'Lei',
  user: (id) => `utente ${id}`,
  whose: 'Si tratta di:',
  consents: 'I consensi',
  reasons: {
    'no-longer-needed': 'I dati non servono più (a)',
    'consent-revoked': 'La persona ha revocato il consenso (b)',
    objected: 'La persona si è opposta (c)',
    unlawful: 'I dati sono stati trattati illecitamente (d)',
    'legal-obligation': 'La legge impone la cancellazione (e)',
    child: 'Un minore aveva acconsentito a un servizio online (f)',
  },
  extents: {
    evidence: 'La persona. Che qualcuno ha acconsentito, e quando, resta come prova.',
    everything: 'Tutto. Resta solo un conteggio.',
  },
  withdrawal: {
    open: 'Ritira questa richiesta',
    confirm: 'Ritirare questa richiesta?',
    final: 'Il gestore non la vedrà più. Potrà farne un’altra.',
    act: 'Ritira',
    sending: 'La richiesta viene ritirata …',
    stopped: 'Ha interrotto prima che il servizio rispondesse. La invii di nuovo: viene ritirata una sola volta.',
  },
  ask: {
    open: 'Chiedi la cancellazione di questi consensi',
    heading: 'Chiedere una cancellazione',
    says: (count, written) =>
      `Lei chiede la cancellazione ${count === 1 ? 'del consenso' : `dei ${written} consensi`} di questa pagina. Per ora non si cancella nulla: il gestore vede la richiesta e decide. I consensi della persona sotto altri valori non ne fanno parte: li cerchi e faccia la richiesta anche per quelli.`,
    cut: (most) =>
      `Una richiesta indica al massimo ${most} consensi, perciò questa indica i più recenti. Per gli altri ne faccia un’altra.`,
    already: 'Alcuni di questi consensi sono già in una richiesta aperta.',
    received: 'Quando Le è giunta la richiesta della persona?',
    receivedHint:
      'Il giorno della lettera, della telefonata o della visita. Un mese dopo la persona deve avere una risposta.',
    receivedWrong: 'Indichi un giorno che non sia nel futuro.',
    reason: 'Perché i consensi vanno cancellati? (articolo 17, paragrafo 1, GDPR)',
    reasonWrong: 'Scelga il motivo.',
    inForce: (count, written) =>
      `${count === 1 ? 'Uno di questi consensi è' : `${written} di questi consensi sono`} in vigore: nessuna revoca è registrata. Prima la registri, o la faccia registrare da chi può.`,
    revoke: (given) => `Registra la revoca del consenso dato il ${given}`,
    revokeAll: (button) =>
      `Le registri una per una, o tutte insieme con «${button}» in questa pagina. Ciò che ha scritto qui resta.`,
    choose: 'Scegliere …',
    extent: 'Che cosa va cancellato?',
    reference: 'Suo riferimento (facoltativo)',
    referenceHint:
      'Per esempio DSR-2026/114: lettere senza accenti, cifre e . _ / # -. Resta dopo la cancellazione: non scriva nomi, codici fiscali né altro della persona.',
    referenceWrong: 'Al massimo 64 lettere senza accenti, cifre e . _ / # -, senza spazi.',
    referencePersonal:
      'È un valore della persona, o ne contiene uno. Resterebbe dopo la cancellazione: usi un numero delle Sue pratiche.',
    proceed: 'Continua',
    back: 'Indietro',
    confirm: 'Chiedere questa cancellazione?',
    final: 'Da quel momento il gestore può eseguirla. Ciò che è cancellato non torna.',
    stored: 'Viene conservato questo, con gli id dei consensi e il Suo numero di utente, e nulla della persona:',
    act: 'Chiedi la cancellazione',
    sending: 'La richiesta viene inviata …',
    stopped:
      'Ha interrotto prima che il servizio rispondesse. La invii di nuovo senza modifiche: viene fatta una sola volta.',
    done: (day) => `Il gestore ha la Sua richiesta. La persona deve avere una risposta entro il ${day}.`,
    all: 'Tutte le richieste',
  },
};
