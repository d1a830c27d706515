import type { ConsoleMarkupWords } from './words.ts';

export const english: ConsoleMarkupWords = {
  notShown: 'This page cannot show how it looked. Reload the page. The source is below.',
};
