import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from './locale.ts';
import { chooseLanguage, chooseRegion, isLanguage } from './locale.ts';
import type { Writing } from './writing.ts';
import { writingOf } from './writing.ts';

/** Words of a part of the console in each of its languages. */
export type Translations<Words> = Readonly<Record<Language, Words>>;

const place = 'consent-register-language';

/** The language that the reader chose before, or else that of the browser. A browser that keeps nothing has only the latter. */
export const recallLanguage = (): Language => {
  try {
    const kept = localStorage.getItem(place) ?? '';
    if (isLanguage(kept)) return kept;
  } catch {}
  return chooseLanguage(navigator.languages);
};

export const keepLanguage = (language: Language): void => {
  try {
    localStorage.setItem(place, language);
  } catch {}
};

export const LanguageContext = createContext<Language>('en');

export const useLanguage = (): Language => useContext(LanguageContext);

export const useWords = <Words>(translations: Translations<Words>): Words => translations[useLanguage()];

export const useWriting = (): Writing => writingOf(chooseRegion(useLanguage(), navigator.languages));
