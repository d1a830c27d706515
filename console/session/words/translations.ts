import type { Translations } from '../../language.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { spanish } from './spanish.ts';
import type { SessionWords } from './words.ts';

export const sessionWords: Translations<SessionWords> = {
  en: english,
  it: italian,
  de: german,
  fr: french,
  es: spanish,
};
