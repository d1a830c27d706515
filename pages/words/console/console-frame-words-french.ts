import type { FrameWords } from './console-frame-words-words.ts';

export const french: FrameWords = {
  name: 'Registre des consentements',
  navigation: 'Pages',
  find: 'Rechercher',
  consents: 'Consentements',
  notices: 'Notices',
  overview: 'Vue d’ensemble',
  language: 'Langue',
  skip: 'Aller au contenu',
  nowhere: 'Page introuvable',
  nowhereMeaning: 'Il n’y a aucune page à cette adresse. L’adresse est peut-être tronquée.',
  fault: 'Cette page n’a pas fonctionné',
  faultMeaning: 'Un problème est survenu dans cette page. Rien n’a changé pour autant dans le registre.',
  again: 'Afficher la page de nouveau',
  toBeginning: 'Vers la première page',
};
