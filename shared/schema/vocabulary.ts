import * as v from 'valibot';
import { ruleMessage } from './scalar.ts';

export const languages = ['ita', 'eng', 'spa', 'deu', 'fra', 'tur', 'por', 'rus', 'ukr'] as const;
export const channels = ['web', 'web.form', 'web.social.login', 'email', 'app.form'] as const;

/** Languages of a consent and of a notice's texts (docs/api.md, Scalars). */
export const Lang = v.pipe(
  v.picklist(languages, ({ input }) =>
    ruleMessage('unknown', `Must be one of ${languages.join(', ')}.${suggestLanguage(input)}`),
  ),
  v.description('Code of the language in which the person saw the text (ISO 639-3).'),
);
export type Lang = v.InferOutput<typeof Lang>;

/** How a consent or a revocation reached the caller (docs/api.md, Scalars). */
export const Channel = v.pipe(
  v.picklist(channels, ruleMessage('unknown', `Must be one of ${channels.join(', ')}.`)),
  v.description('How a consent or a revocation reached you.'),
);
export type Channel = v.InferOutput<typeof Channel>;

/** Texts by language. */
export const texts = v.record(Lang, v.string());

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
export const suggestLanguage = (given: unknown): string => {
  const meant = typeof given === 'string' ? findMeant(given) : undefined;
  return meant === undefined ? '' : ` Write ${meant} for ${languageNames[meant].english}.`;
};

/** The languages of consents and notices in the codes of web pages (BCP 47), with their own names and in English. */
export const languageNames = {
  ita: { tag: 'it', name: 'Italiano', english: 'Italian' },
  eng: { tag: 'en', name: 'English', english: 'English' },
  spa: { tag: 'es', name: 'Español', english: 'Spanish' },
  deu: { tag: 'de', name: 'Deutsch', english: 'German' },
  fra: { tag: 'fr', name: 'Français', english: 'French' },
  tur: { tag: 'tr', name: 'Türkçe', english: 'Turkish' },
  por: { tag: 'pt', name: 'Português', english: 'Portuguese' },
  rus: { tag: 'ru', name: 'Русский', english: 'Russian' },
  ukr: { tag: 'uk', name: 'Українська', english: 'Ukrainian' },
} as const;
