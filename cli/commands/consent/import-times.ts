import { DateTime, IANAZone } from 'luxon';
import * as v from 'valibot';
import { CommandError } from '../../errors.ts';

const filled = v.pipe(v.string(), v.nonEmpty('It must not be empty.'));

/** Where a time comes from, and its format. */
export const TimeSource = v.strictObject({
  column: filled,
  /** `iso`, `epoch-seconds`, `epoch-milliseconds`, or numeric tokens such as `dd/MM/yyyy HH:mm`. */
  format: v.optional(filled, 'iso'),
  /** The time zone of times without one. */
  zone: v.optional(filled, 'UTC'),
});
export type TimeSource = v.InferOutput<typeof TimeSource>;

/** A moment; if its hour comes twice, the first is taken, and `second` is the other. Or what is wrong with the text. */
export type ReadTime =
  | { readonly moment: Date; readonly second?: { readonly moment: Date; readonly offset: string } }
  | { readonly fault: string; readonly isUnread?: true };

/**
 * Reads times as a mapping says. A date alone is the start of its day. A time with its offset in ISO 8601 is read in any format.
 *
 * @throws CommandError usage when the mapping itself is wrong
 */
export const timeReader = (source: TimeSource): ((text: string) => ReadTime) => {
  checkSource(source);
  const read = formatReader(source);
  const unread = {
    fault: `The text in column ${source.column} is not a time in the format ${source.format}.`,
    isUnread: true,
  } as const;
  return (text) => {
    const plain = tidy(text);
    const time = isoWithOffset.test(plain) ? toMoment(fromIso(plain)) : read(plain);
    if (time === undefined) return unread;
    if ('fault' in time) return time;
    if (time.moment.getTime() < 0) return { fault: 'The time is before 1970.', isUnread: true };
    return time.moment.getTime() <= latest ? time : unread;
  };
};

/** What to do about an hour that comes twice; `second` is the offset of the second. */
export const explainDoubled = (zone: string, second: string): string =>
  `In ${zone} the hour comes twice on that day, and the first is taken. For the second write the time as 2026-11-22T14:30${second}, with this ${second}.`;

/** The tokens of numbers, of AM and PM, and of zones. */
const tokens = new Set('y yy yyyy yyyyyy M MM d dd H HH h hh m mm s ss S SSS u uu uuu a Z ZZ ZZZ z'.split(' '));

const tokensOf = (format: string): readonly string[] =>
  Array.from(format.replace(/'[^']*'/g, '').matchAll(/([A-Za-z])\1*/g), ([token]) => token);

const isKnown = (format: string): boolean => {
  const used = tokensOf(format);
  return (
    /^(?:iso|epoch-(?:milli)?seconds)$/.test(format) || (/y/.test(format) && used.every((each) => tokens.has(each)))
  );
};

/** @throws CommandError usage */
const checkSource = ({ format, zone }: TimeSource): void => {
  if (!IANAZone.isValidZone(zone)) {
    throw new CommandError(
      `The mapping names the unknown time zone ${JSON.stringify(zone)}. Use a name such as Europe/Rome or UTC.`,
      'usage',
    );
  }
  if (isKnown(format)) return;
  throw new CommandError(
    'The mapping has an unknown time format. Use iso, epoch-seconds, epoch-milliseconds, or tokens such as dd/MM/yyyy HH:mm or M/d/yyyy h:mm a. Write months as numbers, for instance in a spreadsheet.',
    'usage',
  );
};

/** Blanks of all kinds are one space; marks of direction, which programs copy along, are nothing. */
const tidy = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i;
const isoWithOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i;

/** Without an offset, as if it were UTC. */
const fromIso = (text: string): DateTime | undefined =>
  iso.test(text)
    ? DateTime.fromISO(
        text
          .toUpperCase()
          .replace(/ ?(?:UTC|GMT)$/, 'Z')
          .replace(' ', 'T')
          .replace(' ', ''),
        { zone: 'UTC' },
      )
    : undefined;

/** No id can begin with a time beyond the years of four digits. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const toMoment = (time: DateTime | undefined): ReadTime | undefined =>
  time?.isValid ? { moment: time.toJSDate() } : undefined;

const fromEpoch = (text: string, unit: number): ReadTime | undefined =>
  /^-?\d{1,13}(?:\.\d+)?$/.test(text) ? { moment: new Date(Math.trunc(Number(text) * unit)) } : undefined;

/** Where the clocks of a zone showed a time. @param hasHour whether it is more than a date */
const placeIn = (zone: string, wall: DateTime | undefined, hasHour: boolean): ReadTime | undefined => {
  if (!wall?.isValid) return undefined;
  const time = wall.setZone(zone, { keepLocalTime: true });
  if (hasHour && (time.hour !== wall.hour || time.minute !== wall.minute)) {
    return {
      fault: `In ${zone} this hour does not exist on that day, because clocks go forward. If the times are of another zone, name it in the mapping; or write the time with its offset, such as 2026-11-22T14:30${time.toFormat('ZZ')}.`,
    };
  }
  const [first = time, second] = time.getPossibleOffsets();
  return {
    moment: first.toJSDate(),
    ...(hasHour && second && { second: { moment: second.toJSDate(), offset: second.toFormat('ZZ') } }),
  };
};

/** AM and PM as programs write them: `PM`, `pm`, `p.m.`, with a blank before it or none. */
const tidyHalf = (text: string): string => text.replace(/(?<=\d) ?([ap])\.? ?m\b\.?/gi, ' $1m');

const formatReader = ({ format: written, zone }: TimeSource): ((text: string) => ReadTime | undefined) => {
  if (written === 'epoch-seconds') return (text) => fromEpoch(text, 1_000);
  if (written === 'epoch-milliseconds') return (text) => fromEpoch(text, 1);
  if (written === 'iso') return (text) => placeIn(zone, fromIso(text), text.length > 'yyyy-MM-dd'.length);
  const used = tokensOf(written);
  const format = tidy(written).replace(/(?<=[hms]) ?a\b/g, ' a');
  const parse = (text: string) =>
    DateTime.fromFormat(used.includes('a') ? tidyHalf(text) : text, format, { zone: 'UTC', locale: 'en' });
  if (used.some((token) => /z/i.test(token))) return (text) => toMoment(parse(text));
  const hasHour = used.some((token) => /h/i.test(token));
  return (text) => placeIn(zone, parse(text), hasHour);
};
