import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleWords } from '../words/console/eng.ts';
import { english } from '../words/console/eng.ts';
import type { Language } from '../words/console/languages.ts';
import { chooseLanguage, chooseRegion, isLanguage } from './locale.ts';
import type { Writing } from './writing.ts';
import { writingOf } from './writing.ts';

const place = 'consent-register-language';

/** The language that the reader chose before, otherwise the browser's. A browser without storage has only the latter. */
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

/** A language with its loaded words. */
export interface Spoken {
  readonly language: Language;
  readonly words: ConsoleWords;
}

/** English is part of the program, so it is the fallback. */
export const inEnglish: Spoken = { language: 'en', words: english };

export const LanguageContext = createContext<Spoken>(inEnglish);

export const useLanguage = (): Language => useContext(LanguageContext).language;

/** The texts of a section of the console in the current language. */
export const useWords = <Room extends keyof ConsoleWords>(room: Room): ConsoleWords[Room] =>
  useContext(LanguageContext).words[room];

export const useWriting = (): Writing => writingOf(chooseRegion(useLanguage(), navigator.languages));
