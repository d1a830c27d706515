import { wordsFile } from '../../console/page-settings.ts';
import type { ConsoleWords } from './console-words.ts';
import { english } from './eng.ts';
import type { Language } from './languages.ts';

let failures = 0;

/**
 * The words of a language. Each language except English is a file of its own, loaded on demand. A browser does not retry a module that failed to
 * load, so each attempt has a new address.
 *
 * @throws Error if the file cannot be loaded
 */
export const loadWords = async (language: Language): Promise<ConsoleWords> => {
  if (language === 'en') return english;
  const file = wordsFile(language);
  try {
    const { words }: { readonly words: ConsoleWords } = await import(failures === 0 ? file : `${file}#${failures}`);
    return words;
  } catch (error) {
    failures += 1;
    throw error;
  }
};
