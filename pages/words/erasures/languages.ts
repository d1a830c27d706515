import type { Language } from '../console/language-tags.ts';
import { german } from './deu.ts';
import type { ErasureWords } from './eng.ts';
import { english } from './eng.ts';
import { french } from './fra.ts';
import { italian } from './ita.ts';
import { spanish } from './spa.ts';

/** What the console says of requests to erase, with all languages in one file. */
export const erasureWords: Readonly<Record<Language, ErasureWords>> = {
  en: english,
  it: italian,
  de: german,
  fr: french,
  es: spanish,
};
