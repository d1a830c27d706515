import type { ConsoleMarkupWords } from './words.ts';

export const english: ConsoleMarkupWords = {
  notShown: 'This page cannot show now how it looked. Load the page again. As it is written, it stands below.',
};
