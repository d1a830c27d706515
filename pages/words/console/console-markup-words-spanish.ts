import type { ConsoleMarkupWords } from './console-markup-words-words.ts';

export const spanish: ConsoleMarkupWords = {
  notShown:
    'Esta página no puede mostrar ahora el aspecto original. Vuelva a cargar la página. El texto fuente figura debajo.',
};
