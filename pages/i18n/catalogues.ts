import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import type { Catalogue, MessageKey, Translate } from './format.ts';
import { newTranslate } from './format.ts';
import fr from './fr.json' with { type: 'json' };
import type { Language, PageLang } from './index.ts';
import { tagOfLang } from './index.ts';
import it from './it.json' with { type: 'json' };

/** All catalogues: for pages that are one file in every language, and for pages that commands make. The console loads one. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { en, it, de, fr, es };

/** English dates are those of Europe. */
export const localeOf = (lang: PageLang): string => (lang === 'eng' ? 'en-GB' : tagOfLang(lang));

/** Messages in which invisible characters of values are written out. */
export const newTameTranslate = (lang: PageLang): Translate => {
  const t = newTranslate(catalogues[tagOfLang(lang)], localeOf(lang)) as (key: MessageKey, values: object) => string;
  return (key: MessageKey, values: object = {}) =>
    t(
      key,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? escapeInvisible(value) : value,
        ]),
      ),
    );
};
