import type { FrameWords } from './console-frame-words-words.ts';

export const italian: FrameWords = {
  name: 'Registro dei consensi',
  navigation: 'Pagine',
  find: 'Cerca',
  consents: 'Consensi',
  notices: 'Informative',
  overview: 'Panoramica',
  language: 'Lingua',
  skip: 'Vai al contenuto',
  nowhere: 'Pagina inesistente',
  nowhereMeaning: 'A questo indirizzo non c’è nessuna pagina. L’indirizzo potrebbe essere incompleto.',
  fault: 'Questa pagina non ha funzionato',
  faultMeaning: 'Qualcosa in questa pagina non ha funzionato. Nel registro non è cambiato nulla per questo.',
  again: 'Mostra di nuovo la pagina',
  toBeginning: 'Alla prima pagina',
};
