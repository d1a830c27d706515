import type { ParsedUrlQuery } from 'node:querystring';
import { parseBracketNotation } from './bracket-notation.ts';
import type { ParameterMap } from './parameters.ts';
import { checkCount, unreadable } from './parameters.ts';

const plus = 0x2b;
const space = 0x20;

/**
 * Replaces pluses by spaces, byte by byte. With a mebibyte of pluses, the parser takes six times as long and
 * `replaceAll` twenty times.
 */
const replacePluses = (text: string): string => {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] === plus) bytes[i] = space;
  return bytes.toString();
};

const checkEscapes = (text: string): void => {
  try {
    decodeURIComponent(text);
  } catch {
    throw unreadable('The form has a percent-escape that is malformed or is not UTF-8.');
  }
};

/** JSON that a client sent as a form, as curl does without a given type: one long name and no parameter. */
const startOfJson = /^\s*\{\s*["}]/;

/**
 * The text without empty pairs, which a parser would count. It refuses what a parser would repair or drop: the parser
 * reads only 1,000 pairs, the most that a request may have.
 *
 * @throws Problem body.unreadable
 */
export const guardForm = (text: string): string => {
  if (startOfJson.test(text))
    throw unreadable('The body looks like JSON. Send it with Content-Type: application/json.');
  const pairs: string[] = [];
  for (const [pair] of replacePluses(text).matchAll(/[^&]+/g)) {
    checkEscapes(pair);
    checkCount(pairs.push(pair));
  }
  return pairs.join('&');
};

/** The parameters of a parsed form. @throws Problem body.unreadable */
export const toFormParameters = (form: ParsedUrlQuery, arrays: ReadonlySet<string>): ParameterMap =>
  parseBracketNotation(
    Object.entries(form).flatMap(([name, value = []]) => [value].flat().map((text) => [name, text] as const)),
    arrays,
  );
