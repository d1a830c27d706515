import type { Language } from '../../words/console/language-tags.ts';
import { german } from '../../words/erasures/deu.ts';
import type { ErasureWords } from '../../words/erasures/eng.ts';
import { english } from '../../words/erasures/eng.ts';
import { french } from '../../words/erasures/fra.ts';
import { italian } from '../../words/erasures/ita.ts';
import { spanish } from '../../words/erasures/spa.ts';
import { useLanguage } from '../language.ts';

const words: Readonly<Record<Language, ErasureWords>> = {
  en: english,
  it: italian,
  de: german,
  fr: french,
  es: spanish,
};

export const useErasureWords = (): ErasureWords => words[useLanguage()];
