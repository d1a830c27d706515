import type { ComponentChildren, VNode } from 'preact';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Proof, UserData } from '../../shared/consents/evidence.ts';
import { textOf } from '../../shared/consents/evidence.ts';
import type { AgreedText, PersonRecord } from '../../shared/evidence/person-record.ts';
import { renderFacts } from '../parts/fact-list.ts';
import { renderProof } from '../parts/proof.ts';
import { endsBy, headEnds } from '../wording/consent-ends.ts';
import type { Fact } from '../wording/consent-facts.ts';
import { idOfText, nameText } from './agreed-texts.ts';
import type { Voice } from './voice.ts';

/** The files next to the page with proofs of the consent that are too long for the page. */
export interface Beside {
  readonly proof?: string | undefined;
  readonly revokeProof?: string | undefined;
}

const endFacts = ({ record, state, since, times }: PersonRecord, { words, moment }: Voice): Fact[] => {
  if (times.revoked !== null) {
    const how: Fact[] =
      record.revokeChannel === null ? [] : [[words.withdrawnHow, words.channels[record.revokeChannel]]];
    return [[words.withdrawn, moment(times.revoked)], ...how];
  }
  if (state === 'active') return times.ends === null ? [] : [[words.ends, moment(times.ends)]];
  return since === null || state === 'erased' ? [] : [[words.ended, moment(since)]];
};

const mainFacts = (told: PersonRecord, voice: Voice): Fact[] => {
  const { record, projectName, times } = told;
  const { words, moment, nameLanguage } = voice;
  return [
    [words.given, moment(times.given)],
    [words.how, words.channels[record.channel]],
    ...endFacts(told, voice),
    [words.language, nameLanguage(record.lang)],
    [words.project, projectName ?? record.projectUid],
    [words.id, record.id],
  ];
};

const personFacts = (userData: UserData, { nameKey }: Voice): Fact[] =>
  Object.entries(userData).map(([key, member]) => [
    nameKey(key, typeof member === 'string' ? undefined : member.label),
    textOf(member),
  ]);

const notedFacts = (noted: NonNullable<PersonRecord['observed']>, { words, moment }: Voice): Fact[] => [
  [words.time, moment(noted.time)],
  [words.address, noted.sourceIp ?? words.states.erased],
  [words.program, noted.userAgent === null ? words.states.erased : noted.userAgent || words.none],
  [words.user, String(noted.userId)],
  [words.request, noted.requestId],
];

const fold = (summary: string, content: ComponentChildren): VNode =>
  h('details', null, h('summary', null, summary), content);

const renderNoted = (summary: string, noted: PersonRecord['observed'], voice: Voice): VNode | null =>
  noted && fold(summary, [h('p', { class: 'remark' }, voice.words.notedRemark), renderFacts(notedFacts(noted, voice))]);

const renderOrigin = ({ imported }: PersonRecord, voice: Voice): ComponentChildren => {
  if (imported === null) return null;
  const { source, line, time, observed, revocationObserved } = imported;
  const { words } = voice;
  return [
    h('p', null, voice.say(words.imported, { source, line, time: voice.moment(time) })),
    renderNoted(words.elsewhere, observed, voice),
    renderNoted(words.elsewhereWithdrawal, revocationObserved, voice),
  ];
};

const renderEvidence = (summary: string, proof: Proof | null, file: string | undefined, voice: Voice): VNode | null => {
  if (proof === null || Object.keys(proof).length === 0) return null;
  if (file === undefined) return fold(summary, renderProof(proof, { markup: voice.markup, heading: 'h4' }));
  const [before, after] = voice.words.beside.split('{file}');
  return fold(summary, h('p', null, before, h('a', { href: file }, file), after));
};

const renderErased = ({ times }: PersonRecord, { words, say, moment }: Voice): VNode | null =>
  times.erased === null ? null : h('p', null, say(words.erased, { time: moment(times.erased) }));

/** The state, and before it what ended the consent first, such as `Expired, then revoked`. */
const headOf = ({ state, since, times }: PersonRecord, { states, next }: Voice['words']): string => {
  if (state === null || since === null) return '';
  return headEnds(state, state === 'active' ? [] : endsBy(times, since), { heads: states, next });
};

/** A consent on the page of its person, as HTML: first what everybody wants to know, with the rest folded. */
export const renderCard = (told: PersonRecord, text: AgreedText, beside: Beside, voice: Voice): string => {
  const { record, notice, state } = told;
  const { words, say } = voice;
  const said = personFacts(record.userData, voice);
  return renderToString(
    h(
      'article',
      { id: record.id, class: state === 'active' ? 'holds' : 'ended' },
      h('h3', null, say(words.consent, { notice: nameText(text), version: notice.version })),
      h('p', { class: 'state' }, headOf(told, words)),
      renderErased(told, voice),
      renderFacts(mainFacts(told, voice)),
      h('p', null, h('a', { href: `#${idOfText(text)}` }, words.readText)),
      notice.isUnchanged ? null : h('p', { class: 'warning' }, words.otherText),
      renderOrigin(told, voice),
      said.length === 0 ? null : fold(words.said, h('div', { class: 'told' }, renderFacts(said))),
      renderNoted(words.noted, told.observed, voice),
      renderEvidence(words.proof, record.proof, beside.proof, voice),
      renderNoted(words.notedWithdrawal, told.revocationObserved, voice),
      renderEvidence(words.proofOfWithdrawal, record.revokeProof, beside.revokeProof, voice),
    ),
  );
};
