import { parseBracketNotation } from './bracket-notation.ts';
import { parseHeaderValue } from './header-value.ts';
import { parsePart } from './multipart-part.ts';
import type { ParameterMap } from './parameters.ts';
import { checkCount, unreadable } from './parameters.ts';

const malformed = (): Error => unreadable('The multipart body is malformed or incomplete.');

const readBoundary = (contentType: string): string => {
  const header = parseHeaderValue(contentType);
  if (header === undefined) throw unreadable('The Content-Type header of the multipart body is malformed.');
  const boundary = header.parameters.get('boundary') ?? '';
  if (boundary === '') throw unreadable('The media type multipart/form-data needs a boundary.');
  return boundary;
};

const afterDelimiter = (text: string): string => {
  if (!text.startsWith('\r\n')) throw malformed();
  return text.slice(2);
};

/** The parts between delimiters. Text before the first and after the last delimiter is ignored (RFC 2046). */
const splitParts = (body: string, boundary: string): readonly string[] => {
  const delimiter = `--${boundary}`;
  const [before = '', ...parts] = `\r\n${body}`.split(`\r\n${delimiter}`);
  const after = parts.pop() ?? '';
  if (!/^--(?:\s|$)/.test(after) || before.includes(delimiter) || after.includes(delimiter)) throw malformed();
  checkCount(parts.length);
  return parts.map(afterDelimiter);
};

/**
 * Reads `multipart/form-data` (RFC 7578): fields with names in bracket notation, no files.
 *
 * @throws Problem body.unreadable
 */
export const parseMultipart = (body: string, contentType: string, arrays: ReadonlySet<string>): ParameterMap =>
  parseBracketNotation(splitParts(body, readBoundary(contentType)).map(parsePart), arrays);
