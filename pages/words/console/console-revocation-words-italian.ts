import type { RevocationWords } from './console-revocation-words-words.ts';

export const italian: RevocationWords = {
  heading: 'Revocare un consenso',
  consequences: [
    'Da quel momento il consenso non è più in vigore, e ogni ricerca dei Suoi siti lo dice.',
    'Resta nel registro come prova, con quanto Lei scrive qui. Ciò che è stato fatto prima resta lecito.',
    'Nel registro nulla si può annullare. Chi acconsente di nuovo dà un nuovo consenso.',
  ],
  reason: 'Motivo',
  reasonHint: 'Perché il consenso viene revocato, per esempio: richiesto per e-mail il 20 novembre.',
  channel: 'Come la persona lo ha chiesto',
  channelHint: 'Per una lettera o una telefonata scelga la voce più vicina, e lo scriva nel motivo.',
  choose: 'Scegliere …',
  url: 'Indirizzo della pagina (facoltativo)',
  urlHint: 'Dove la persona lo ha chiesto, se su una pagina. Comincia con https:// o http://.',
  request: 'Parole della persona (facoltativo)',
  requestHint:
    'Il testo della sua e-mail o del suo modulo è conservato come prova. In tutto può essere lungo un milione di lettere.',
  wrong: {
    'reason-missing': 'Scriva un motivo.',
    'channel-missing': 'Scelga come la persona lo ha chiesto.',
    'url-malformed': 'Non è l’indirizzo di una pagina. Comincia con https:// o http://.',
    'too-long': 'In tutto supera un milione di lettere. Abbrevi il testo.',
  },
  proceed: 'Continua',
  back: 'Torna al consenso',
  confirm: 'Revocare questo consenso?',
  final: 'Non si può annullare.',
  revoke: 'Revoca ora',
  change: 'Non ancora',
  sending: 'Revoca in corso …',
  stopped: 'Non si sa se il consenso sia stato revocato. Riprovi: viene revocato una volta sola.',
  again: 'Riprova',
  done: 'Il consenso è revocato',
  revokedAt: (time) => `Revocato il ${time}.`,
  holds: 'Non è più in vigore. Il documento di prova mostra la revoca con il suo motivo.',
  notThis:
    'Un’altra revoca è arrivata prima della Sua. Resta la prima, con il suo motivo; la Sua non è stata registrata.',
  toEvidence: 'Al consenso e alla sua prova',
  already: (time) => `Questo consenso è stato revocato il ${time}. Resta la prima revoca.`,
  erased: (time) => `I dati personali di questo consenso sono stati cancellati il ${time}. Non c’è nulla da revocare.`,
  readOnly: 'Lei può solo leggere. Un gestore può darLe il ruolo che serve. Se è già avvenuto, esca e acceda di nuovo.',
};
