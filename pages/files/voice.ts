import type { Arrival } from '../../shared/consents/arrival.ts';
import type { UsedLink } from '../../shared/consents/observed-link.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { localeOf, newTameTranslate } from '../i18n/catalogues.ts';
import type { Translate } from '../i18n/format.ts';
import type { PageLang } from '../i18n/index.ts';
import type { MarkupShowing, MarkupWords } from '../ui/markup.ts';
import { drawInlineFrame } from './inline-frame.ts';

/** How a page addresses a person: in the person's language, on behalf of an account. */
export interface Voice {
  readonly lang: PageLang;
  /** The messages of the page. Nothing of what is filled in stays unseen. */
  readonly t: Translate;
  readonly account: string;
  readonly moment: (time: string | Date) => string;
  readonly nameLanguage: (named: Lang) => string;
  /** How a consent came. */
  readonly how: (arrival: Arrival) => string;
  /** A link for a person through which somebody called. */
  readonly link: (link: UsedLink) => string;
  readonly markup: MarkupShowing;
  /** The name of a userData key: the site's label, or for keys common to all sites a word in the person's language. */
  readonly nameKey: (key: string, label: string | undefined) => string;
}

const markupWords = (t: Translate): MarkupWords => ({
  looks: (name) => t('personPage.looks', { name }),
  source: (name) => t('personPage.source', { name }),
  asWritten: t('personPage.asWritten'),
  leftOut: (list) => (list === '' ? t('personPage.nothingLeftOut') : t('personPage.leftOut', { list })),
  tooLong: t('personPage.tooLong'),
});

/** How a consent came. Of a user who noted it the page has the number alone. */
const newHow =
  (t: Translate, account: string, nameLink: Voice['link']): Voice['how'] =>
  ({ isConfirmed, ...arrival }) => {
    const { channel, receivedBy, notedBy, link } = arrival;
    if (isConfirmed)
      return t('arrival.confirmed', { how: newHow(t, account, nameLink)({ ...arrival, isConfirmed: false }) });
    if (link !== null) return nameLink(link);
    if (receivedBy === null) return t(`arrival.channels.${channel}`);
    if (receivedBy === 'erased') return t('arrival.orOtherwise', { how: t(`arrival.channels.${channel}`) });
    const how = t(`arrival.received.${receivedBy}`);
    if (notedBy === 'import') return t('personPage.notedInFile', { how });
    return t('personPage.notedHow', { how, account, user: notedBy === null ? '' : notedBy.id });
  };

/** Keys that all sites share. */
const namedKeys = ['email', 'phone', 'mobile_phone', 'tax_code', 'first_name', 'last_name'] as const;

export const newVoice = (lang: PageLang, account: string): Voice => {
  const t = newTameTranslate(lang);
  const locale = localeOf(lang);
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const link: Voice['link'] = ({ key, userId, day }) =>
    t('arrival.link', { key, user: String(userId), day: days.format(new Date(day)) });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    lang,
    t,
    account,
    moment: (time) => moments.format(new Date(time)),
    nameLanguage: (named) => languages.of(languageNames[named].tag) ?? languageNames[named].name,
    how: newHow(t, account, link),
    link,
    markup: { words: markupWords(t), drawLooks: drawInlineFrame },
    nameKey: (key, label = '') => {
      if (label.trim() !== '') return label;
      const named = namedKeys.find((one) => one === key);
      return named === undefined ? key : t(`personPage.keys.${named}`);
    },
  };
};
