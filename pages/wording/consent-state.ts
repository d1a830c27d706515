import type { ConsentState } from '../../shared/consents/state.ts';
import type { Phase } from '../../shared/evidence/state-schema.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { endsBy, headEnds } from './consent-ends.ts';
import { spanOf } from './plain-time.ts';
import type { Standing, EvidenceWords } from '../words/evidence/words.ts';

const standingOf = ({ state }: Phase): Standing => {
  if (state === null) return 'none';
  return state === 'active' ? 'held' : 'ended';
};

/** Why it is in force, or no longer. @param time null if the time was given before */
const nameCause = (
  { revocation, notice, times, issuedAt }: Statement,
  state: ConsentState,
  time: string | null,
  { causes }: EvidenceWords['state'],
): string => {
  if (state === 'revoked') return causes.revoked(time, revocation?.claimed.channel ?? null);
  if (state === 'superseded') return causes.superseded(time, notice.askedAgainBy?.version ?? null);
  if (state !== 'expired') return causes[state](time);
  const isToCome = times.expires !== null && times.expires > issuedAt;
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
export const asksAboutTime = ({ state, issuedAt }: Statement): boolean => state.from !== issuedAt;

/** The state at the time asked about, in one sentence. If it changed in that span, the sentence has all states and the times of the changes. */
export const describeState = (statement: Statement, { state: words }: EvidenceWords): string => {
  const { state } = statement;
  const [phase] = state.phases;
  if (phase === undefined || state.phases.length > 1) return describePhases(statement, words);
  if (!asksAboutTime(statement)) return describeNow(statement, phase, false, words);
  const cause = causeOf(statement, phase, words);
  return words.at({ span: spanOf(state), standing: standingOf(phase), cause, isOpen: state.isOpen });
};

const describeEnd = ({ times, notice, stateNow }: Statement, words: EvidenceWords['state']): string => {
  if (stateNow.state !== 'active') return '';
  if (times.ends === null || times.expires === null) return words.endless;
  return words.expires(times.expires, notice.validityDays);
};

/** What to add to that sentence: the state now if another time was asked about, and when it will end; empty for nothing. */
export const describeOutlook = (statement: Statement, { state: words }: EvidenceWords): string => {
  const [phase] = statement.stateNow.phases;
  const now = asksAboutTime(statement) && phase ? [describeNow(statement, phase, true, words)] : [];
  return [...now, describeEnd(statement, words)].filter((text) => text !== '').join(' ');
};

/** The state at the end of the span in a word or two, for a heading. What came after the first end follows it, such as `Revoked, then erased`. */
export const headState = ({ state: { state, phases }, times }: Statement, { state: words }: EvidenceWords): string => {
  const from = phases.at(-1)?.from;
  const ends = state === null || state === 'active' || from === undefined ? [] : endsBy(times, from);
  return headEnds<ConsentState | 'none'>(state ?? 'none', ends, words);
};
