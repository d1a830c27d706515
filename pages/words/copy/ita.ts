import type { CopyWords } from './eng.ts';

export const ita: CopyWords = {
  heading: 'Una copia per questa persona',
  says: (count) =>
    `La copia contiene ogni consenso con i valori scelti in questa pagina (${count}): ciò che la persona ha inviato, le prove, ciò che il registro ha osservato, i testi e i diritti della persona. È un solo file ZIP. Telefoni e computer lo aprono: contiene una pagina da leggere e stampare e gli stessi dati per i programmi.`,
  whose: 'Si assicuri di chi la chiede. Non deve contenere dati di altri.',
  areOne: 'Tutti questi consensi sono della stessa persona',
  confirmOne: 'Guardi di chi sono i consensi, e lo confermi. Oppure cerchi con un valore in più.',
  lang: 'Lingua della pagina',
  letter: 'Il Suo testo in cima alla pagina',
  letterHint:
    'Ciò che l’articolo 15 Le chiede di dire e che nessuna informativa dice, come destinatari o trasferimenti. Senza di esso, la pagina dice che Lei risponde a parte.',
  make: 'Crea la copia',
  cancel: 'Non crearla',
  progress: (read, all) => `Letti: ${read} di ${all} …`,
  stop: 'Interrompi',
  stopped: 'Lei ha interrotto. Non è stata creata alcuna copia.',
  again: 'Riprova',
  incomplete: (read, all) =>
    `Non è stata creata alcuna copia, perché si sono potuti leggere solo ${read} consensi su ${all}. Questi no:`,
  altered: 'Il documento arrivato non è quello firmato. Riprovi, e se accade di nuovo lo dica al gestore.',
  tooLarge:
    'Non è stata creata alcuna copia: di questa persona c’è più di quanto un browser possa contenere. Chieda la copia al gestore, che la crea con il comando person export.',
  nothing: 'Non è stata creata alcuna copia: non ci sono più consensi con questi valori.',
  done: (count) => `La copia è completa. Consensi contenuti: ${count}.`,
  save: 'Salva la copia',
  saved: 'Il browser l’ha salvata come',
  check:
    'La apra prima di consegnarla: tutto deve riguardare questa persona. La consegni in modo riservato, e poi la cancelli.',
  hash: 'SHA-256 del suo data.json, da conservare con la richiesta',
  further: 'Altri consensi hanno un valore in comune con questa persona, ma non tutti quelli che Lei ha scelto:',
  atLeast: (count) => `almeno ${count}`,
  furtherDo: 'Guardi di chi sono. Se sono della stessa persona, crei una copia anche con questo valore.',
  notLooked:
    'Non si è potuto controllare se altri consensi hanno un valore in comune con questa persona. Cerchi Lei con gli altri valori della persona.',
  close: 'Chiudi',
  throwAway: 'Chiudi senza salvare',
  unsaved: 'La copia non è salvata. La salvi, oppure chiuda ancora una volta per scartarla.',
};
