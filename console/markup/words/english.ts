import type { ConsoleMarkupWords } from './words.ts';

export const english: ConsoleMarkupWords = {
  notShown: 'This page cannot show right now how it looked. Load the page again. Its source is below.',
};
