import type { Arrival } from '../../shared/consents/arrival.ts';
import { findReceivedBy, toArrival } from '../../shared/consents/arrival.ts';
import { textOf } from '../../shared/consents/person-data.ts';
import type { ConsentState, EndStateName } from '../../shared/consents/state.ts';
import { byEnd, endStates, endsThrough, findEnding, isAct, precedence } from '../../shared/consents/state.ts';
import type { Gap } from '../../shared/evidence/facts-format.ts';
import type { Phase, TimesStatement } from '../../shared/evidence/state-statement.ts';
import type { ImportStatement, ObservedStatement, Statement } from '../../shared/evidence/statement.ts';
import type { EvidenceWords } from '../words/evidence/eng.ts';
import type { Standing } from '../words/evidence/intl-writing.ts';
import { withSmallInitial } from '../words/evidence/intl-writing.ts';
import { spanOf } from './plain-time.ts';

/** A name and a value. Both may come from a person, who may write anything. */
export type Fact = readonly [name: string, value: string];

/** The consent with its account, project and notice. */
export const identityFacts = (
  { id, account, project, notice, claimed }: Statement,
  { facts: { names, notice: nameNotice } }: EvidenceWords,
): Fact[] => [
  [names.consent, id],
  [names.account, `${account.name} (${account.id})`],
  [names.project, project.name === null ? project.uid : `${project.name} (${project.uid})`],
  [names.notice, nameNotice({ ...notice, title: notice.content?.title[claimed.lang] ?? null })],
];

/** The person's values, under the label of the field if the site sent one. */
export const personFacts = ({ claimed: { userData } }: Statement): Fact[] =>
  Object.entries(userData).map(([key, member]) => [
    typeof member === 'string' ? key : `${key} (${member.label})`,
    textOf(member),
  ]);

/** The text in place of an empty part: that it was erased, or that it was always empty. */
export const describeErased = ({ erasure }: Statement, { facts }: EvidenceWords): string =>
  erasure === null ? facts.nothingThere : facts.erasedOn(erasure.time);

/** How the consent reached the site. */
export const arrivalOf = ({ claimed, observed, imported, erasure }: Statement): Arrival =>
  toArrival(claimed.channel, {
    receivedBy: findReceivedBy(claimed.channel, claimed.proof),
    isErased: erasure !== null,
    notedBy: imported === null ? (observed?.user ?? null) : 'import',
  });

/** How the revocation reached the site; null without one, or if its channel is not known. */
export const revocationArrivalOf = ({ revocation, imported, erasure }: Statement): Arrival | null => {
  if (revocation === null) return null;
  const {
    claimed: { channel, proof },
    observed,
  } = revocation;
  if (channel === null) return null;
  return toArrival(channel, {
    receivedBy: findReceivedBy(channel, proof ?? {}),
    isErased: erasure !== null,
    notedBy: observed?.user ?? (imported === null ? null : 'import'),
  });
};

/** What the site said in addition to the person's values and the proof. */
export const claimedFacts = (statement: Statement, { facts, writing }: EvidenceWords): Fact[] => {
  const { claimed } = statement;
  const { names, namings, notKnown } = facts;
  return [
    [names.channel, writing.channel(arrivalOf(statement))],
    [names.language, writing.language(claimed.lang)],
    [names.project, claimed.projectUid],
    [names.noticeNamedBy, claimed.noticeNamedBy === null ? notKnown : namings[claimed.noticeNamedBy]],
  ];
};

/** How the revocation came, according to the site. */
export const revocationFacts = (statement: Statement, { facts, writing }: EvidenceWords): Fact[] => {
  const arrival = revocationArrivalOf(statement);
  return [[facts.names.channel, arrival === null ? facts.unknownChannel : writing.channel(arrival)]];
};

type Seen = NonNullable<ImportStatement['observed']>;

const describeProgram = (userAgent: Seen['userAgent'], { erased, noProgram }: EvidenceWords['facts']): string => {
  if (userAgent === null) return erased;
  return userAgent === '' ? noProgram : userAgent;
};

const seenFacts = (
  user: string,
  { time, sessionId, sourceIp, userAgent, requestId }: Omit<Seen, 'userId'>,
  { facts }: EvidenceWords,
): Fact[] => {
  const { names } = facts;
  return [
    [names.time, facts.time(time)],
    [names.user, user],
    [names.address, sourceIp ?? facts.erased],
    [names.program, describeProgram(userAgent, facts)],
    [names.session, sessionId],
    [names.request, requestId],
  ];
};

/** What this register observed. */
export const observedFacts = ({ user, ...seen }: ObservedStatement, words: EvidenceWords): Fact[] =>
  seenFacts(`${user.id} (${user.name ?? words.facts.userGone})`, seen, words);

/** What another register observed, according to the imported file. Its users are not users of this one. */
export const observedElsewhereFacts = ({ userId, ...seen }: Seen, words: EvidenceWords): Fact[] =>
  seenFacts(String(userId), seen, words);

/** Where an imported consent comes from. @param given when it was given, which only the file says */
export const importFacts = (
  { source, line, time, by }: ImportStatement,
  given: string,
  { facts: { names, importedBy, givenInFile } }: EvidenceWords,
): Fact[] => [
  [names.given, givenInFile(given)],
  [names.source, source],
  [names.line, String(line)],
  [names.imported, importedBy(time, by)],
];

/** Something that ends a consent. */
interface End {
  readonly state: EndStateName;
  readonly time: string;
}

/**
 * What a consent had come to by a moment, in order. The first is what ended it. A revocation and an erasure after that are facts too; that its
 * validity would have ended is none.
 */
export const endsBy = (times: TimesStatement, moment: string): readonly End[] => {
  const ends = precedence
    .flatMap((state): End[] => {
      const time = times[endStates[state].moment];
      return time === null ? [] : [{ state, time }];
    })
    .filter(({ time }) => Date.parse(time) <= Date.parse(moment))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  return ends.filter(({ state }, i) => i === 0 || isAct(state));
};

/** A heading of what a consent had come to by a moment, such as `Expired, then revoked`. */
export const headEnds = <State extends ConsentState | 'none'>(
  state: State,
  ends: readonly Pick<End, 'state'>[],
  { heads, next }: { readonly heads: Readonly<Record<ConsentState | State, string>>; readonly next: string },
): string => {
  if (ends.length === 0) return heads[state];
  return ends.map((end, i) => (i === 0 ? heads[end.state] : heads[end.state].toLowerCase())).join(`, ${next} `);
};

/** Years after 9999 have a sign, so times are not compared as text. */
const isAfter = (time: string, other: string): boolean => Date.parse(time) > Date.parse(other);

const standingOf = ({ state }: Phase): Standing => {
  if (state === null) return 'none';
  return state === 'active' ? 'held' : 'ended';
};

/** Why it is in force, or no longer. @param time null if the time was given before */
const nameCause = (
  statement: Statement,
  state: ConsentState,
  time: string | null,
  { causes }: EvidenceWords['state'],
): string => {
  const { notice, times, issuedAt } = statement;
  if (state === 'revoked') return causes.revoked(time, revocationArrivalOf(statement));
  if (state === 'superseded') return causes.superseded(time, notice.askedAgainBy?.version ?? null);
  if (state !== 'expired') return causes[state](time);
  const isToCome = times.expires !== null && isAfter(times.expires, issuedAt);
  return causes.expired(time, { days: notice.validityDays, isToCome });
};

/** Everything that had come by the beginning of the phase, what ended the consent first. */
const causeOf = (statement: Statement, { state, since, from }: Phase, words: EvidenceWords['state']): string => {
  if (state === null || since === null) return words.causes.none(statement.times.given);
  const [first, ...later] = state === 'active' ? [] : endsBy(statement.times, from);
  if (first === undefined) return nameCause(statement, state, since, words);
  const name = (end: typeof first): string => nameCause(statement, end.state, end.time, words);
  return later.reduce((before, end) => words.afterwards(before, name(end)), name(first));
};

/** When a phase begins. Within a day, the clock time is enough. */
const beginningOf = ({ state }: Statement, { from }: Phase) => ({
  time: from,
  isClock: spanOf(state).precision !== 'month' && from.slice(0, 10) === state.from.slice(0, 10),
});

/** A phase that is not the only one, such as `not in force from 14:00:00: revoked by email`. */
const describePhase = (statement: Statement, phase: Phase, i: number, words: EvidenceWords['state']): string => {
  const { state } = phase;
  const standing = standingOf(phase);
  if (i === 0) return words.firstPhase(standing, state === null ? null : causeOf(statement, phase, words));
  const cause = state === null || state === 'active' ? null : nameCause(statement, state, null, words);
  return words.laterPhase(standing, beginningOf(statement, phase), cause);
};

const describePhases = (statement: Statement, words: EvidenceWords['state']): string => {
  const { state } = statement;
  const phases = state.phases.map((phase, i) => describePhase(statement, phase, i, words));
  return words.during({ span: spanOf(state), phases, isOpen: state.isOpen });
};

/** The state now, such as `Not in force: revoked on 2026-11-22 10:20:30 by web.form.` */
const describeNow = (statement: Statement, phase: Phase, isBeside: boolean, words: EvidenceWords['state']): string => {
  const cause = standingOf(phase) === 'held' ? null : causeOf(statement, phase, words);
  return words.now({ given: statement.times.given, cause, isBeside });
};

/** Whether a time other than now was asked about. */
const asksAboutTime = ({ state, stateNow }: Statement): boolean =>
  state.from !== stateNow.from || state.until !== stateNow.until;

/** The state at the time asked about, in one sentence. If it changed in that span, the sentence has all states and the times of the changes. */
export const describeState = (statement: Statement, { state: words }: EvidenceWords): string => {
  const { state } = statement;
  const [phase] = state.phases;
  if (phase === undefined || state.phases.length > 1) return describePhases(statement, words);
  if (!asksAboutTime(statement)) return describeNow(statement, phase, false, words);
  const cause = causeOf(statement, phase, words);
  return words.at({ span: spanOf(state), standing: standingOf(phase), cause, isOpen: state.isOpen });
};

/** When it will end, if it is in force now; empty for nothing. */
export const describeEnd = ({ times, notice, stateNow }: Statement, { state: words }: EvidenceWords): string => {
  if (stateNow.state !== 'active') return '';
  if (times.ends === null || times.expires === null) return words.endless;
  return words.expires(times.expires, notice.validityDays);
};

/** A state in a sentence. */
interface StateInWords {
  readonly says: string;
  readonly isHolding: boolean;
}

const isHolding = ({ phases }: Statement['state']): boolean => phases.every(({ state }) => state === 'active');

const describeBeside = (statement: Statement, words: EvidenceWords['state']): readonly StateInWords[] => {
  const [phase] = statement.stateNow.phases;
  if (!asksAboutTime(statement) || phase === undefined) return [];
  return [{ says: describeNow(statement, phase, true, words), isHolding: isHolding(statement.stateNow) }];
};

/** The state at the time asked about, and if that is another time, the state now. */
export const describeStates = (statement: Statement, words: EvidenceWords): readonly StateInWords[] => [
  { says: describeState(statement, words), isHolding: isHolding(statement.state) },
  ...describeBeside(statement, words.state),
];

/** What to add to the first sentence: the state now if another time was asked about, and when it will end; empty for nothing. */
export const describeOutlook = (statement: Statement, words: EvidenceWords): string =>
  [...describeBeside(statement, words.state).map(({ says }) => says), describeEnd(statement, words)]
    .filter((text) => text !== '')
    .join(' ');

/** The state at the end of the span in a word or two. What came after the first end follows it, such as `Revoked, then erased`. */
export const headState = ({ state: { state, phases }, times }: Statement, { state: words }: EvidenceWords): string => {
  const from = phases.at(-1)?.from;
  const ends = state === null || state === 'active' || from === undefined ? [] : endsBy(times, from);
  return headEnds<ConsentState | 'none'>(state ?? 'none', ends, words);
};

/** All states in the span, the last as above. */
const headPhases = (statement: Statement, words: EvidenceWords): string => {
  const { heads, next } = words.state;
  const earlier = statement.state.phases.slice(0, -1).map(({ state }) => heads[state ?? 'none']);
  return [...earlier, headState(statement, words)].map(withSmallInitial).join(`, ${next} `);
};

/** The heading: the state now, or the day asked about with its state and below it the state now, so that nobody takes one for the other. */
export const headStates = (statement: Statement, words: EvidenceWords): readonly string[] => {
  if (!asksAboutTime(statement)) return [headState(statement, words)];
  const now = headState({ ...statement, state: statement.stateNow }, words);
  return [
    words.state.headAt(spanOf(statement.state), headPhases(statement, words)),
    words.state.headNow(withSmallInitial(now)),
  ];
};

/** A past or future event of a consent or its notice. */
export interface TimelineEvent {
  readonly time: string;
  readonly says: string;
  readonly isToCome: boolean;
}

type Event = readonly [time: string | null, says: string];

const versionEvents = ({ notice }: Statement, words: EvidenceWords['timeline']): Event[] =>
  notice.history.map(({ version, publishedAt, askAgain }) => {
    if (version <= notice.version) return [publishedAt, words.published(version)];
    return [publishedAt, askAgain ? words.publishedAskingAgain(version) : words.publishedAskingNobody(version)];
  });

const toDate = (time: string | null): Date | undefined => (time === null ? undefined : new Date(time));

const nameEnd = (statement: Statement, state: EndStateName, words: EvidenceWords['timeline']): string => {
  const { notice } = statement;
  if (state === 'revoked') return words.revoked(revocationArrivalOf(statement));
  return state === 'expired' ? words.expires(notice.version, notice.validityDays) : words[state];
};

/** What people did, and how time ends the consent, if nobody ended it before. */
const endEvents = (statement: Statement, words: EvidenceWords['timeline']): Event[] => {
  const { times, imported } = statement;
  const ending = findEnding({
    given: new Date(times.given),
    ...byEnd('moment', (name) => toDate(times[endStates[name].moment])),
  });
  const byTime = ending === undefined || isAct(ending.state) ? [] : [ending.state];
  const importing: Event = [imported?.time ?? null, words.imported];
  return [...byTime, ...endsThrough('act')].flatMap((name): Event[] => {
    const event: Event = [times[endStates[name].moment], nameEnd(statement, name, words)];
    return name === 'erased' ? [importing, event] : [event];
  });
};

/** The events from the publication of the agreed version on, in order of time; at the same moment, in the order above. */
export const toTimeline = (statement: Statement, { timeline: words }: EvidenceWords): TimelineEvent[] => {
  const { times, state, notice, issuedAt } = statement;
  const events: Event[] = [
    ...versionEvents(statement, words).filter(([time]) => time !== null && !isAfter(notice.publishedAt, time)),
    [times.given, words.given(notice.version, arrivalOf(statement))],
    ...endEvents(statement, words),
    [asksAboutTime(statement) ? state.from : null, words.asked(spanOf(state))],
  ];
  return events
    .flatMap(([time, says]) => (time === null ? [] : [{ time, says, isToCome: isAfter(time, issuedAt) }]))
    .sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
};

/** What would make a consent stronger, in words. */
export interface GapInWords {
  readonly gap: Gap;
  /** What is missing. */
  readonly says: string;
  /** How to close the gap. */
  readonly mend: string;
}

/** The words of a gap. */
export const describeGap = (gap: Gap, { gaps }: EvidenceWords): GapInWords => ({ gap, ...gaps.gaps[gap] });

const nameLanguages = ({ claimed: { lang }, notice }: Statement, { gaps, writing }: EvidenceWords): string =>
  gaps.languages(writing.language(lang), writing.languages(notice.languages));

/** What a user noted of a letter or a call asks of its keeper, not of a site. */
const mendNoted = (statement: Statement, told: GapInWords, { gaps: { noted } }: EvidenceWords): GapInWords => {
  const { receivedBy } = arrivalOf(statement);
  if (receivedBy === null || receivedBy === 'erased') return told;
  return { ...told, mend: Object.entries(noted).find(([gap]) => gap === told.gap)?.[1] ?? told.mend };
};

/** What would make the consent stronger, the most serious first. */
export const describeGaps = (statement: Statement, words: EvidenceWords): GapInWords[] =>
  statement.completeness.gaps
    .map((gap) => mendNoted(statement, describeGap(gap, words), words))
    .map((told) =>
      told.gap === 'language-without-text'
        ? { ...told, says: `${told.says} ${nameLanguages(statement, words)}` }
        : told,
    );
