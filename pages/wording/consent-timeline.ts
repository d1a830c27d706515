import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { findEnding } from '../../shared/consents/reports/ending.ts';
import { asksAboutTime } from './consent-state.ts';
import { spanOf } from './plain-time.ts';
import type { TimelineWords, EvidenceWords } from '../words/evidence/words.ts';

/** A past or future event of a consent or its notice. */
export interface TimelineEvent {
  readonly time: string;
  readonly says: string;
  readonly isToCome: boolean;
}

type Event = readonly [time: string | null, says: string];

const versionEvents = ({ notice }: Statement, words: TimelineWords): Event[] =>
  notice.history.map(({ version, publishedAt, askAgain }) => {
    if (version <= notice.version) return [publishedAt, words.published(version)];
    return [publishedAt, askAgain ? words.publishedAskingAgain(version) : words.publishedAskingNobody(version)];
  });

const toDate = (time: string | null): Date | undefined => (time === null ? undefined : new Date(time));

/** How time ends the consent, if nobody ended it before. */
const endByTime = ({ times, notice }: Statement, words: TimelineWords): Event[] => {
  const { given, revoked, expires, superseded, erased } = times;
  const ending = findEnding({
    given: new Date(given),
    revoked: toDate(revoked),
    expires: toDate(expires),
    superseded: toDate(superseded),
    erased: toDate(erased),
  });
  if (ending?.by === 'expired') return [[expires, words.expires(notice.version, notice.validityDays)]];
  if (ending?.by === 'superseded') return [[superseded, words.superseded]];
  return [];
};

const endEvents = (statement: Statement, words: TimelineWords): Event[] => {
  const { times, record } = statement;
  return [
    ...endByTime(statement, words),
    [times.revoked, words.revoked(record.revokeChannel)],
    [statement.imported?.time ?? null, words.imported],
    [times.erased, words.erased],
  ];
};

/** The events from the publication of the agreed version on, in order of time; at the same moment, in the order above. */
export const toTimeline = (statement: Statement, { timeline: words }: EvidenceWords): TimelineEvent[] => {
  const { times, state, notice, issuedAt, record } = statement;
  const events: Event[] = [
    ...versionEvents(statement, words).filter(([time]) => time !== null && time >= notice.publishedAt),
    [times.given, words.given(notice.version, record.channel)],
    ...endEvents(statement, words),
    [asksAboutTime(statement) ? state.from : null, words.asked(spanOf(state))],
  ];
  return events
    .flatMap(([time, says]) => (time === null ? [] : [{ time, says, isToCome: time > issuedAt }]))
    .sort((one, other) => (one.time < other.time ? -1 : Number(one.time > other.time)));
};
