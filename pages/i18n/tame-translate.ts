import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { catalogues } from './catalogues.ts';
import type { MessageKey, Translate } from './format.ts';
import { newTranslate } from './format.ts';
import type { PageLang } from './index.ts';
import { tagOfLang } from './index.ts';

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
