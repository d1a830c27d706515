import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { AgreedText } from '../../../shared/evidence/person-record.ts';
import type { Party } from '../../../shared/notices/terms.ts';
import { languageNames } from '../../../shared/schema/language-names.ts';
import { renderFacts } from '../../../verifier/parts/fact-list.ts';
import type { Fact } from '../../../verifier/wording/consent-facts.ts';
import { renderNoticeText } from '../markup/shown-notice-text.ts';
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

const renderText = (text: AgreedText, voice: Voice): VNode => {
  const { lang, descriptionHtml } = text;
  const { words, say, nameLanguage } = voice;
  if (descriptionHtml === null) {
    return html`<p class="warning">${say(words.noText, { language: nameLanguage(lang) })}</p>`;
  }
  return html`<details>
    <summary>${words.text}</summary>
    <div class="text" lang=${languageNames[lang].tag} dir="ltr">
      ${renderNoticeText(descriptionHtml, voice.markup, nameText(text))}
    </div>
  </details>`;
};

/** A text that the person agreed to, with its terms. */
export const renderAgreedText = (text: AgreedText, voice: Voice): VNode => html`
  <article id=${idOfText(text)} class="agreed">
    <h3>${voice.say(voice.words.consent, { notice: nameText(text), version: text.version })}</h3>
    ${renderFacts(factsOf(text, voice))} ${renderText(text, voice)}
  </article>
`;
