import type { ConsoleMarkupWords } from './console-markup-words-words.ts';

export const german: ConsoleMarkupWords = {
  notShown:
    'Diese Seite kann gerade nicht zeigen, wie es aussah. Bitte laden Sie die Seite neu. Der Quelltext steht darunter.',
};
