import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleWords } from '../../words/console/eng.ts';
import { english } from '../../words/console/eng.ts';
import type { Language, LoadedLanguage } from '../../words/console/languages.ts';
import type { Spoken } from '../language.ts';
import { inEnglish, keepLanguage, recallLanguage } from '../language.ts';
import { wordsFile } from '../page-settings.ts';

let failures = 0;

/**
 * The words of a language. Each language except English is a file of its own, loaded on demand. A browser does not retry a module that failed to
 * load, so each attempt has a new address.
 *
 * @throws Error if the file cannot be loaded
 */
const loadWords = async (language: Language): Promise<ConsoleWords> => {
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

/** A language that is loading, or that could not be loaded. */
export interface Awaited {
  readonly language: LoadedLanguage;
  readonly is: 'loading' | 'failed';
}

/** The current language, and the one that is loading. */
export interface Speech {
  /** Undefined until the first language is loaded. */
  readonly spoken: Spoken | undefined;
  readonly awaited: Awaited | undefined;
  readonly choose: (language: Language) => void;
  /** Stays with the current language, or with English if there is none. */
  readonly stay: () => void;
}

/** The reader's language. If a language cannot be loaded, the page keeps the current one and says so until the reader chooses another. */
export const useSpeech = (): Speech => {
  const [first] = useState(recallLanguage);
  const [spoken, speak] = useState<Spoken | undefined>(first === 'en' ? inEnglish : undefined);
  const [awaited, setAwaited] = useState<Awaited | undefined>(
    first === 'en' ? undefined : { language: first, is: 'loading' },
  );
  const latest = useRef<Language | undefined>(undefined);
  const turnTo = async (language: Language): Promise<boolean> => {
    latest.current = language;
    const isLatest = (): boolean => latest.current === language;
    setAwaited(language === 'en' ? undefined : { language, is: 'loading' });
    try {
      const words = await loadWords(language);
      if (!isLatest()) return false;
      speak({ language, words });
      setAwaited(undefined);
      return true;
    } catch {
      if (!isLatest()) return false;
      speak((before) => before ?? inEnglish);
      if (language !== 'en') setAwaited({ language, is: 'failed' });
      return false;
    }
  };
  const stay = (): void => {
    latest.current = undefined;
    speak((before) => before ?? inEnglish);
    setAwaited(undefined);
  };
  useEffect(() => {
    if (first !== 'en') void turnTo(first);
    const forgetFailure = (): void => setAwaited((one) => (one?.is === 'failed' ? undefined : one));
    addEventListener('hashchange', forgetFailure);
    return () => removeEventListener('hashchange', forgetFailure);
  }, []);
  const choose = async (language: Language): Promise<void> => {
    if (await turnTo(language)) keepLanguage(language);
  };
  return { spoken, awaited, choose: (language) => void choose(language), stay };
};
