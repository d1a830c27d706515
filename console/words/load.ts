import type { Language } from '../locale.ts';
import { wordsFile } from '../page-settings.ts';
import { english } from './english.ts';
import type { ConsoleWords } from './words.ts';

let failures = 0;

/**
 * The words of a language. Each but English is a file of its own, and a reader loads that of hers. A browser does not ask again for a module
 * that did not come, so that each new attempt has an address of its own.
 *
 * @throws Error where the file does not come
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
