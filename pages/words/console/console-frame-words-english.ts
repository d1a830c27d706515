import type { FrameWords } from './console-frame-words-words.ts';

export const english: FrameWords = {
  name: 'Consent register',
  navigation: 'Pages',
  find: 'Find',
  consents: 'Consents',
  notices: 'Notices',
  overview: 'Overview',
  language: 'Language',
  skip: 'Skip to the content',
  nowhere: 'No such page',
  nowhereMeaning: 'There is no page at this address. The address may be cut off.',
  fault: 'This page failed',
  faultMeaning: 'Something in this page went wrong. Nothing in the register has changed by it.',
  again: 'Show the page again',
  toBeginning: 'To the first page',
};
