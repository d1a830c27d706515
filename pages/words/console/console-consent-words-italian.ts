import type { ConsentWords } from './console-consent-words-words.ts';

export const italian: ConsentWords = {
  title: 'Consenso',
  verifying: 'Verifica in corso …',
  cannotVerify:
    'Questo browser non può verificare il documento qui, perciò la pagina non ne mostra nulla. Apra la pagina via https, con un browser recente.',
  askedTime: 'In un altro momento (UTC)',
  askedKind: 'Giorno, mese o ora',
  timeKinds: { day: 'Giorno', month: 'Mese', time: 'Giorno e ora' },
  show: 'Mostra',
  now: 'Adesso',
  who: 'Chi ha acconsentito, e a che cosa',
  given: 'Dato',
  agreedTo: 'A che cosa',
  actions: 'Che cosa può fare',
  person: 'Tutti i consensi di questa persona',
  revoke: 'Revoca questo consenso',
  version: 'Questa versione dell’informativa',
  saidAndSeen: 'Che cosa ha detto il sito, e che cosa ha osservato il registro',
  evidence: {
    heading: 'Documento di prova',
    says: 'Il documento firmato contiene tutto ciò che mostra questa pagina, e altro. Chi lo ha può verificarlo senza questo registro.',
    save: 'Salva il documento',
    savePage: 'Salva come pagina',
    savePageFailed:
      'La pagina non si è potuta fare: manca la rete, o la console ora è una più nuova. Il documento si può salvare lo stesso.',
    signedFor: (span) =>
      `Il documento è stato firmato con la risposta per ${span}. Dice lo stato anche in ogni altro momento.`,
    signedForNow: 'Il documento è stato firmato con la risposta per adesso. Dice lo stato anche in ogni altro momento.',
    sign: 'Lo faccia firmare per il momento che ha chiesto',
    print: 'Stampa questa pagina',
    unchanged: 'Invariato da quando è stato firmato',
    trust:
      'Il Suo browser ha controllato la firma e ogni parte. Ha ricevuto il documento, con dentro la chiave, dal registro in cui ha fatto l’accesso. Questo quindi non prova di chi è la chiave: confronti l’impronta con quella che il gestore ha pubblicato altrove.',
    open: (count) =>
      count === 1 ? 'Una cosa deve valutarla Lei: si veda sotto.' : `${count} cose deve valutarle Lei: si veda sotto.`,
    thumbprint: 'Impronta della chiave',
    keyId: 'Id della chiave',
    issued: 'Rilasciato',
    handOn: 'Come consegnarlo',
    verifyWith:
      'Chi ha il file e la chiave lo verifica con questo comando, o trascina entrambi sulla pagina verify.html:',
    asPage:
      '«Salva come pagina» fa un file che ogni browser apre senza rete: mostra il documento e lo verifica, in inglese. Il gestore fa lo stesso con questo comando:',
    refused: 'Rifiutato',
    refusedSays: (places) =>
      `Il documento arrivato non è quello che è stato firmato. L’errore è in: ${places}. La pagina non ne mostra nulla, perché qualcuno potrebbe averlo modificato.`,
    otherConsent: 'Il documento arrivato è quello di un altro consenso. La pagina non ne mostra nulla.',
    refusedDo:
      'Riprovi. Se viene rifiutato di nuovo, avvisi il gestore: qualcosa tra il registro e Lei modifica ciò che viene inviato.',
  },
};
