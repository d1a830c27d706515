import type { ConsoleMarkupWords } from './console-markup-words-words.ts';

export const italian: ConsoleMarkupWords = {
  notShown:
    'Al momento questa pagina non può mostrare l’aspetto originale. Ricaricare la pagina. Il testo sorgente è riportato sotto.',
};
