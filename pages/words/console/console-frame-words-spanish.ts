import type { FrameWords } from './console-frame-words-words.ts';

export const spanish: FrameWords = {
  name: 'Registro de consentimientos',
  navigation: 'Páginas',
  find: 'Buscar',
  consents: 'Consentimientos',
  notices: 'Avisos',
  overview: 'Resumen',
  language: 'Idioma',
  skip: 'Ir al contenido',
  nowhere: 'No existe esa página',
  nowhereMeaning: 'No hay ninguna página en esta dirección. La dirección puede estar cortada.',
  fault: 'Esta página ha fallado',
  faultMeaning: 'Algo ha fallado en esta página. Nada ha cambiado por ello en el registro.',
  again: 'Mostrar la página de nuevo',
  toBeginning: 'A la primera página',
};
