import { words as german } from '../../pages/words/console/deu.ts';
import type { ConsoleWords } from '../../pages/words/console/eng.ts';
import { words as english } from '../../pages/words/console/eng.ts';
import { words as french } from '../../pages/words/console/fra.ts';
import { words as italian } from '../../pages/words/console/ita.ts';
import type { Language } from '../../pages/words/console/language-tags.ts';
import { words as spanish } from '../../pages/words/console/spa.ts';

/** All that the console says, in each of its languages. */
export const consoleWords: Readonly<Record<Language, ConsoleWords>> = {
  en: english,
  it: italian,
  de: german,
  fr: french,
  es: spanish,
};
