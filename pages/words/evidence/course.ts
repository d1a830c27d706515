import type { Channel } from '../../../shared/schema/vocabulary.ts';
import type { CauseWords, Standing, StateWords, TimelineWords } from './course-words.ts';
import type { EnglishWriting } from './verifier-wording-words-english-writing.ts';

const standings: Readonly<Record<Standing, string>> = {
  held: 'in force',
  ended: 'not in force',
  none: 'not yet given',
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const by = (channel: Channel | null, channels: EnglishWriting['channels']): string =>
  channel === null ? 'by an unknown channel' : channels[channel];

const newCauses = ({ days, time: write, channels }: EnglishWriting): CauseWords => {
  const on = (time: string | null): string => (time === null ? '' : ` on ${write(time)}`);
  return {
    none: (given) => `it was given${on(given)}`,
    active: (given) => `given${on(given)}`,
    revoked: (time, channel) => `revoked${on(time)} ${by(channel, channels)}`,
    expired: (time, said) =>
      `${said.isToCome ? 'it expires' : 'expired'}${on(time)} (${days(said.days)} after it was given)`,
    superseded: (time, version) =>
      `superseded${time === null ? '' : ` since ${write(time)}`}: version ${version ?? '?'} of the notice asks again`,
    erased: (time) => `erased${on(time)}`,
  };
};

const whileOpen = (isOpen: boolean): string => (isOpen ? ', as far as is known now' : '');

export const newEnglishState = (writing: EnglishWriting): StateWords => {
  const { days, time: write, clock } = writing;
  return {
    heads: {
      none: 'Not yet given',
      active: 'In force',
      revoked: 'Revoked',
      expired: 'Expired',
      superseded: 'Superseded',
      erased: 'Erased',
    },
    next: 'then',
    causes: newCauses(writing),
    afterwards: (ending, later) => `${ending}; then ${later}`,
    now: ({ given, cause, isBeside }) => {
      const says = cause === null ? `in force since ${write(given)}.` : `not in force: ${cause}.`;
      return isBeside ? `Now: ${says}` : capitalise(says);
    },
    at: ({ span, standing, cause, isOpen }) =>
      `${capitalise(standings[standing])} ${writing.onSpan(span)}${whileOpen(isOpen)}: ${cause}.`,
    during: ({ span, phases, isOpen }) =>
      `During ${writing.span(span)} this changed${whileOpen(isOpen)}: ${phases.join('; ')}.`,
    firstPhase: (standing, cause) => `at first ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
    laterPhase: (standing, { time, isClock }, cause) =>
      `${standings[standing]} from ${isClock ? clock(time) : write(time)}${cause === null ? '' : ` (${cause})`}`,
    endless: 'Nothing ends it unless it is revoked.',
    expires: (time, validity) =>
      `It expires on ${write(time)}, ${days(validity)} after it was given, unless it is revoked earlier.`,
  };
};

export const newEnglishTimeline = ({ span: writeSpan, days, channels }: EnglishWriting): TimelineWords => ({
  published: (version) => `Version ${version} of the notice was published.`,
  publishedAskingAgain: (version) => `Version ${version} of the notice was published: it asks everybody again.`,
  publishedAskingNobody: (version) =>
    `Version ${version} of the notice was published: it asks nobody again, so this consent stays as it was.`,
  given: (version, channel) => `The consent was given to version ${version} of the notice ${channels[channel]}.`,
  expires: (version, validity) => `The consent expires: version ${version} holds for ${days(validity)}.`,
  superseded: 'The consent is superseded: a later version asks again.',
  revoked: (channel) => `The consent was revoked ${by(channel, channels)}.`,
  imported: 'The consent was imported: the register did not observe how it was given.',
  erased: 'The personal data in it was erased.',
  asked: (span) => `The time asked about begins: ${writeSpan(span)}.`,
  toCome: (says) => `To come: ${says}`,
});
