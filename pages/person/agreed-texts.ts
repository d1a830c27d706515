import type { JSX } from 'preact';
import { h } from 'preact';
import type { AgreedText } from '../../shared/evidence/person-record.ts';
import type { Party } from '../../shared/notices/terms.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { renderNoticeText } from '../html/inline-frame.ts';
import { Facts } from '../parts/consent-parts.ts';
import type { Fact } from '../sentences/consent-facts.ts';
import type { Voice } from './voice.ts';

/** Where the text is on the page. */
export const idOfText = ({ versionId, lang }: AgreedText): string => `text-${versionId}-${lang}`;

/** What people know a text by: its title; otherwise the name of the notice. */
export const nameText = ({ title, name }: AgreedText): string => title ?? name;

const nameParty = ({ name, ...rest }: Party): string => [name, ...Object.values(rest)].join(', ');

const factsOf = (text: AgreedText, { t, moment }: Voice): Fact[] => {
  const { validityDays, retentionDays, controller, purposes, recipients } = text;
  const unsaid = (values: readonly string[] | undefined): string =>
    values === undefined ? t('personPage.notSaid') : values.join('; ') || t('personPage.none');
  return [
    [t('personPage.published'), moment(text.publishedAt)],
    [t('personPage.controller'), controller === null ? t('personPage.notSaid') : nameParty(controller)],
    [t('personPage.purposes'), unsaid(purposes?.map(({ name }) => name))],
    [t('personPage.recipients'), unsaid(recipients?.map(nameParty))],
    [
      t('personPage.validity'),
      validityDays === 0 ? t('personPage.noLimit') : t('personPage.days', { days: validityDays }),
    ],
    [
      t('personPage.retention'),
      retentionDays === null ? t('personPage.notSaid') : t('personPage.daysAfterEnd', { days: retentionDays }),
    ],
  ];
};

const renderText = (text: AgreedText, voice: Voice): JSX.Element => {
  const { lang, descriptionHtml } = text;
  const { t, nameLanguage } = voice;
  if (descriptionHtml === null) {
    return h('p', { class: 'warning' }, t('personPage.noText', { language: nameLanguage(lang) }));
  }
  return h(
    'details',
    null,
    h('summary', null, t('personPage.text')),
    h(
      'div',
      { class: 'text', lang: languageNames[lang].tag, dir: 'ltr' },
      renderNoticeText(descriptionHtml, voice.markup, nameText(text)),
    ),
  );
};

/** A text that the person agreed to, with its terms. */
export const renderAgreedText = (text: AgreedText, voice: Voice): JSX.Element =>
  h(
    'article',
    { id: idOfText(text), class: 'agreed' },
    h('h3', null, voice.t('personPage.consent', { notice: nameText(text), version: text.version })),
    h(Facts, { facts: factsOf(text, voice) }),
    ' ',
    renderText(text, voice),
  );
