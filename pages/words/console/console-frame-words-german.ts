import type { FrameWords } from './console-frame-words-words.ts';

export const german: FrameWords = {
  name: 'Einwilligungsregister',
  navigation: 'Seiten',
  find: 'Suchen',
  consents: 'Einwilligungen',
  notices: 'Hinweise',
  overview: 'Übersicht',
  language: 'Sprache',
  skip: 'Zum Inhalt',
  nowhere: 'Keine solche Seite',
  nowhereMeaning: 'Unter dieser Adresse gibt es keine Seite. Die Adresse ist vielleicht abgeschnitten.',
  fault: 'Diese Seite ist fehlgeschlagen',
  faultMeaning: 'Auf dieser Seite ist etwas fehlgeschlagen. Im Register hat sich dadurch nichts geändert.',
  again: 'Seite erneut zeigen',
  toBeginning: 'Zur ersten Seite',
};
