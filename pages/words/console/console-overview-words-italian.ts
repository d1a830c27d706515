import type { OverviewWords } from './console-overview-words-words.ts';

export const italian: OverviewWords = {
  heading: 'Panoramica',
  project: 'Progetto',
  countedUntil: (time) => `Conteggio fino a ${time}.`,
  utc: 'I mesi sono quelli di UTC. Un consenso la cui validità finisce oggi non è in vigore.',
  none: 'Non ci sono ancora cifre.',
  noneMeaning:
    'Il log del registro conta i consensi per mese, alcuni minuti dopo che sono dati. Se il registro è più vecchio del suo log, o non ne tiene uno, il gestore deve predisporlo.',
  unit: 'consensi',
  inForce: 'In vigore alla fine di ogni mese',
  inForceSays: (first, last, from, to) =>
    `Linea dei consensi in vigore alla fine di ogni mese: ${first} in ${from}, ${last} in ${to}.`,
  flow: 'Dati e revocati in ogni mese',
  flowSays: (given, withdrawn, from, to) =>
    `Barre dei consensi di ogni mese da ${from} a ${to}: in tutto ${given} dati e ${withdrawn} revocati.`,
  upwards: 'Dati, verso l’alto',
  downwards: 'Revocati, verso il basso',
  shares: 'In vigore adesso, per versione dell’informativa',
  sharesSay: (count) => `Barre delle quote di ${count} consensi. La tabella sotto ha le cifre.`,
  noneInForce: 'Nessun consenso è in vigore.',
  version: (notice, version) => `${notice}, versione ${version}`,
  figures: 'Le cifre',
  columns: {
    month: 'Mese',
    given: 'Dati',
    withdrawn: 'Revocati',
    inForce: 'In vigore',
    version: 'Versione dell’informativa',
    share: 'Quota',
  },
};
