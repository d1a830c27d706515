import { DateTime, IANAZone } from 'luxon';
import { CommandError } from '../../../command-error.ts';
import type { TimeSource } from './mapping.ts';

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/;

/** If an hour occurs twice because clocks go back, the first one counts. */
const takeFirst = (time: DateTime): DateTime => time.getPossibleOffsets()[0] ?? time;

const fromEpoch = (text: string, unit: number): Date | undefined =>
  /^-?\d{1,13}(?:\.\d+)?$/.test(text) ? new Date(Math.trunc(Number(text) * unit)) : undefined;

/** Times within four-digit years. No id can begin with a time far beyond. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isWritable = (moment: Date): boolean => Math.abs(moment.getTime()) <= latest;

const toDate = (time: DateTime): Date | undefined => (time.isValid ? takeFirst(time).toJSDate() : undefined);

const isLocale = (locale: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
};

/** @throws CommandError usage */
const checkSource = ({ format, zone, locale }: TimeSource): void => {
  if (!IANAZone.isValidZone(zone)) {
    throw new CommandError('The mapping names an unknown time zone. Use a name such as Europe/Rome or UTC.', 'usage');
  }
  if (!isLocale(locale)) {
    throw new CommandError('The mapping names an unknown locale. Use a name such as it or de-AT.', 'usage');
  }
  if (!/^(?:iso|epoch-(?:milli)?seconds)$/.test(format) && !/y/.test(format)) {
    throw new CommandError(
      'The mapping has an unknown time format. Use iso, epoch-seconds, epoch-milliseconds, or tokens such as dd/MM/yyyy HH:mm.',
      'usage',
    );
  }
};

const formatReader = ({ format, zone, locale }: TimeSource): ((text: string) => Date | undefined) => {
  if (format === 'epoch-seconds') return (text) => fromEpoch(text, 1_000);
  if (format === 'epoch-milliseconds') return (text) => fromEpoch(text, 1);
  if (format !== 'iso') return (text) => toDate(DateTime.fromFormat(text, format, { zone, locale }));
  return (text) => {
    if (!iso.test(text)) return undefined;
    const written = text
      .replace(/\s?UTC$/, 'Z')
      .replace(' ', 'T')
      .replace(/\s/, '');
    return toDate(DateTime.fromISO(written, { zone }));
  };
};

/**
 * Reads times as a mapping says. A date alone is the start of its day. Undefined for a text in another format.
 *
 * @throws CommandError usage when the mapping itself is wrong
 */
export const timeReader = (source: TimeSource): ((text: string) => Date | undefined) => {
  checkSource(source);
  const read = formatReader(source);
  return (text) => {
    const moment = read(text);
    return moment !== undefined && isWritable(moment) ? moment : undefined;
  };
};
