import type { Statement } from '../../shared/evidence/statement.ts';
import { asksAboutTime, nameSpan } from './consent-state.ts';

/** Something that happened to a consent or to its notice, or will. */
export interface TimelineEvent {
  readonly time: string;
  readonly says: string;
  readonly isToCome: boolean;
}

type Event = readonly [time: string | null, says: string];

const versionEvents = ({ notice }: Statement): Event[] =>
  notice.history.map(({ version, publishedAt, askAgain }) => {
    if (version <= notice.version) return [publishedAt, `Version ${version} of the notice was published.`];
    const consequence = askAgain ? 'asks everybody again' : 'asks nobody again, so this consent stays as it was';
    return [publishedAt, `Version ${version} of the notice was published: it ${consequence}.`];
  });

const tellGiven = ({ notice, record }: Statement): string =>
  `The consent was given to version ${notice.version} of the notice by ${record.channel}.`;

const tellExpiry = ({ notice }: Statement): string =>
  `The consent expires: version ${notice.version} holds for ${notice.validityDays} days.`;

/** What time does is told where it ends the consent; what somebody did is always told. */
const endEvents = (statement: Statement): Event[] => {
  const { times, record } = statement;
  const byTime: Event[] = [
    [times.expires, tellExpiry(statement)],
    [times.superseded, 'The consent is superseded: a later version asks again.'],
  ];
  const isByTimeAlone = (time: string | null): boolean =>
    time === times.ends && time !== times.revoked && time !== times.erased;
  return [
    ...byTime.filter(([time]) => isByTimeAlone(time)).slice(0, 1),
    [times.revoked, `The consent was revoked by ${record.revokeChannel ?? 'an unknown channel'}.`],
    [times.erased, 'What was personal in it was erased.'],
  ];
};

/** What happened from the version that was agreed to on, in the order of time; of one moment what is above first. */
export const toTimeline = (statement: Statement): TimelineEvent[] => {
  const { times, state, notice, toldAt } = statement;
  const events: Event[] = [
    ...versionEvents(statement).filter(([time]) => time !== null && time >= notice.publishedAt),
    [times.given, tellGiven(statement)],
    ...endEvents(statement),
    [asksAboutTime(statement) ? state.from : null, `The time that was asked about begins: ${nameSpan(state)}.`],
  ];
  return events
    .flatMap(([time, says]) => (time === null ? [] : [{ time, says, isToCome: time > toldAt }]))
    .sort((one, other) => (one.time < other.time ? -1 : Number(one.time > other.time)));
};
