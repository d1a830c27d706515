import { InvalidArgumentError } from '@commander-js/extra-typings';
import * as v from 'valibot';
import { limits } from '../../shared/api/limits.ts';
import type { FindableValues } from '../../shared/consents/person-data.ts';
import { findableValues, GivenUserData } from '../../shared/consents/person-data.ts';
import type { Account } from '../../shared/identity/account.ts';
import type { Period } from '../../shared/runtime/time.ts';
import { holdsKey } from '../../shared/schema/key-mask.ts';
import type { Span } from '../../shared/schema/time-span.ts';
import { readTimeSpan, timeRule } from '../../shared/schema/time-span.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languages, suggestLanguage } from '../../shared/schema/vocabulary.ts';
import { CommandError } from '../errors.ts';

/** Control characters, line and paragraph separators, and characters that reverse text; joiners are part of words. */
const control = /[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;

/** The replacement character, for bytes that are not UTF-8, as a terminal with another encoding sends them. */
const unreadable = '\ufffd';

const checkLine = (what: string, text: string): string | undefined => {
  if (holdsKey(text)) return `${what} must not have a key for machines in it. End this key: others may have read it.`;
  if (text.includes(unreadable)) return `${what} must be typed in UTF-8. Set the terminal and its locale to UTF-8.`;
  return control.test(text) ? `${what} must be one line without control characters.` : undefined;
};

const textChecker =
  (what: string, most: number, empty = `${what} must not be empty.`) =>
  (text: string): string | undefined => {
    if (text.trim() === '') return empty;
    return [...text].length > most ? `${what} may have at most ${most} characters.` : checkLine(what, text);
  };

/** What is wrong with the name of an account, a user or a project; undefined if it is right. */
export const checkName = textChecker('A name', limits.nameCharacters);

/** What is wrong with the reason for a change; undefined if it is right. */
export const checkReason = textChecker('A reason', limits.reasonCharacters);

/** What is wrong with the note of a key; undefined if it is right. */
export const checkNote = textChecker('A note', limits.nameCharacters);

/** What is wrong with the source of an import; undefined if it is right. */
export const checkSource = textChecker(
  'A source',
  limits.keyCharacters,
  'Name the source of the consents, such as --source CRM.',
);

/** What is wrong with an email; undefined if it is right. */
export const checkEmail = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email.trim()) &&
  checkLine('An email', email) === undefined &&
  email.length <= limits.emailCharacters
    ? undefined
    : 'An email must look like name@shop.example.';

/** What is wrong with the UID of a project; undefined if it is right. */
export const checkUid = (uid: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(uid) && uid.length <= limits.keyCharacters
    ? undefined
    : `A UID has up to ${limits.keyCharacters} letters, digits, dots, dashes and underscores. It begins with a letter or a digit.`;

/** The text without white space around it. @throws CommandError usage with what is wrong */
export const must = (text: string, check: (text: string) => string | undefined): string => {
  const wrong = check(text);
  if (wrong !== undefined) throw new CommandError(wrong, 'usage');
  return text.trim();
};

/** The span that an option names. @throws InvalidArgumentError when it is not a time */
export const toTimeSpan = (text: string): Span => {
  const span = readTimeSpan(text);
  if (span === undefined) throw new InvalidArgumentError(timeRule);
  return span;
};

/** The options for a period. */
export const fromOption = [
  '--from <time>',
  'start: a month, a day or a time in UTC, such as 2026-11, 2026-11-22 or 2026-11-22T14:30',
  toTimeSpan,
] as const;
export const untilOption = [
  '--until <time>',
  'end, in the same form; the month, day, minute or second that you name is included',
  toTimeSpan,
] as const;

/** The period of these options. @throws CommandError usage when it ends before it begins */
export const toPeriod = ({
  from,
  until,
}: {
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}): Period => {
  if (from !== undefined && until !== undefined && from.start >= until.end) {
    throw new CommandError('--until is before --from. Swap them.', 'usage');
  }
  return { from: from?.start, before: until?.end };
};

/** The option that chooses the moment of the answer. */
export const atOption = [
  '--at <time>',
  'a day or a time in UTC, such as 2026-11-22T14:30: shows the state then (a day: at its end)',
  toTimeSpan,
] as const;

/** The last moment of what `--at` names. */
export const toMoment = ({ end }: Span): Date => new Date(end.getTime() - 1);

const split = (text: string): readonly [key: string, value: string] => {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new CommandError('Name a person by a key and a value, such as email=ada@example.com.', 'usage');
};

/**
 * The typed values that name a person; a consent must have all of them. Messages name the key, never the value.
 *
 * @throws CommandError usage
 */
export const parseValues = (texts: readonly string[]): FindableValues => {
  const pairs = texts.map(split);
  const userData = Object.fromEntries(pairs);
  const values = findableValues(v.is(GivenUserData, userData) ? userData : {});
  for (const [i, [key, value]] of pairs.entries()) {
    const name = makeVisible(key);
    if (pairs.findIndex(([other]) => other === key) < i) {
      throw new CommandError(`A consent has one value of ${name}. Give it once.`, 'usage');
    }
    if (value.trim() === '')
      throw new CommandError(`The value of ${name} is empty. Give a value, such as email=ada@example.com.`, 'usage');
    if (!v.is(GivenUserData, { [key]: value })) {
      throw new CommandError(
        `No consent can have this key and value of ${name}. Check both: one may be too long.`,
        'usage',
      );
    }
    if (!values.has(key)) throw new CommandError(`The value of ${name} has nothing to search for. Check it.`, 'usage');
  }
  return values;
};

/** Adds one of several words. */
export const addText = (text: string, texts: readonly string[] = []): readonly string[] => [...texts, text];

/** The argument of commands about one person. */
export const personArgument = [
  '<key=value...>',
  'a value of the person, such as email=ada@example.com; consents must have all given values',
  addText,
] as const;

/** The message if nobody is found. Sites choose keys of their own, so a misspelt key cannot be recognised. */
export const describeNobody = ({ name }: Account): string =>
  `Account "${makeVisible(name)}" has no matching consent. Check the spelling, and the key as the site sends it: email, phone, mobile_phone, ` +
  'tax_code, first_name, last_name or one of its own. Only whole values match. `person erased` shows what was erased, by the reference of the request.';

/** The number of rows in a table by default. */
export const usualRows = 100;

/** Reads a whole number from 1 on. The reader throws InvalidArgumentError. @param most of nine digits at most */
export const numberReader =
  (most: number) =>
  (text: string): number => {
    const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
  };

/** The number in `--limit`. @throws InvalidArgumentError */
export const toLimit = numberReader(999_999_999);

/** How many parts of a table are read in parallel, by default and at most. */
export const [usualSegments, mostSegments] = [4, 64];

/** The option of lists that may be long. */
export const limitOption = [
  '--limit <number>',
  `the most rows to show (default: ${usualRows} in a table, all as CSV and JSON)`,
  toLimit,
] as const;

/** A language of consents. @throws InvalidArgumentError, with the code that is meant */
export const toLang = (text: string): Lang => {
  const lang = languages.find((one) => one === text);
  if (lang !== undefined) return lang;
  throw new InvalidArgumentError(`Allowed choices are ${languages.join(', ')}.${suggestLanguage(text)}`);
};
