import type { ComponentChildren, JSX } from 'preact';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { findReceivedBy, toArrival } from '../../shared/consents/arrival.ts';
import type { HeldValue } from '../../shared/consents/held-values.ts';
import type { NoticeState } from '../../shared/consents/notice-states.ts';
import type { Proof, UserData } from '../../shared/consents/person-data.ts';
import { textOf } from '../../shared/consents/person-data.ts';
import type { AgreedText, PersonRecord } from '../../shared/evidence/person-record.ts';
import type { Party } from '../../shared/notices/terms.ts';
import { escapeInvisibleLines } from '../../shared/schema/visible-text.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import type { Fact } from '../describe/consent.ts';
import { endsBy, headEnds } from '../describe/consent.ts';
import { Facts, Part } from '../ui/facts.ts';
import { ProofTexts } from '../ui/markup.ts';
import { renderPage } from './html-file.ts';
import { evidenceStyle, renderNoticeText } from './inline-frame.ts';
import type { Voice } from './voice.ts';

/** The content of the page besides the consents, which are rendered one by one. */
export interface PersonSummary {
  readonly madeAt: Date;
  /** The values searched for, by key. */
  readonly askedFor: ReadonlyMap<string, string>;
  readonly notices: readonly NoticeState[];
  readonly values: readonly HeldValue[];
  /** Newest first. */
  readonly texts: readonly AgreedText[];
  /** The officer's text, in paragraphs. */
  readonly letter: string | undefined;
}

/** Marks the place of the consents. No text can contain it: text by people is escaped, and texts of notices come later. */
const placeOfConsents = '<!--consents-->';

const standingFact = (
  { pid, notice, state, since, until }: NoticeState,
  texts: readonly AgreedText[],
  voice: Voice,
): Fact => {
  const text = texts.find((each) => each.pid === pid);
  const { t, moment } = voice;
  const values = { state: t(`personPage.states.${state}`), time: moment(since) };
  return [
    text === undefined ? notice : nameText(text),
    until === undefined
      ? t('personPage.stands', values)
      : t('personPage.standsUntil', { ...values, until: moment(until) }),
  ];
};

const renderHeader = ({ madeAt, askedFor }: PersonSummary, { t, account, moment, nameKey }: Voice): JSX.Element => {
  const values = [...askedFor].map(([key, value]) => `${nameKey(key, undefined)} ${value}`).join(', ');
  return h(
    'header',
    null,
    h('h1', null, t('personPage.title', { account })),
    h('p', null, t('personPage.intro', { account, time: moment(madeAt) })),
    h('p', null, `${t('personPage.askedFor', { values })} ${t('personPage.machine')}`),
    h('p', { class: 'remark' }, t('personPage.utc')),
  );
};

const renderLetter = ({ letter }: PersonSummary, { t, account }: Voice): JSX.Element | null =>
  letter === undefined
    ? null
    : h(
        Part,
        { heading: t('personPage.parts.letter', { account }) },
        h('div', { class: 'letter', dir: 'auto' }, escapeInvisibleLines(letter)),
      );

/** What the page says of the person's rights, in its order. */
const rights = ['withdraw', 'correct', 'move', 'complain'] as const;

const renderRights = ({ t, account }: Voice): JSX.Element[] => [
  h(
    Part,
    { heading: t('personPage.parts.rights') },
    h(
      'ul',
      null,
      rights.map((right) => h('li', null, t(`personPage.rights.${right}`, { account }))),
    ),
  ),
  h(Part, { heading: t('personPage.parts.missing') }, h('p', null, t('personPage.missing', { account }))),
];

const renderBody = (summary: PersonSummary, voice: Voice): JSX.Element => {
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
      h(
        Part,
        { heading: voice.t('personPage.parts.glance') },
        h(Facts, { facts: notices.map((notice) => standingFact(notice, texts, voice)) }),
      ),
      values.length === 0
        ? null
        : h(
            Part,
            { heading: voice.t('personPage.parts.values') },
            h(Facts, { facts: values.map(({ key, label, value }) => [voice.nameKey(key, label), value] as const) }),
          ),
      h(Part, { heading: voice.t('personPage.parts.consents') }, place),
      h(
        Part,
        { heading: voice.t('personPage.parts.texts') },
        texts.map((text) => renderAgreedText(text, voice)),
      ),
      renderRights(voice),
    ),
    h('footer', null, h('p', { class: 'remark' }, voice.t('personPage.closing'))),
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
    title: voice.t('personPage.title', { account: voice.account }),
    lang: languageNames[voice.lang].tag,
    style: personStyle,
    body: renderBody(summary, voice),
  });
  const [before = '', ...rest] = page.split(placeOfConsents);
  return { before, after: rest.join(placeOfConsents) };
};

/** The files next to the page with proofs of the consent that are too long for the page. */
export interface Beside {
  readonly proof?: string | undefined;
  readonly revokeProof?: string | undefined;
}

/** Only the number of the user who noted it: her name concerns nobody else. */
const noteOf = (noted: PersonRecord['observed']) =>
  noted && 'userId' in noted ? { id: noted.userId, name: null } : null;

const linkOf = (noted: PersonRecord['observed'] | undefined) => (noted && 'link' in noted ? noted.link : null);

const isByMailbox = (noted: PersonRecord['observed']): boolean => noted !== null && 'mailbox' in noted;

const showGivenHow = ({ record, observed, imported, times }: PersonRecord, { how }: Voice): string =>
  how(
    toArrival(record.channel, {
      receivedBy: findReceivedBy(record.channel, record.proof),
      isErased: times.erased !== null,
      notedBy: imported === null ? noteOf(observed) : 'import',
      isConfirmed: isByMailbox(observed),
    }),
  );

const showRevokedHow = ({ record, imported, times, revocationObserved }: PersonRecord, { how }: Voice): string[] => {
  const { revokeChannel, revokeProof } = record;
  if (revokeChannel === null) return [];
  const receivedBy = findReceivedBy(revokeChannel, revokeProof ?? {});
  const notedBy = noteOf(revocationObserved) ?? (imported === null ? null : 'import');
  const link = linkOf(revocationObserved ?? imported?.revocationObserved);
  return [how(toArrival(revokeChannel, { receivedBy, isErased: times.erased !== null, notedBy, link }))];
};

const endFacts = (told: PersonRecord, voice: Voice): Fact[] => {
  const { state, since, times } = told;
  const { t, moment } = voice;
  if (times.revoked !== null) {
    const how = showRevokedHow(told, voice).map((way): Fact => [t('personPage.withdrawnHow'), way]);
    return [[t('personPage.withdrawn'), moment(times.revoked)], ...how];
  }
  if (state === 'active') return times.ends === null ? [] : [[t('personPage.ends'), moment(times.ends)]];
  return since === null || state === 'erased' ? [] : [[t('personPage.ended'), moment(since)]];
};

const mainFacts = (told: PersonRecord, voice: Voice): Fact[] => {
  const { record, projectName, times } = told;
  const { t, moment, nameLanguage } = voice;
  return [
    [t('personPage.given'), moment(times.given)],
    [t('personPage.how'), showGivenHow(told, voice)],
    ...endFacts(told, voice),
    [t('personPage.language'), nameLanguage(record.lang)],
    [t('personPage.project'), projectName ?? record.projectUid],
    [t('personPage.id'), record.id],
  ];
};

const personFacts = (userData: UserData, { nameKey }: Voice): Fact[] =>
  Object.entries(userData).map(([key, member]) => [
    nameKey(key, typeof member === 'string' ? undefined : member.label),
    textOf(member),
  ]);

/** By what somebody called. */
const meansFacts = (noted: NonNullable<PersonRecord['observed']>, { t, moment, link }: Voice): Fact[] => {
  if ('link' in noted) return [[t('personPage.link'), link(noted.link)]];
  if (!('mailbox' in noted)) return [[t('personPage.user'), String(noted.userId)]];
  const { userId, askedAt, mailedAt } = noted.mailbox;
  return [
    [t('personPage.askedBy'), String(userId)],
    [t('personPage.askedAt'), moment(askedAt)],
    [t('personPage.mailedAt'), mailedAt === null ? t('personPage.none') : moment(mailedAt)],
  ];
};

const notedFacts = (noted: NonNullable<PersonRecord['observed']>, voice: Voice): Fact[] => {
  const { t, moment } = voice;
  return [
    [t('personPage.time'), moment(noted.time)],
    [t('personPage.address'), noted.sourceIp ?? t('personPage.states.erased')],
    [
      t('personPage.program'),
      noted.userAgent === null ? t('personPage.states.erased') : noted.userAgent || t('personPage.none'),
    ],
    ...meansFacts(noted, voice),
    [t('personPage.request'), noted.requestId],
  ];
};

const fold = (summary: string, content: ComponentChildren): JSX.Element =>
  h('details', null, h('summary', null, summary), content);

const renderNoted = (summary: string, noted: PersonRecord['observed'], voice: Voice): JSX.Element | null =>
  noted &&
  fold(summary, [
    h('p', { class: 'remark' }, voice.t('personPage.notedRemark')),
    h(Facts, { facts: notedFacts(noted, voice) }),
  ]);

const renderOrigin = ({ imported }: PersonRecord, voice: Voice): ComponentChildren => {
  if (imported === null) return null;
  const { source, line, time, observed, revocationObserved } = imported;
  const { t } = voice;
  return [
    h('p', null, t('personPage.imported', { source, line, time: voice.moment(time) })),
    renderNoted(t('personPage.elsewhere'), observed, voice),
    renderNoted(t('personPage.elsewhereWithdrawal'), revocationObserved, voice),
  ];
};

const renderEvidence = (
  summary: string,
  proof: Proof | null,
  file: string | undefined,
  voice: Voice,
): JSX.Element | null => {
  if (proof === null || Object.keys(proof).length === 0) return null;
  if (file === undefined) return fold(summary, h(ProofTexts, { proof, markup: voice.markup, level: 'h4' }));
  const [before, after] = voice.t('personPage.beside', { file }).split(file);
  return fold(summary, h('p', null, before, h('a', { href: file }, file), after));
};

const renderErased = ({ times }: PersonRecord, { t, moment }: Voice): JSX.Element | null =>
  times.erased === null ? null : h('p', null, t('personPage.erased', { time: moment(times.erased) }));

/** The state, and before it what ended the consent first, such as `Expired, then revoked`. */
const headOf = ({ state, since, times }: PersonRecord, { t }: Voice): string => {
  if (state === null || since === null) return '';
  return headEnds(state, state === 'active' ? [] : endsBy(times, since), {
    head: (one) => t(`personPage.states.${one}`),
    next: t('personPage.next'),
  });
};

/** A consent on the page of its person, as HTML: first what everybody wants to know, with the rest folded. */
export const renderCard = (told: PersonRecord, text: AgreedText, beside: Beside, voice: Voice): string => {
  const { record, notice, state } = told;
  const { t } = voice;
  const said = personFacts(record.userData, voice);
  return renderToString(
    h(
      'article',
      { id: record.id, class: state === 'active' ? 'holds' : 'ended' },
      h('h3', null, t('personPage.consent', { notice: nameText(text), version: notice.version })),
      h('p', { class: 'state' }, headOf(told, voice)),
      renderErased(told, voice),
      h(Facts, { facts: mainFacts(told, voice) }),
      h('p', null, h('a', { href: `#${idOfText(text)}` }, t('personPage.readText'))),
      notice.isUnchanged ? null : h('p', { class: 'warning' }, t('personPage.otherText')),
      renderOrigin(told, voice),
      said.length === 0 ? null : fold(t('personPage.said'), h('div', { class: 'told' }, h(Facts, { facts: said }))),
      renderNoted(t('personPage.noted'), told.observed, voice),
      renderEvidence(t('personPage.proof'), record.proof, beside.proof, voice),
      renderNoted(t('personPage.notedWithdrawal'), told.revocationObserved, voice),
      renderEvidence(t('personPage.proofOfWithdrawal'), record.revokeProof, beside.revokeProof, voice),
    ),
  );
};

/** A separate page for a proof that is too long for the person's page. */
export const renderProofPage = (consentId: string, heading: string, proof: Proof, voice: Voice): string =>
  renderPage({
    title: heading,
    lang: languageNames[voice.lang].tag,
    style: personStyle,
    body: h(
      Fragment,
      null,
      h(
        'header',
        null,
        h('h1', null, heading),
        h('p', { class: 'remark' }, `${voice.t('personPage.id')}: `, h('code', null, consentId)),
      ),
      h('main', null, h(ProofTexts, { proof, markup: voice.markup, level: 'h3' })),
    ),
  });

/** The style of a person's page, in addition to that of all pages. What is folded on screen is open in print. */
const personStyle = `${evidenceStyle}
body { max-width: 46rem; }
header p { margin: 0.75rem 0 0; }
dl > div { grid-template-columns: 11rem minmax(0, 1fr); }
article { margin: 1.25rem 0; padding: 0.25rem 1rem 1rem; border: 1px solid GrayText; border-inline-start: 0.4rem solid light-dark(#b35900, #e0934a); }
article.holds { border-inline-start-color: light-dark(#1a7f37, #3fb950); }
article.agreed { border-inline-start-width: 1px; border-inline-start-color: GrayText; }
article h3 { margin-top: 0.75rem; }
.state { margin: 0 0 0.5rem; font-weight: 600; }
.letter { padding: 0.75rem 1rem; border: 1px solid GrayText; white-space: pre-line; }
details { margin: 0.5rem 0 0; }
.looks { height: min(12rem, 50vh, var(--lines) * 1.8rem + 2rem); }
summary { cursor: pointer; padding: 0.3rem 0; font-weight: 600; }
.told > section:first-child > h4 { margin-top: 0.75rem; }
li + li { margin-top: 0.4rem; }
@media (max-width: 34rem) { dl > div { grid-template-columns: 1fr; gap: 0; } article { padding-inline: 0.75rem; } }
@page {
  size: A4; margin: 18mm 16mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; }
}
@media print {
  details::details-content { content-visibility: visible; display: block; height: auto; }
  summary { list-style: none; break-after: avoid; } summary::-webkit-details-marker { display: none; }
  article { box-decoration-break: clone; }
}`;

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
