import type { Language } from '../../console/locale.ts';
import { english } from '../../console/words/english.ts';
import { words as german } from '../../console/words/loaded/de.ts';
import { words as spanish } from '../../console/words/loaded/es.ts';
import { words as french } from '../../console/words/loaded/fr.ts';
import { words as italian } from '../../console/words/loaded/it.ts';
import type { ConsoleWords } from '../../console/words/words.ts';

/** All that the console says, in each of its languages. */
export const consoleWords: Readonly<Record<Language, ConsoleWords>> = {
  en: english,
  it: italian,
  de: german,
  fr: french,
  es: spanish,
};
