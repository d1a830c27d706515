import { parseBracketNotation } from './bracket-notation.ts';
import type { ParameterMap } from './parameters.ts';
import { checkCount, unreadable } from './parameters.ts';

const plus = 0x2b;
const space = 0x20;

/** Byte by byte: `replaceAll` takes twenty times as long for a mebibyte of plus signs. */
const replacePluses = (text: string): string => {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += 1) if (bytes[i] === plus) bytes[i] = space;
  return bytes.toString();
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable('The form has a percent-escape that is malformed or is not UTF-8.');
  }
};

const parsePair = (pair: string): [string, string] => {
  const separator = pair.indexOf('=');
  return separator < 0 ? [decode(pair), ''] : [decode(pair.slice(0, separator)), decode(pair.slice(separator + 1))];
};

/** JSON that a client sent as a form, as curl does unless it is told the type: one long name and no parameter. */
const startOfJson = /^\s*\{\s*["}]/;

/**
 * Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5), but refuses what that algorithm repairs.
 *
 * @throws Problem body.unreadable
 */
export const parseForm = (text: string, arrays: ReadonlySet<string>): ParameterMap => {
  if (startOfJson.test(text))
    throw unreadable('The body looks like JSON; send it with Content-Type: application/json.');
  const pairs: [string, string][] = [];
  for (const [pair] of replacePluses(text).matchAll(/[^&]+/g)) checkCount(pairs.push(parsePair(pair)));
  return parseBracketNotation(pairs, arrays);
};
