import type { Arrival } from '../../shared/consents/arrival.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { drawInlineFrame } from '../markup/framed-markup.ts';
import { makeInert } from '../markup/parsed-inert-markup.ts';
import { newHow } from '../words/evidence/intl-writing.ts';
import type { PersonWords } from '../words/person/eng.ts';
import { fill, nameLanguageIn, personWords, showMoment } from '../words/person/languages.ts';
import type { PageLang } from '../words/person/page-langs.ts';

/** How a page addresses a person: in the person's language, on behalf of an account. */
export interface Voice {
  readonly lang: PageLang;
  readonly words: PersonWords;
  /** Fills in the name of the account, and other given values. */
  readonly say: (text: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly moment: (time: string | Date) => string;
  readonly nameLanguage: (named: Lang) => string;
  /** How a consent came. */
  readonly how: (arrival: Arrival) => string;
  readonly markup: MarkupShowing;
  /** The name of a userData key: the site's label, or for keys common to all sites a word in the person's language. */
  readonly nameKey: (key: string, label: string | undefined) => string;
}

export const newVoice = (lang: PageLang, account: string): Voice => {
  const words = personWords[lang];
  const keys: Readonly<Record<string, string>> = words.keys;
  return {
    lang,
    words,
    say: (text, values = {}) => fill(text, { account, ...values }),
    moment: (time) => showMoment(time, lang),
    nameLanguage: (named) => nameLanguageIn(lang, named),
    how: newHow({
      channels: words.channels,
      received: words.received,
      orOtherwise: words.orOtherwise,
      noted: (how, by) => fill(words.notedHow, { how, account, user: by ?? '' }),
      notedInFile: (how) => fill(words.notedInFile, { how }),
      user: String,
    }),
    markup: {
      words: {
        looks: (name) => fill(words.looks, { name }),
        source: (name) => fill(words.source, { name }),
        asWritten: words.asWritten,
        leftOut: (list) => (list === '' ? words.nothingLeftOut : fill(words.leftOut, { list })),
        tooLong: words.tooLong,
      },
      drawLooks: drawInlineFrame(makeInert),
    },
    nameKey: (key, label = '') => (label.trim() === '' ? (Object.hasOwn(keys, key) && keys[key]) || key : label),
  };
};
