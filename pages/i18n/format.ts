import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageArguments } from './arguments.ts';
import type english from './en.json';

/** The name of a message. */
export type MessageKey = keyof typeof english;

/** The messages of a language in ICU MessageFormat. Text between backticks is code. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

/**
 * Fills in a message: `t('consents.since', { time })`. Values are written as they come: times, and numbers that no plural form depends on, are
 * formatted before. Where a message has a case `none`, the word `none` stands for a value that is absent.
 */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: Key extends keyof MessageArguments ? [values: MessageArguments[Key]] : []
) => string;

type Values = Readonly<Record<string, string | number | boolean>>;

/** Before the eighth and the eleventh an Italian article loses its vowel. Values are objects here, so that they stay apart from the message. */
const formatItalian = (format: IntlMessageFormat, values: Values): string =>
  format
    .formatToParts<{ readonly toString: () => string }>(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? { toString: () => value } : value,
        ]),
      ),
    )
    .reduce((text, { value }) => {
      const next = String(value);
      return /^(?:8|11) /.test(next)
        ? `${text
            .replace(/\bil $/, 'l’')
            .replace(/\bIl $/, 'L’')
            .replace(/\b([Dd])al $/, '$1all’')}${next}`
        : text + next;
    }, '');

/** The messages of a language. @param locale the reader's variant of the language (BCP 47), for numbers and plural forms */
export const newTranslate = (catalogue: Catalogue, locale: string): Translate => {
  const formatOf = madeOnce(
    (key: MessageKey) => new IntlMessageFormat(catalogue[key], locale, undefined, { ignoreTag: true }),
  );
  const isItalian = locale.startsWith('it');
  return (key: MessageKey, values: Values = {}) =>
    isItalian ? formatItalian(formatOf(key), values) : String(formatOf(key).format({ ...values }));
};

/** Makes a value once per key: for slow values, such as formatters of `Intl`, that every row of a page needs. */
export const madeOnce = <Key, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const made = new Map<Key, { readonly it: Made }>();
  return (key) => {
    const { it } = made.get(key) ?? { it: make(key) };
    made.set(key, { it });
    return it;
  };
};
