import type { VNode } from 'preact';
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { EvidenceText } from '../describe/writing.ts';
import { newWriting } from '../describe/writing.ts';
import type { Catalogue, MessageKey, Translate } from '../i18n/format.ts';
import { newTranslate } from '../i18n/format.ts';
import type { Language } from '../i18n/index.ts';
import { chooseLanguage, chooseRegion, isLanguage } from '../i18n/index.ts';
import { catalogueFile, readAwaited } from './page-settings.ts';
import type { Writing } from './writing.ts';
import { writingOf } from './writing.ts';

/** A language with its loaded messages. */
export interface Spoken extends EvidenceText {
  readonly language: Language;
  /** Whether there is a message of this name: a service that is newer than the page may name others. */
  readonly isMessage: (key: string) => key is MessageKey;
}

/** A language from its catalogue, in the reader's variant of it. */
export const newSpoken = (language: Language, catalogue: Catalogue): Spoken => {
  const region = chooseRegion(language, navigator.languages);
  const t = newTranslate(catalogue, region);
  return {
    language,
    t,
    isMessage: (key): key is MessageKey => Object.hasOwn(catalogue, key),
    writing: newWriting(t, region),
  };
};

export const LanguageContext = createContext<Spoken | undefined>(undefined);

/** @throws Error outside of a page, which always has a language */
const useSpoken = (): Spoken => {
  const spoken = useContext(LanguageContext);
  if (spoken === undefined) throw new Error('There is no language.');
  return spoken;
};

export const useLanguage = (): Language => useSpoken().language;

/** The messages of the console in the current language. */
export const useText = (): Translate => useSpoken().t;

export const useIsMessage = (): Spoken['isMessage'] => useSpoken().isMessage;

export const useWriting = (): Writing => writingOf(chooseRegion(useLanguage(), navigator.languages));

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

/** Milliseconds until the page says that a language is loading. A quick one does not flicker. */
const told = 300;

/**
 * A message in a language that is not loaded: that it is loading, or that loading failed.
 *
 * @param stay offered if the page shows nothing else
 */
export const AwaitedLanguage = ({
  awaited: { language, is },
  choose,
  stay,
}: {
  readonly awaited: Awaited;
  readonly stay?: Speech['stay'];
} & Pick<Speech, 'choose'>): VNode | null => {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    setTold(false);
    const timer = setTimeout(setTold, told, true);
    return () => clearTimeout(timer);
  }, [language, is]);
  if (is === 'failed')
    return (
      <div class="failed" role="alert" lang={language}>
        <p>{readAwaited(language, 'failed')}</p>
        <p>
          <button type="button" onClick={() => choose(language)}>
            {readAwaited(language, 'again')}
          </button>
        </p>
      </div>
    );
  return (
    <div class="waiting" lang={language}>
      <span role="status">{isTold ? readAwaited(language, 'loading') : ''}</span>
      {isTold && stay && language !== 'en' && (
        <>
          {' '}
          <button type="button" class="plain" onClick={stay}>
            {readAwaited(language, 'inEnglish')}
          </button>
        </>
      )}
    </div>
  );
};
