import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConsoleWords } from '../words/console/eng.ts';
import type { Language } from '../words/console/language-tags.ts';
import { chooseRegion } from './locale.ts';
import type { Writing } from './writing.ts';
import { writingOf } from './writing.ts';

/** A language with its loaded words. */
export interface Spoken {
  readonly language: Language;
  readonly words: ConsoleWords;
}

export const LanguageContext = createContext<Spoken | undefined>(undefined);

/** @throws Error outside of a page, which always has a language */
const useSpoken = (): Spoken => {
  const spoken = useContext(LanguageContext);
  if (spoken === undefined) throw new Error('There is no language.');
  return spoken;
};

export const useLanguage = (): Language => useSpoken().language;

/** The texts of a section of the console in the current language. */
export const useWords = <Room extends keyof ConsoleWords>(room: Room): ConsoleWords[Room] => useSpoken().words[room];

/** The same of a part of the console that has its words in all languages with it. */
export const useWordsOf = <Words>(inEach: Readonly<Record<Language, Words>>): Words => inEach[useLanguage()];

export const useWriting = (): Writing => writingOf(chooseRegion(useLanguage(), navigator.languages));
