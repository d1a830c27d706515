import { languageNames } from './language-names.ts';

/** Codes of ISO 639-2 for bibliographies, where they differ. */
const bibliographic: Readonly<Record<string, keyof typeof languageNames>> = { ger: 'deu', fre: 'fra' };

/** The language that a wrong code stands for: `en`, `EN`, `en-GB` and `english` for `eng`, `ger` for `deu`. */
const findMeant = (given: string): keyof typeof languageNames | undefined => {
  const [code = ''] = given.slice(0, 35).toLowerCase().split(/[-_]/);
  const named = Object.entries(languageNames).find(([lang, { tag, english }]) =>
    [lang, tag, english.toLowerCase()].includes(code),
  )?.[0];
  return (
    (named as keyof typeof languageNames | undefined) ??
    (Object.hasOwn(bibliographic, code) ? bibliographic[code] : undefined)
  );
};

/** What to write in place of a wrong code, as a sentence after another one; empty if nobody knows. */
export const sayMeantLanguage = (given: unknown): string => {
  const meant = typeof given === 'string' ? findMeant(given) : undefined;
  return meant === undefined ? '' : ` Write ${meant} for ${languageNames[meant].english}.`;
};
