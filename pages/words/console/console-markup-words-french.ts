import type { ConsoleMarkupWords } from './console-markup-words-words.ts';

export const french: ConsoleMarkupWords = {
  notShown:
    'Cette page ne peut pas montrer l’aspect d’origine pour le moment. Rechargez la page. Le texte source se trouve ci-dessous.',
};
