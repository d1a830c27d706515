import type { JSX } from 'preact';
import { h } from 'preact';
import type { AgreedText } from '../../shared/evidence/person-record.ts';
import type { Party } from '../../shared/notices/terms.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { renderNoticeText } from '../markup/shown-notice-text.ts';
import { renderFacts } from '../parts/consent-parts.ts';
import type { Fact } from '../sentences/consent-facts.ts';
import type { Voice } from './voice.ts';

/** Where the text is on the page. */
export const idOfText = ({ versionId, lang }: AgreedText): string => `text-${versionId}-${lang}`;

/** What people know a text by: its title; otherwise the name of the notice. */
export const nameText = ({ title, name }: AgreedText): string => title ?? name;

const nameParty = ({ name, ...rest }: Party): string => [name, ...Object.values(rest)].join(', ');

const factsOf = (text: AgreedText, { words, say, moment }: Voice): Fact[] => {
  const { validityDays, retentionDays, controller, purposes, recipients } = text;
  const unsaid = (values: readonly string[] | undefined): string =>
    values === undefined ? words.notSaid : values.join('; ') || words.none;
  return [
    [words.published, moment(text.publishedAt)],
    [words.controller, controller === null ? words.notSaid : nameParty(controller)],
    [words.purposes, unsaid(purposes?.map(({ name }) => name))],
    [words.recipients, unsaid(recipients?.map(nameParty))],
    [words.validity, validityDays === 0 ? words.noLimit : say(words.days, { days: validityDays })],
    [words.retention, retentionDays === null ? words.notSaid : say(words.daysAfterEnd, { days: retentionDays })],
  ];
};

const renderText = (text: AgreedText, voice: Voice): JSX.Element => {
  const { lang, descriptionHtml } = text;
  const { words, say, nameLanguage } = voice;
  if (descriptionHtml === null) {
    return h('p', { class: 'warning' }, say(words.noText, { language: nameLanguage(lang) }));
  }
  return h(
    'details',
    null,
    h('summary', null, words.text),
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
    h('h3', null, voice.say(voice.words.consent, { notice: nameText(text), version: text.version })),
    renderFacts(factsOf(text, voice)),
    ' ',
    renderText(text, voice),
  );
