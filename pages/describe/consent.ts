import type { Arrival } from '../../shared/consents/arrival.ts';
import { findReceivedBy, toArrival } from '../../shared/consents/arrival.ts';
import type { UsedLink } from '../../shared/consents/observed-link.ts';
import type { UsedMailbox } from '../../shared/consents/observed-mailbox.ts';
import { textOf } from '../../shared/consents/person-data.ts';
import type { ConsentState, EndStateName } from '../../shared/consents/state.ts';
import { byEnd, endStates, endsThrough, findEnding, isAct, precedence } from '../../shared/consents/state.ts';
import type { Gap } from '../../shared/evidence/facts-format.ts';
import type { Phase, TimesStatement } from '../../shared/evidence/state-statement.ts';
import type { ImportStatement, ObservedStatement, Statement } from '../../shared/evidence/statement.ts';
import type { Translate } from '../i18n/format.ts';
import type { EvidenceText, NamedSpan } from './writing.ts';
import { capitalise, spanOf, withSmallInitial } from './writing.ts';

/** A name and a value. Both may come from a person, who may write anything. */
export type Fact = readonly [name: string, value: string];

/** @param title in the language of the consent; undefined if its text is gone or has none */
const nameNotice = (
  { name, version, pid }: Statement['notice'],
  title: string | undefined,
  { t, writing }: EvidenceText,
): string => {
  const values = { name, version, number: writing.noticeNumber(pid) };
  return title === undefined
    ? t('evidence.facts.noticeWithoutTitle', values)
    : t('evidence.facts.notice', { ...values, title });
};

/** The consent with its account, project and notice. */
export const identityFacts = (
  { id, account, project, notice, claimed }: Statement,
  { t, writing }: EvidenceText,
): Fact[] => [
  [t('evidence.facts.names.consent'), id],
  [t('evidence.facts.names.account'), `${account.name} (${account.id})`],
  [t('evidence.facts.names.project'), project.name === null ? project.uid : `${project.name} (${project.uid})`],
  [t('evidence.facts.names.notice'), nameNotice(notice, notice.content?.title[claimed.lang], { t, writing })],
];

/** The person's values, under the label of the field if the site sent one. */
export const personFacts = ({ claimed: { userData } }: Statement): Fact[] =>
  Object.entries(userData).map(([key, member]) => [
    typeof member === 'string' ? key : `${key} (${member.label})`,
    textOf(member),
  ]);

/** The text in place of an empty part: that it was erased, or that it was always empty. */
export const describeErased = ({ erasure }: Statement, { t, writing }: EvidenceText): string =>
  erasure === null
    ? t('evidence.facts.nothingThere')
    : t('evidence.facts.erasedOn', { time: writing.moment(erasure.time) });

const userOf = (observed: ObservedStatement | null) => (observed && 'user' in observed ? observed.user : null);

/** The link through which somebody called, here or where an imported consent comes from. */
const madeOf = (observed: ObservedStatement | Seen | null): UsedLink | null => {
  if (observed === null || !('link' in observed)) return null;
  const { link } = observed;
  return { key: link.key, day: link.day, userId: 'user' in link ? link.user.id : link.userId };
};

/** How the consent reached the site. */
export const arrivalOf = ({ claimed, observed, imported, erasure }: Statement): Arrival =>
  toArrival(claimed.channel, {
    receivedBy: findReceivedBy(claimed.channel, claimed.proof),
    isErased: erasure !== null,
    notedBy: imported === null ? userOf(observed) : 'import',
    link: madeOf(observed ?? imported?.observed ?? null),
    isConfirmed: 'mailbox' in (observed ?? {}),
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
    notedBy: userOf(observed) ?? (imported === null ? null : 'import'),
    link: madeOf(observed ?? imported?.revocationObserved ?? null),
  });
};

/** What the site said in addition to the person's values and the proof. */
export const claimedFacts = (statement: Statement, { t, writing }: EvidenceText): Fact[] => {
  const { claimed } = statement;
  return [
    [t('evidence.facts.names.channel'), writing.channel(arrivalOf(statement))],
    [t('evidence.facts.names.language'), writing.language(claimed.lang)],
    [t('evidence.facts.names.project'), claimed.projectUid],
    [
      t('evidence.facts.names.noticeNamedBy'),
      claimed.noticeNamedBy === null
        ? t('evidence.facts.notKnown')
        : t(`evidence.facts.namedBy.${claimed.noticeNamedBy}`),
    ],
  ];
};

/** How the revocation came, according to the site. */
export const revocationFacts = (statement: Statement, { t, writing }: EvidenceText): Fact[] => {
  const arrival = revocationArrivalOf(statement);
  return [
    [
      t('evidence.facts.names.channel'),
      arrival === null ? t('evidence.facts.unknownChannel') : writing.channel(arrival),
    ],
  ];
};

type Seen = NonNullable<ImportStatement['observed']>;

const describeProgram = (userAgent: Seen['userAgent'], t: Translate): string => {
  if (userAgent === null) return t('evidence.facts.erased');
  return userAgent === '' ? t('evidence.facts.noProgram') : userAgent;
};

/** The key for machines by which a user called or asked for a link. */
interface ByKey {
  readonly keyId?: string | undefined;
  readonly keyNote?: string | null;
}

const keyFacts = ({ keyId, keyNote }: ByKey, t: Translate): Fact[] =>
  keyId === undefined ? [] : [[t('evidence.facts.names.key'), keyNote == null ? keyId : `${keyId} (${keyNote})`]];

const sessionFacts = (seen: object, t: Translate): Fact[] =>
  'sessionId' in seen ? [[t('evidence.facts.names.session'), String(seen.sessionId)]] : [];

/** The mail that asked for the consent, as far as the register knows of it. */
const mailFacts = (
  { askedAt, mailedAt, userActivated }: Omit<UsedMailbox, 'userId'>,
  user: string,
  { t, writing }: EvidenceText,
): Fact[] => [
  [t('evidence.facts.names.askedBy'), user],
  [t('evidence.facts.names.asked'), writing.moment(askedAt)],
  [t('evidence.facts.names.mailed'), mailedAt === null ? t('evidence.facts.notKnown') : writing.moment(mailedAt)],
  [t('evidence.facts.names.pressed'), t(`evidence.facts.pressed.${userActivated ? 'activated' : 'unknown'}`)],
];

const userIn = (seen: Seen): number =>
  'link' in seen ? seen.link.userId : 'mailbox' in seen ? seen.mailbox.userId : seen.userId;

/** @param user who called, or asked for the link or the mail */
const seenFacts = (seen: ObservedStatement | Seen, user: string, { t, writing }: EvidenceText): Fact[] => {
  const link = 'link' in seen ? seen.link : undefined;
  const mailbox = 'mailbox' in seen ? seen.mailbox : undefined;
  const keyed: ByKey = link ?? mailbox ?? ('keyId' in seen ? seen : {});
  const made = link && writing.link({ key: link.key, day: link.day, user });
  return [
    [t('evidence.facts.names.time'), writing.moment(seen.time)],
    ...(mailbox === undefined
      ? [
          made === undefined
            ? ([t('evidence.facts.names.user'), user] as const)
            : ([t('evidence.facts.names.link'), made] as const),
        ]
      : mailFacts(mailbox, user, { t, writing })),
    [t('evidence.facts.names.address'), seen.sourceIp ?? t('evidence.facts.erased')],
    [t('evidence.facts.names.program'), describeProgram(seen.userAgent, t)],
    ...sessionFacts(mailbox ?? seen, t),
    ...keyFacts(keyed, t),
    [t('evidence.facts.names.request'), seen.requestId],
  ];
};

/** What this register observed. */
export const observedFacts = (observed: ObservedStatement, words: EvidenceText): Fact[] => {
  const { user } = 'link' in observed ? observed.link : 'mailbox' in observed ? observed.mailbox : observed;
  return seenFacts(observed, `${user.id} (${user.name ?? words.t('evidence.facts.userGone')})`, words);
};

/** What another register observed, according to the imported file. Its users are not users of this one. */
export const observedElsewhereFacts = (seen: Seen, words: EvidenceText): Fact[] =>
  seenFacts(seen, String(userIn(seen)), words);

/** Where an imported consent comes from. @param given when it was given, which only the file says */
export const importFacts = (
  { source, line, time, by }: ImportStatement,
  given: string,
  { t, writing }: EvidenceText,
): Fact[] => [
  [t('evidence.facts.names.given'), t('evidence.facts.givenInFile', { time: writing.moment(given) })],
  [t('evidence.facts.names.source'), source],
  [t('evidence.facts.names.line'), String(line)],
  [
    t('evidence.facts.names.imported'),
    t('evidence.facts.importedBy', { time: writing.moment(time), operator: writing.operator(by) }),
  ],
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

/**
 * A heading of what a consent had come to by a moment, such as `Expired, then revoked`.
 *
 * @param head names a state
 * @param next stands between two of them
 */
export const headEnds = <State extends ConsentState | 'none'>(
  state: State,
  ends: readonly Pick<End, 'state'>[],
  { head, next }: { readonly head: (state: ConsentState | State) => string; readonly next: string },
): string => {
  if (ends.length === 0) return head(state);
  return ends.map((end, i) => (i === 0 ? head(end.state) : head(end.state).toLowerCase())).join(`, ${next} `);
};

/** Years after 9999 have a sign, so times are not compared as text. */
const isAfter = (time: string, other: string): boolean => Date.parse(time) > Date.parse(other);

/** Whether a consent is in force, no longer in force, or not yet given. */
type Standing = 'held' | 'ended' | 'none';

const standingOf = ({ state }: Phase): Standing => {
  if (state === null) return 'none';
  return state === 'active' ? 'held' : 'ended';
};

/** How a revocation came, to follow a verb. */
const howOf = (arrival: Arrival | null, { t, writing }: EvidenceText): string =>
  arrival === null ? t('arrival.unknown') : writing.how(arrival);

/** Why it is in force, or no longer. @param moment null if the time was given before */
const nameCause = (statement: Statement, state: ConsentState, moment: string | null, words: EvidenceText): string => {
  const { t, writing } = words;
  const { notice, times, issuedAt } = statement;
  const time = moment === null ? 'none' : writing.time(moment);
  if (state === 'revoked')
    return t('evidence.state.causes.revoked', { time, how: howOf(revocationArrivalOf(statement), words) });
  if (state === 'superseded')
    return t('evidence.state.causes.superseded', { time, version: notice.askedAgainBy?.version ?? '?' });
  if (state !== 'expired') return t(`evidence.state.causes.${state}`, { time });
  const isToCome = times.expires !== null && isAfter(times.expires, issuedAt);
  return t('evidence.state.causes.expired', { time, days: notice.validityDays, isToCome });
};

/** Everything that had come by the beginning of the phase, what ended the consent first. */
const causeOf = (statement: Statement, { state, since, from }: Phase, words: EvidenceText): string => {
  const { t, writing } = words;
  if (state === null || since === null)
    return t('evidence.state.causes.none', { time: writing.time(statement.times.given) });
  const [first, ...later] = state === 'active' ? [] : endsBy(statement.times, from);
  if (first === undefined) return nameCause(statement, state, since, words);
  const name = (end: typeof first): string => nameCause(statement, end.state, end.time, words);
  return later.reduce((ending, end) => t('evidence.state.afterwards', { ending, later: name(end) }), name(first));
};

/** When a phase begins. Within a day, the clock time is enough. */
const beginningOf = ({ state }: Statement, { from }: Phase, { writing }: EvidenceText) => {
  const isClock = spanOf(state).precision !== 'month' && from.slice(0, 10) === state.from.slice(0, 10);
  return { isClock, time: isClock ? writing.clock(from) : writing.time(from) };
};

/** A phase that is not the only one, such as `not in force from 14:00:00: revoked by email`. */
const describePhase = (statement: Statement, phase: Phase, i: number, words: EvidenceText): string => {
  const { state } = phase;
  const { t } = words;
  const standing = standingOf(phase);
  if (i === 0) {
    const cause = state === null ? 'none' : causeOf(statement, phase, words);
    return t('evidence.state.firstPhase', { standing, cause });
  }
  const cause = state === null || state === 'active' ? 'none' : nameCause(statement, state, null, words);
  return t('evidence.state.laterPhase', { standing, ...beginningOf(statement, phase, words), cause });
};

/** A span in a sentence, and what decides its preposition. */
const inSentence = (span: NamedSpan, { writing }: EvidenceText) => ({
  span: writing.span(span),
  precision: writing.precision(span),
});

const describePhases = (statement: Statement, words: EvidenceText): string => {
  const { state } = statement;
  const phases = state.phases.map((phase, i) => describePhase(statement, phase, i, words));
  return words.t('evidence.state.during', {
    ...inSentence(spanOf(state), words),
    phases: phases.reduce((before, after) => words.t('evidence.state.phases', { before, after })),
    isOpen: state.isOpen,
  });
};

/** The state now, such as `Not in force: revoked on 2026-11-22 10:20:30 by web.form.` @param isBeside whether it adds to a sentence about another time */
const describeNow = (statement: Statement, phase: Phase, isBeside: boolean, words: EvidenceText): string => {
  const { t, writing } = words;
  const now = isBeside ? 'nowBeside' : 'now';
  if (standingOf(phase) === 'held')
    return t(`evidence.state.${now}.active`, { time: writing.time(statement.times.given) });
  return t(`evidence.state.${now}.ended`, { cause: causeOf(statement, phase, words) });
};

/** Whether a time other than now was asked about. */
const asksAboutTime = ({ state, stateNow }: Statement): boolean =>
  state.from !== stateNow.from || state.until !== stateNow.until;

/** The state at the time asked about, in one sentence. If it changed in that span, the sentence has all states and the times of the changes. */
export const describeState = (statement: Statement, words: EvidenceText): string => {
  const { state } = statement;
  const [phase] = state.phases;
  if (phase === undefined || state.phases.length > 1) return describePhases(statement, words);
  if (!asksAboutTime(statement)) return describeNow(statement, phase, false, words);
  return words.t('evidence.state.at', {
    ...inSentence(spanOf(state), words),
    standing: standingOf(phase),
    cause: causeOf(statement, phase, words),
    isOpen: state.isOpen,
  });
};

/** When it will end, if it is in force now; empty for nothing. */
export const describeEnd = ({ times, notice, stateNow }: Statement, { t, writing }: EvidenceText): string => {
  if (stateNow.state !== 'active') return '';
  if (times.ends === null || times.expires === null) return t('evidence.state.endless');
  return t('evidence.state.expires', { time: writing.time(times.expires), days: notice.validityDays });
};

/** A state in a sentence. */
interface StateInWords {
  readonly says: string;
  readonly isHolding: boolean;
}

const isHolding = ({ phases }: Statement['state']): boolean => phases.every(({ state }) => state === 'active');

const describeBeside = (statement: Statement, words: EvidenceText): readonly StateInWords[] => {
  const [phase] = statement.stateNow.phases;
  if (!asksAboutTime(statement) || phase === undefined) return [];
  return [{ says: describeNow(statement, phase, true, words), isHolding: isHolding(statement.stateNow) }];
};

/** The state at the time asked about, and if that is another time, the state now. */
export const describeStates = (statement: Statement, words: EvidenceText): readonly StateInWords[] => [
  { says: describeState(statement, words), isHolding: isHolding(statement.state) },
  ...describeBeside(statement, words),
];

/** What to add to the first sentence: the state now if another time was asked about, and when it will end; empty for nothing. */
export const describeOutlook = (statement: Statement, words: EvidenceText): string =>
  [...describeBeside(statement, words).map(({ says }) => says), describeEnd(statement, words)]
    .filter((text) => text !== '')
    .join(' ');

/** The state at the end of the span in a word or two. What came after the first end follows it, such as `Revoked, then erased`. */
export const headState = ({ state: { state, phases }, times }: Statement, { t }: EvidenceText): string => {
  const from = phases.at(-1)?.from;
  const ends = state === null || state === 'active' || from === undefined ? [] : endsBy(times, from);
  return headEnds<ConsentState | 'none'>(state ?? 'none', ends, {
    head: (one) => t(`evidence.state.heads.${one}`),
    next: t('evidence.state.next'),
  });
};

/** All states in the span, the last as above. */
const headPhases = (statement: Statement, words: EvidenceText): string => {
  const earlier = statement.state.phases
    .slice(0, -1)
    .map(({ state }) => words.t(`evidence.state.heads.${state ?? 'none'}`));
  return [...earlier, headState(statement, words)].map(withSmallInitial).join(`, ${words.t('evidence.state.next')} `);
};

/** The heading: the state now, or the day asked about with its state and below it the state now, so that nobody takes one for the other. */
export const headStates = (statement: Statement, words: EvidenceText): readonly string[] => {
  if (!asksAboutTime(statement)) return [headState(statement, words)];
  const now = headState({ ...statement, state: statement.stateNow }, words);
  return [
    words.t('evidence.state.headAt', {
      ...inSentence(spanOf(statement.state), words),
      head: headPhases(statement, words),
    }),
    words.t('evidence.state.headNow', { head: withSmallInitial(now) }),
  ];
};

/** A state for a page that marks it: when it is asked about, its name, and why it is so. */
export interface MarkedState {
  /** The time asked about, or that it is the state now; empty where no other time is asked about. */
  readonly when: string;
  /** At the end of the span. */
  readonly state: ConsentState | 'none';
  readonly name: string;
  readonly why: string;
}

/** Since when it has the state that a mark names, what ended it first, and what came then. */
const describeSince = (statement: Statement, phase: Phase, words: EvidenceText): string => {
  const { t, writing } = words;
  const { state, since, from } = phase;
  if (state === null || since === null) return `${capitalise(causeOf(statement, phase, words))}.`;
  const [first = { state, time: since }, ...later] = state === 'active' ? [] : endsBy(statement.times, from);
  const beginning = t('evidence.state.since', {
    time: writing.time(first.time),
    state: first.state,
    how: howOf(revocationArrivalOf(statement), words),
    version: statement.notice.askedAgainBy?.version ?? '?',
    days: statement.notice.validityDays,
  });
  const said = later.reduce(
    (ending, end) =>
      t('evidence.state.afterwards', { ending, later: nameCause(statement, end.state, end.time, words) }),
    beginning,
  );
  return `${said}.`;
};

/** Of a consent in force now, when it ends; otherwise since when and how it has its state. What changed in the span is said whole. */
const describeWhy = (statement: Statement, isNow: boolean, words: EvidenceText): string => {
  const [phase] = statement.state.phases;
  if (phase === undefined || statement.state.phases.length > 1) return describePhases(statement, words);
  if (isNow && phase.state === 'active') return describeEnd(statement, words);
  return describeSince(statement, phase, words);
};

const markState = (statement: Statement, when: string, isNow: boolean, words: EvidenceText): MarkedState => ({
  when,
  state: statement.state.state ?? 'none',
  name: capitalise(headPhases(statement, words)),
  why: describeWhy(statement, isNow, words),
});

/** The state at the time asked about and, if that is another time, the state now. */
export const markStates = (statement: Statement, words: EvidenceText): readonly MarkedState[] => {
  const now = { ...statement, state: statement.stateNow };
  if (!asksAboutTime(statement)) return [markState(now, '', true, words)];
  const when = words.t('evidence.state.when.asked', inSentence(spanOf(statement.state), words));
  return [markState(statement, when, false, words), markState(now, words.t('evidence.state.when.now'), true, words)];
};

/** A past or future event of a consent or its notice. */
export interface TimelineEvent {
  readonly time: string;
  readonly says: string;
  readonly isToCome: boolean;
}

type Event = readonly [time: string | null, says: string];

const versionEvents = ({ notice }: Statement, t: Translate): Event[] =>
  notice.history.map(({ version, publishedAt, askAgain }) => {
    if (version <= notice.version) return [publishedAt, t('evidence.timeline.published', { version })];
    return [
      publishedAt,
      askAgain
        ? t('evidence.timeline.publishedAskingAgain', { version })
        : t('evidence.timeline.publishedAskingNobody', { version }),
    ];
  });

const toDate = (time: string | null): Date | undefined => (time === null ? undefined : new Date(time));

const nameEnd = (statement: Statement, state: EndStateName, words: EvidenceText): string => {
  const { version, validityDays } = statement.notice;
  const { t } = words;
  if (state === 'revoked') return t('evidence.timeline.revoked', { how: howOf(revocationArrivalOf(statement), words) });
  if (state === 'expired') return t('evidence.timeline.expires', { version, days: validityDays });
  return t(`evidence.timeline.${state}`);
};

/** What people did, and how time ends the consent, if nobody ended it before. */
const endEvents = (statement: Statement, words: EvidenceText): Event[] => {
  const { times, imported } = statement;
  const ending = findEnding({
    given: new Date(times.given),
    ...byEnd('moment', (name) => toDate(times[endStates[name].moment])),
  });
  const byTime = ending === undefined || isAct(ending.state) ? [] : [ending.state];
  const importing: Event = [imported?.time ?? null, words.t('evidence.timeline.imported')];
  return [...byTime, ...endsThrough('act')].flatMap((name): Event[] => {
    const event: Event = [times[endStates[name].moment], nameEnd(statement, name, words)];
    return name === 'erased' ? [importing, event] : [event];
  });
};

/** The events from the publication of the agreed version on, in order of time; at the same moment, in the order above. */
export const toTimeline = (statement: Statement, words: EvidenceText): TimelineEvent[] => {
  const { t, writing } = words;
  const { times, state, notice, issuedAt } = statement;
  const events: Event[] = [
    ...versionEvents(statement, t).filter(([time]) => time !== null && !isAfter(notice.publishedAt, time)),
    [times.given, t('evidence.timeline.given', { version: notice.version, how: writing.how(arrivalOf(statement)) })],
    ...endEvents(statement, words),
    [asksAboutTime(statement) ? state.from : null, t('evidence.timeline.asked', { span: writing.span(spanOf(state)) })],
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
export const describeGap = (gap: Gap, { t }: EvidenceText): GapInWords => ({
  gap,
  says: t(`evidence.gaps.${gap}.says`),
  mend: t(`evidence.gaps.${gap}.remedy`),
});

/** Gaps that the keeper of a letter or a recording closes, where a site has nothing to send. */
const notedGaps = ['form-unknown', 'page-unknown', 'browser-unknown', 'email-unconfirmed'] as const;

const nameLanguages = ({ claimed: { lang }, notice }: Statement, { t, writing }: EvidenceText): string =>
  t('evidence.gaps.languages', { named: writing.language(lang), has: writing.languages(notice.languages) });

/** What a user noted of a letter or a call asks of its keeper, not of a site. */
const mendNoted = (statement: Statement, told: GapInWords, { t }: EvidenceText): GapInWords => {
  const { receivedBy } = arrivalOf(statement);
  if (receivedBy === null || receivedBy === 'erased') return told;
  const noted = notedGaps.find((gap) => gap === told.gap);
  return noted === undefined ? told : { ...told, mend: t(`evidence.gaps.noted.${noted}`) };
};

/** What would make the consent stronger, the most serious first. */
export const describeGaps = (statement: Statement, words: EvidenceText): GapInWords[] =>
  statement.completeness.gaps
    .map((gap) => mendNoted(statement, describeGap(gap, words), words))
    .map((told) =>
      told.gap === 'language-without-text'
        ? { ...told, says: `${told.says} ${nameLanguages(statement, words)}` }
        : told,
    );
