import type { ConsoleMarkupWords } from './console-markup-words-words.ts';

export const english: ConsoleMarkupWords = {
  notShown: 'This page cannot show how it looked. Reload the page. The source is below.',
};
