import type { Language } from '../i18n/index.ts';
import { chooseLanguage, isLanguage } from '../i18n/index.ts';

const place = 'consent-register-language';

/** The language that the reader chose before, otherwise the browser's. A browser without storage has only the latter. */
export const recallLanguage = (): Language => {
  try {
    const kept = localStorage.getItem(place) ?? '';
    if (isLanguage(kept)) return kept;
  } catch {}
  return chooseLanguage(navigator.languages);
};

export const keepLanguage = (language: Language): void => {
  try {
    localStorage.setItem(place, language);
  } catch {}
};
