import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { findEnding } from '../../shared/reports/ending.ts';
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

const toDate = (time: string | null): Date | undefined => (time === null ? undefined : new Date(time));

/** How time ends the consent, where nobody did before. */
const endByTime = (statement: Statement): Event[] => {
  const { given, revoked, expires, superseded, erased } = statement.times;
  const ending = findEnding({
    given: new Date(given),
    revoked: toDate(revoked),
    expires: toDate(expires),
    superseded: toDate(superseded),
    erased: toDate(erased),
  });
  if (ending?.by === 'expired') return [[expires, tellExpiry(statement)]];
  if (ending?.by === 'superseded') return [[superseded, 'The consent is superseded: a later version asks again.']];
  return [];
};

const endEvents = (statement: Statement): Event[] => {
  const { times, record } = statement;
  return [
    ...endByTime(statement),
    [times.revoked, `The consent was revoked by ${record.revokeChannel ?? 'an unknown channel'}.`],
    [statement.imported?.time ?? null, 'The consent was imported: the register was not there when it was given.'],
    [times.erased, 'What was personal in it was erased.'],
  ];
};

/** What happened from the version that was agreed to on, in the order of time; of one moment what is above first. */
export const toTimeline = (statement: Statement): TimelineEvent[] => {
  const { times, state, notice, issuedAt } = statement;
  const events: Event[] = [
    ...versionEvents(statement).filter(([time]) => time !== null && time >= notice.publishedAt),
    [times.given, tellGiven(statement)],
    ...endEvents(statement),
    [asksAboutTime(statement) ? state.from : null, `The time that was asked about begins: ${nameSpan(state)}.`],
  ];
  return events
    .flatMap(([time, says]) => (time === null ? [] : [{ time, says, isToCome: time > issuedAt }]))
    .sort((one, other) => (one.time < other.time ? -1 : Number(one.time > other.time)));
};
