import type { ComponentChildren } from 'preact';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Mail } from '../../shared/confirmations/send-mail.ts';
import type { ShownNotice } from '../../shared/confirmations/shown-notices.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { localeOf, newTameTranslate } from '../i18n/catalogues.ts';
import { tagOfLang, toPageLang } from '../i18n/index.ts';

/** What a mail that asks for a confirmation says. Nothing else of the request is in it, since anybody may have filled it in. */
interface ConfirmationMail {
  readonly to: string;
  /** The language of the consent. English where the mail has no words in it. */
  readonly lang: Lang;
  readonly accountName: string;
  readonly notices: readonly Pick<ShownNotice, 'title'>[];
  readonly url: string;
  readonly end: Date;
}

/** Names of others in one line, so that none begins a line of its own. */
const inOneLine = (name: string): string => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** Without tracking by Amazon SES, which would replace the link by one of its own. */
const linkTo = (url: string, label: string) => h('a', { href: url, 'ses:no-track': true }, label);

const toHtml = (lang: string, title: string, body: ComponentChildren): string =>
  `<!doctype html>\n${renderToString(
    h(
      'html',
      { lang },
      h('head', null, h('meta', { charset: 'utf-8' }), h('title', null, title)),
      h('body', null, body),
    ),
  )}\n`;

export const makeConfirmationMail = ({ to, lang, accountName, notices, url, end }: ConfirmationMail): Mail => {
  const pageLang = toPageLang(lang);
  const t = newTameTranslate(pageLang);
  const locale = localeOf(pageLang);
  const account = inOneLine(accountName);
  const titles = notices.map(({ title }) => escapeInvisible(inOneLine(title)));
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(end);
  const subject = t('confirmMail.subject', { account });
  const [asked, open, until, otherwise] = [
    t('confirmMail.asked', { account }),
    t('confirmMail.open'),
    t('confirmMail.until', { time }),
    t('confirmMail.otherwise'),
  ];
  return {
    to,
    subject,
    text: [asked, titles.map((title) => `- ${title}`).join('\n'), open, url, until, otherwise].join('\n\n'),
    html: toHtml(tagOfLang(pageLang), subject, [
      h('p', null, asked),
      h(
        'ul',
        null,
        titles.map((title) => h('li', null, title)),
      ),
      h('p', null, open),
      h('p', null, linkTo(url, t('confirmMail.read'))),
      h('p', null, until),
      h('p', null, otherwise),
    ]),
  };
};
