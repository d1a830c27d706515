import type { Lang } from './vocabulary.ts';

/** The languages in the codes of web pages (BCP 47), with their own names. */
export const languageNames: Readonly<Record<Lang, { readonly tag: string; readonly name: string }>> = {
  ita: { tag: 'it', name: 'Italiano' },
  eng: { tag: 'en', name: 'English' },
  spa: { tag: 'es', name: 'Español' },
  deu: { tag: 'de', name: 'Deutsch' },
  fra: { tag: 'fr', name: 'Français' },
  tur: { tag: 'tr', name: 'Türkçe' },
  por: { tag: 'pt', name: 'Português' },
  rus: { tag: 'ru', name: 'Русский' },
  ukr: { tag: 'uk', name: 'Українська' },
};
