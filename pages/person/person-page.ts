import type { ComponentChildren, VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { AgreedText } from '../../shared/evidence/person-record.ts';
import type { HeldValue } from '../../shared/consents/reports/held-values.ts';
import type { NoticeStanding } from '../../shared/consents/reports/person-notices.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { tameLines } from '../../shared/schema/visible-text.ts';
import { renderFacts } from '../parts/fact-list.ts';
import type { Fact } from '../wording/consent-facts.ts';
import { renderPage } from '../page.ts';
import { nameText, renderAgreedText } from './agreed-texts.ts';
import { personStyle } from './style.ts';
import type { Voice } from './voice.ts';

/** The content of the page besides the consents, which are rendered one by one. */
export interface PersonSummary {
  readonly madeAt: Date;
  /** The values searched for, by key. */
  readonly askedFor: ReadonlyMap<string, string>;
  readonly notices: readonly NoticeStanding[];
  readonly values: readonly HeldValue[];
  /** Newest first. */
  readonly texts: readonly AgreedText[];
  /** The officer's text, in paragraphs. */
  readonly letter: string | undefined;
}

/** Marks the place of the consents. No text can contain it: text by people is escaped, and texts of notices come later. */
const placeOfConsents = '<!--consents-->';

const part = (heading: string, content: ComponentChildren): VNode =>
  h('section', null, h('h2', null, heading), content);

const standingFact = (
  { pid, notice, state, since, until }: NoticeStanding,
  texts: readonly AgreedText[],
  voice: Voice,
): Fact => {
  const text = texts.find((each) => each.pid === pid);
  const { words, say, moment } = voice;
  const values = { state: words.states[state], time: moment(since), until: until === undefined ? '' : moment(until) };
  return [
    text === undefined ? notice : nameText(text),
    say(until === undefined ? words.stands : words.standsUntil, values),
  ];
};

const renderHeader = ({ madeAt, askedFor }: PersonSummary, { words, say, moment, nameKey }: Voice): VNode => {
  const values = [...askedFor].map(([key, value]) => `${nameKey(key, undefined)} ${value}`).join(', ');
  return h(
    'header',
    null,
    h('h1', null, say(words.title)),
    h('p', null, say(words.intro, { time: moment(madeAt) })),
    h('p', null, `${say(words.askedFor, { values })} ${words.machine}`),
    h('p', { class: 'remark' }, words.utc),
  );
};

const renderLetter = ({ letter }: PersonSummary, { words, say }: Voice): VNode | null =>
  letter === undefined
    ? null
    : part(say(words.parts.letter), h('div', { class: 'letter', dir: 'auto' }, tameLines(letter)));

const renderRights = ({ words, say }: Voice): VNode[] => [
  part(
    words.parts.rights,
    h(
      'ul',
      null,
      Object.values(words.rights).map((text) => h('li', null, say(text))),
    ),
  ),
  part(words.parts.missing, h('p', null, say(words.missing))),
];

const renderBody = (summary: PersonSummary, voice: Voice): VNode => {
  const { parts, closing } = voice.words;
  const { notices, values, texts } = summary;
  const place = h('div', { dangerouslySetInnerHTML: { __html: placeOfConsents } });
  return h(
    Fragment,
    null,
    renderHeader(summary, voice),
    h(
      'main',
      null,
      renderLetter(summary, voice),
      part(parts.glance, renderFacts(notices.map((notice) => standingFact(notice, texts, voice)))),
      values.length === 0
        ? null
        : part(parts.values, renderFacts(values.map(({ key, label, value }) => [voice.nameKey(key, label), value]))),
      part(parts.consents, place),
      part(
        parts.texts,
        texts.map((text) => renderAgreedText(text, voice)),
      ),
      renderRights(voice),
    ),
    h('footer', null, h('p', { class: 'remark' }, closing)),
  );
};

/**
 * The page of everything recorded about a person, for the person to read, print and keep; it needs no network and runs no script.
 *
 * @returns what comes before and after the consents, which may exceed memory
 */
export const renderPersonPage = (
  summary: PersonSummary,
  voice: Voice,
): { readonly before: string; readonly after: string } => {
  const page = renderPage({
    title: voice.say(voice.words.title),
    lang: languageNames[voice.lang].tag,
    style: personStyle,
    body: renderBody(summary, voice),
  });
  const [before = '', ...rest] = page.split(placeOfConsents);
  return { before, after: rest.join(placeOfConsents) };
};
