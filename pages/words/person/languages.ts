import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Lang } from '../../../shared/schema/vocabulary.ts';
import { languageNames } from '../../../shared/schema/vocabulary.ts';
import { deu } from './deu.ts';
import type { PersonWords } from './eng.ts';
import { eng } from './eng.ts';
import { fra } from './fra.ts';
import { ita } from './ita.ts';
import type { PageLang } from './page-langs.ts';
import { spa } from './spa.ts';

/** The languages that the page of a person is written in. */
export const personWords: Readonly<Record<PageLang, PersonWords>> = { eng, ita, deu, fra, spa };

/** Fills in what stands in braces. Nothing of what is filled in stays unseen. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : escapeInvisible(String(value));
  });

/** English dates are those of Europe. */
const localeOf = (lang: PageLang): string => (lang === 'eng' ? 'en-GB' : languageNames[lang].tag);

/** A moment as people of the language write it, in UTC. */
export const showMoment = (time: string | Date, lang: PageLang): string =>
  new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(time),
  );

/** What a language is called in another one. */
export const nameLanguageIn = (lang: PageLang, named: Lang): string =>
  new Intl.DisplayNames(localeOf(lang), { type: 'language' }).of(languageNames[named].tag) ?? languageNames[named].name;
