import { useEffect, useRef, useState } from 'preact/hooks';
import type { Catalogue } from '../../i18n/format.ts';
import type { Language } from '../../i18n/index.ts';
import { chooseLanguage, isLanguage } from '../../i18n/index.ts';
import type { Spoken } from '../language.ts';
import { newSpoken } from '../language.ts';
import { catalogueFile } from '../page-settings.ts';

/** A language with its messages. @throws Error if its file cannot be loaded */
const loadLanguage = async (language: Language): Promise<Spoken> => {
  const answer = await fetch(catalogueFile(language));
  if (!answer.ok) throw new Error(`The catalogue of ${language} was not answered: ${answer.status}.`);
  const catalogue: Catalogue = await answer.json();
  return newSpoken(language, catalogue);
};

/** A language that is loading, or that could not be loaded. */
export interface Awaited {
  readonly language: Language;
  readonly is: 'loading' | 'failed';
}

/** The current language, and the one that is loading. */
export interface Speech {
  /** Undefined until the first language is loaded. */
  readonly spoken: Spoken | undefined;
  readonly awaited: Awaited | undefined;
  readonly choose: (language: Language) => void;
  /** Stays with the current language, or takes English if there is none. */
  readonly stay: () => void;
}

/**
 * The reader's language. If a language cannot be loaded, the page keeps the current one, or takes English if there is none, and says so until the
 * reader chooses another.
 */
export const useSpeech = (): Speech => {
  const [first] = useState(recallLanguage);
  const [spoken, speak] = useState<Spoken>();
  const [awaited, setAwaited] = useState<Awaited | undefined>({ language: first, is: 'loading' });
  const latest = useRef<Language | undefined>(undefined);
  const isSpeaking = useRef(false);
  const loaded = useRef(new Map<Language, Spoken>());
  const load = async (language: Language): Promise<Spoken> => {
    const found = loaded.current.get(language) ?? (await loadLanguage(language));
    loaded.current.set(language, found);
    return found;
  };
  const begin = (next: Spoken): void => {
    isSpeaking.current = true;
    speak(next);
  };
  /** English, if nothing else was spoken by then. */
  const fallBack = async (): Promise<void> => {
    if (isSpeaking.current) return;
    const english = await load('en').catch(() => undefined);
    if (english !== undefined && !isSpeaking.current) begin(english);
  };
  const turnTo = async (language: Language): Promise<boolean> => {
    latest.current = language;
    const isLatest = (): boolean => latest.current === language;
    setAwaited({ language, is: 'loading' });
    try {
      const found = await load(language);
      if (!isLatest()) return false;
      begin(found);
      setAwaited(undefined);
      return true;
    } catch {
      if (!isLatest()) return false;
      if (language !== 'en') await fallBack();
      if (isLatest()) setAwaited({ language, is: 'failed' });
      return false;
    }
  };
  const stay = (): void => {
    if (!isSpeaking.current) {
      void turnTo('en');
      return;
    }
    latest.current = undefined;
    setAwaited(undefined);
  };
  useEffect(() => {
    void turnTo(first);
    const forgetFailure = (): void =>
      setAwaited((one) => (one?.is === 'failed' && isSpeaking.current ? undefined : one));
    addEventListener('hashchange', forgetFailure);
    return () => removeEventListener('hashchange', forgetFailure);
  }, []);
  const choose = async (language: Language): Promise<void> => {
    if (await turnTo(language)) keepLanguage(language);
  };
  return { spoken, awaited, choose: (language) => void choose(language), stay };
};

const place = 'consent-register-language';

/** The language that the reader chose before, otherwise the browser's. A browser without storage has only the latter. */
const recallLanguage = (): Language => {
  try {
    const kept = localStorage.getItem(place) ?? '';
    if (isLanguage(kept)) return kept;
  } catch {}
  return chooseLanguage(navigator.languages);
};

const keepLanguage = (language: Language): void => {
  try {
    localStorage.setItem(place, language);
  } catch {}
};
