import * as v from 'valibot';
import type { ParameterErrorCode } from '../api/problem.ts';
import { identifierPattern, keyIdPattern } from '../runtime/identifier.ts';
import { isMoment } from '../runtime/time.ts';

/**
 * The message of a rule: a stable code and what to do. Validation splits it again (`ParameterError.code`,
 * `ParameterError.detail`).
 */
export const ruleMessage = (code: ParameterErrorCode, detail: string): string => `${code}: ${detail}`;

/** The message for what is no text, which for a number that would lose digits says how to send it. */
export const noText =
  (otherwise: string) =>
  ({ input }: { readonly input: unknown }): string =>
    hasNumber(input)
      ? ruleMessage('malformed', 'This number would lose digits. Send it as text, in quotes.')
      : ruleMessage('malformed', otherwise);

const hasNumber = (input: unknown): boolean =>
  typeof input === 'number' || (isMap(input) && Object.values(input).some((member) => typeof member === 'number'));

/** A rule that takes time to check. What an earlier rule refused is not checked by it. */
export const costlyCheck = <Value>(isRight: (value: Value) => boolean, message: string) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (dataset.typed && dataset.issues === undefined && !isRight(dataset.value)) addIssue({ message });
  });

const countCharacters = (text: string): number => [...text].length;

const atMost = (characters: number) =>
  v.check<string, string>(
    (text) => text.length <= characters || (text.length <= 2 * characters && countCharacters(text) <= characters),
    ruleMessage('too-long', `Must have at most ${characters} characters.`),
  );

/** Text of at most a number of Unicode code points. */
export const text = (characters: number) =>
  v.pipe(v.string(noText('Must be a single text value.')), atMost(characters), v.metadata({ maxLength: characters }));

/** Text that is not empty. */
export const filledText = (characters: number) =>
  v.pipe(text(characters), v.nonEmpty(ruleMessage('missing', 'Must not be empty.')));

const notDecimal = ruleMessage('malformed', 'Must be a whole number in decimal digits.');

/**
 * A whole number of at least one, in decimal digits (docs/api.md, Scalars). Writers with only floating-point
 * numbers write 2 as 2.0. A number is one that would lose digits, and too large.
 */
export const positiveInteger = v.pipe(
  v.string(({ input }) =>
    typeof input === 'number' ? notDecimal : ruleMessage('malformed', 'Must be a single whole number.'),
  ),
  v.regex(/^[0-9]{1,15}(?:\.0{1,15})?$/, notDecimal),
  v.transform(Number),
  v.minValue(1, ruleMessage('out-of-range', 'Must be at least 1.')),
);

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  on: true,
  false: false,
  0: false,
  off: false,
};

/** `true`/`false`, `1`/`0` or `on`/`off` (docs/api.md, Scalars). */
export const boolean = v.pipe(
  v.picklist(['true', 'false', '1', '0', 'on', 'off'], ruleMessage('malformed', 'Must be true or false.')),
  v.transform((word) => booleans[word] === true),
);

/** The id of a consent or of a notice version. */
export const identifier = v.pipe(
  v.string(noText('Must be a single id.')),
  v.regex(identifierPattern, ruleMessage('malformed', 'Must be an id of 32 lower-case hexadecimal characters.')),
  v.description('32 lower-case hexadecimal characters.'),
);

/** A whole number of an answer. */
export const integer = v.pipe(v.number(), v.integer());

const time = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/));

/** The description of a time: the event and the format (docs/api.md, Times). */
const describeUtcTime = (event: string): string => `${event} (UTC, \`YYYY-MM-DD HH:MM:SS\`).`;

/** A time of an answer of the seven operations. */
export const timeOf = (event: string) => v.pipe(time, v.description(describeUtcTime(event)));

/** A time of an answer of the seven operations, or null. */
export const timeIfAnyOf = (event: string) => v.pipe(v.nullable(time), v.description(describeUtcTime(event)));

const zonedTime = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));

/** The description of a time with its zone: the event and the format (docs/api.md, Times). */
const describeIsoTime = (event: string): string => `${event} (ISO 8601 in UTC, with milliseconds).`;

/** A time of an extension, as `Date.toISOString` writes it. */
export const zonedTimeOf = (event: string) => v.pipe(zonedTime, v.description(describeIsoTime(event)));

/** A time of an extension, or null. */
export const zonedTimeIfAnyOf = (event: string) => v.pipe(v.nullable(zonedTime), v.description(describeIsoTime(event)));

/** True for an object with named members. Valibot's own object and record schemas also accept arrays. */
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyMap = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

interface MapRules {
  readonly members: number;
  readonly keyCharacters: number;
  /** A member in bracket notation. */
  readonly example: string;
}

/**
 * Named members. An empty map may also be an empty text, the only way in a form, or an empty array, which PHP's
 * json_encode makes of it.
 */
export const map = <Value extends v.GenericSchema>({ members, keyCharacters, example }: MapRules, value: Value) =>
  v.pipe(
    v.unknown(),
    v.transform((input) => (isEmptyMap(input) ? {} : input)),
    v.custom<Record<string, unknown>>(isMap, ruleMessage('malformed', `Must have named members, such as ${example}.`)),
    v.maxEntries(members, ruleMessage('too-many', `May have at most ${members} members.`)),
    v.record(filledText(keyCharacters), value),
  );

/** Forms of values that the register itself wrote. Those of parameters, with messages for callers, are in `scalar.ts`. */

/** The id of an account, a project, a consent, a notice version or a session. */
export const storedId = v.pipe(v.string(), v.regex(identifierPattern));

/** A time as text: ISO 8601 in UTC with milliseconds, in the only form for that moment. */
export const storedTime = v.pipe(v.string(), v.check(isMoment, 'Must be a time such as 2026-11-22T09:30:00.000Z.'));

/** A moment in UTC with milliseconds, in the form of `Date.toISOString`. */
export const isoTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment, 'There is no such moment.'),
  v.description('UTC, as `YYYY-MM-DDTHH:MM:SS.mmmZ`.'),
);

/** The id of a key for machines. */
export const keyId = v.pipe(v.string(), v.regex(keyIdPattern));

/** A SHA-256 in hexadecimal digits. */
export const hexDigest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export type Given = Readonly<Record<string, unknown>>;

/** Whether a parameter breaks a rule of its own, or of one of its members. */
export type IsRefused = (name: string) => boolean;

/** A rule on several parameters, reported on one of them. It is checked even if other parameters are wrong. */
export const rule = <Request extends object>(
  field: string,
  message: string,
  isBroken: (given: Given, isRefused: IsRefused) => boolean,
) =>
  v.rawCheck<Request>(({ dataset, addIssue }) => {
    const given: unknown = dataset.value;
    const isRefused = (name: string): boolean => dataset.issues?.some(({ path }) => path?.[0]?.key === name) ?? false;
    if (!isMap(given) || !isBroken(given, isRefused)) return;
    addIssue({ message, path: [{ type: 'object', origin: 'value', input: given, key: field, value: given[field] }] });
  });

/** The message for a parameter that cannot be combined with another. */
export const excludes = (other: string): string =>
  ruleMessage('conflict', `Cannot be combined with ${other}. Send only one of the two.`);

export const isGiven = (value: unknown): boolean => value !== undefined;
