import type { ConsentState } from '../../shared/consents/state.ts';
import type { Phase, StateStatement } from '../../shared/evidence/state-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { dayMilliseconds, formatTime } from '../../shared/time.ts';

/** A state in a word or two. */
const stateNames: Readonly<Record<ConsentState, string>> = {
  active: 'in force',
  revoked: 'revoked',
  expired: 'expired',
  superseded: 'superseded',
  erased: 'erased',
};

/** `YYYY-MM-DD HH:MM:SS` of a time of a statement. */
export const showTime = (time: string): string => formatTime(new Date(time));

/** Characters of a time by what it names: a day, a minute, a second. */
const lengths: readonly (readonly [milliseconds: number, characters: number])[] = [
  [dayMilliseconds, 10],
  [60_000, 16],
];

const isMonth = ({ from, until }: StateStatement): boolean => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return from.endsWith('-01T00:00:00.000Z') && next.toISOString() === until;
};

/** The span that was asked about, as people write it: `2026-11-22`, `2026-11-22 14:30`. */
export const nameSpan = (state: StateStatement): string => {
  const text = showTime(state.from);
  if (isMonth(state)) return text.slice(0, 7);
  const lasting = new Date(state.until).getTime() - new Date(state.from).getTime();
  return text.slice(0, lengths.find(([milliseconds]) => milliseconds === lasting)?.[1] ?? 19);
};

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** When something happened, as it follows a verb; empty where that was said before. */
const noted = (preposition: 'on' | 'since', time: string): string => (time === '' ? '' : ` ${preposition} ${time}`);

/** Why it is in force, or no more. */
const causes: Readonly<Record<ConsentState, (time: string, statement: Statement) => string>> = {
  active: (time) => `given${noted('on', time)}`,
  revoked: (time, { revocation }) =>
    `revoked${noted('on', time)} by ${revocation?.claimed.channel ?? 'an unknown channel'}`,
  expired: (time, { notice, times, issuedAt }) => {
    const expires = times.expires !== null && times.expires > issuedAt ? 'it expires' : 'expired';
    return `${expires}${noted('on', time)} (${days(notice.validityDays)} after it was given)`;
  },
  superseded: (time, { notice }) =>
    `superseded${noted('since', time)}: version ${notice.askedAgainBy?.version ?? '?'} of the notice asks again`,
  erased: (time) => `erased${noted('on', time)}`,
};

const isInForce = ({ state }: Phase): boolean => state === 'active';

const verdictOf = (phase: Phase): string => {
  if (phase.state === null) return 'not yet given';
  return isInForce(phase) ? 'in force' : 'not in force';
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const causeOf = (statement: Statement, { state, since }: Phase): string =>
  state === null || since === null
    ? `it was given on ${showTime(statement.times.given)}`
    : causes[state](showTime(since), statement);

/** When a phase begins: within a day its time is enough. */
const showBeginning = (state: StateStatement, { from }: Phase): string =>
  nameSpan(state).length >= 10 && from.slice(0, 10) === state.from.slice(0, 10)
    ? showTime(from).slice(11)
    : showTime(from);

/** Such as `not in force from 14:00:00: revoked by email`, of a phase that is not the only one. */
const describePhase = (statement: Statement, phase: Phase, i: number): string => {
  const { state } = phase;
  if (i === 0) return `at first ${verdictOf(phase)}${state === null ? '' : ` (${causeOf(statement, phase)})`}`;
  const why = state === null || state === 'active' ? '' : ` (${causes[state]('', statement)})`;
  return `${verdictOf(phase)} from ${showBeginning(statement.state, phase)}${why}`;
};

const describePhases = (statement: Statement): string => {
  const { state } = statement;
  const phases = state.phases.map((phase, i) => describePhase(statement, phase, i));
  return `During ${nameSpan(state)} this changed${state.isOpen ? ', as far as is known now' : ''}: ${phases.join('; ')}.`;
};

/** The state now, such as `not in force: revoked on 2026-11-22 10:20:30 by web.form.` */
const describeNow = (statement: Statement, phase: Phase): string =>
  isInForce(phase)
    ? `in force since ${showTime(statement.times.given)}.`
    : `${verdictOf(phase)}: ${causeOf(statement, phase)}.`;

const describeAt = (statement: Statement, phase: Phase): string => {
  const open = statement.state.isOpen ? ', as far as is known now' : '';
  return `${capitalise(verdictOf(phase))} on ${nameSpan(statement.state)}${open}: ${causeOf(statement, phase)}.`;
};

/** Whether a time was asked about that is not now. */
export const asksAboutTime = ({ state, issuedAt }: Statement): boolean => state.from !== issuedAt;

/** The state that was asked about in one sentence; of a span in which it changed all of its states, with the times of the changes. */
export const describeState = (statement: Statement): string => {
  const { phases } = statement.state;
  const [phase] = phases;
  if (phase === undefined || phases.length > 1) return describePhases(statement);
  return asksAboutTime(statement) ? describeAt(statement, phase) : capitalise(describeNow(statement, phase));
};

const describeEnd = ({ times, notice, stateNow }: Statement): string => {
  if (stateNow.state !== 'active') return '';
  if (times.ends === null || times.expires === null) return 'Nothing ends it unless it is revoked.';
  return `It expires on ${showTime(times.expires)}, ${days(notice.validityDays)} after it was given, unless it is revoked earlier.`;
};

/** What is to be known beside that sentence: what it is now where another time was asked about, and when it will end; empty for nothing. */
export const describeOutlook = (statement: Statement): string => {
  const [phase] = statement.stateNow.phases;
  const now = asksAboutTime(statement) && phase ? [`Now: ${describeNow(statement, phase)}`] : [];
  return [...now, describeEnd(statement)].filter((text) => text !== '').join(' ');
};

/** The state in a word or two, for a heading: that at the end of the span. */
export const headState = ({ state: { state } }: Statement): string =>
  state === null ? 'Not yet given' : capitalise(stateNames[state]);
