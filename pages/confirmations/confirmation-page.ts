import type { JSX } from 'preact';
import { h } from 'preact';
import type { Confirmation } from '../../shared/confirmations/confirming.ts';
import type { ShownNotice } from '../../shared/confirmations/shown-notices.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { localeOf } from '../i18n/catalogues.ts';
import { langOfTag } from '../i18n/index.ts';
import type { LinkVoice } from '../links/frame.ts';
import { renderFramedText, renderLinkPage, toQuery } from '../links/frame.ts';

/** The field that the button sends. */
export const confirmationField = { name: 'confirm', value: 'yes' } as const;

const renderNotice = ({ title: given, lang, descriptionHtml }: ShownNotice, { t }: LinkVoice): JSX.Element => {
  const title = escapeInvisible(given);
  const { tag } = languageNames[lang];
  return h(
    'article',
    null,
    h('h2', { lang: tag }, h('bdi', null, title)),
    descriptionHtml === ''
      ? h('p', null, t('linkPage.noText'))
      : renderFramedText(t('linkPage.textOf', { title }), tag, descriptionHtml),
  );
};

type Open = Extract<Confirmation, { readonly state: 'open' }>;

/** The texts of a request as they were when it was made, and the button that records the consents. */
export const renderRequest = (
  { account: { name: account }, contents, draft }: Open,
  notices: readonly ShownNotice[],
  voice: LinkVoice,
): string => {
  const { t, day, language } = voice;
  const { name, value } = confirmationField;
  return renderLinkPage(voice, {
    heading: t('confirmPage.title', { account }),
    intro: h('p', null, t('confirmPage.intro', { account, day: day(new Date(contents.asked.at)) })),
    main: [
      notices.map((notice) => renderNotice(notice, voice)),
      h(
        'form',
        { method: 'post', action: toQuery(language) },
        h('input', { type: 'hidden', name, value }),
        h('button', { type: 'submit' }, t('confirmPage.button')),
      ),
      h('p', null, t('confirmPage.otherwise', { day: day(new Date(draft.expiresAt * 1_000)) })),
    ],
  });
};

/** What a link leads to that records nothing, or nothing more. */
export const renderSettled = (confirmation: Exclude<Confirmation, Open>, voice: LinkVoice): string => {
  const { t, language } = voice;
  const { state, account } = confirmation;
  const values = { account: account.name };
  const time = (moment: Date) =>
    new Intl.DateTimeFormat(localeOf(langOfTag(language)), {
      dateStyle: 'long',
      timeStyle: 'medium',
      timeZone: 'UTC',
    }).format(moment);
  return renderLinkPage(voice, {
    heading: t(`confirmPage.${state}.heading`),
    intro: h('p', null, t('confirmPage.title', values)),
    main: h(
      'p',
      null,
      state === 'confirmed'
        ? t('confirmPage.confirmed.says', { ...values, time: time(confirmation.time) })
        : t(`confirmPage.${state}.ask`, values),
    ),
  });
};
