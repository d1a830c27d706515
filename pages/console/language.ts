import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Catalogue, MessageKey, Translate } from '../i18n/format.ts';
import { newTranslate } from '../i18n/format.ts';
import type { Language } from '../i18n/index.ts';
import { chooseRegion } from '../i18n/index.ts';
import type { EvidenceText } from '../sentences/writing.ts';
import { newWriting } from '../sentences/writing.ts';
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

/** The same, with what sentences about a consent and its evidence are written with. */
export const useEvidenceText = (): EvidenceText => useSpoken();

export const useWriting = (): Writing => writingOf(chooseRegion(useLanguage(), navigator.languages));
