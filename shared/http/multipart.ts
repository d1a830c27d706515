import { parseBracketNotation } from './form.ts';
import type { ParameterMap } from './validation.ts';
import { checkCount, unreadable } from './validation.ts';

/**
 * Reads `multipart/form-data` (RFC 7578): fields with names in bracket notation, no files.
 *
 * @throws Problem body.unreadable
 */
export const parseMultipart = (body: string, contentType: string, arrays: ReadonlySet<string>): ParameterMap =>
  parseBracketNotation(splitParts(body, readBoundary(contentType)).map(parsePart), arrays);

const malformed = (): Error => unreadable('The multipart body is malformed or incomplete.');

/** RFC 2046, section 5.1.1. To look for one of thousands takes seconds in a body that nearly has it many times. */
const boundaryCharacters = 70;

const readBoundary = (contentType: string): string => {
  const header = parseHeaderValue(contentType);
  if (header === undefined) throw unreadable('The Content-Type header of the multipart body is malformed.');
  const boundary = header.parameters.get('boundary') ?? '';
  if (boundary === '') throw unreadable('The media type multipart/form-data needs a boundary.');
  if (boundary.length > boundaryCharacters)
    throw unreadable(`The boundary of the multipart body has more than ${boundaryCharacters} characters.`);
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
 * The value of a header with its parameters, such as `text/plain; charset=utf-8`. Names and the value are in lower
 * case.
 */
interface HeaderValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** More than any supported header has. */
const mostParameters = 8;

// Each match starts where the one before ended, so no text is read twice.
const valuePattern = /[ \t]*([^\s;="\\(),]+)/y;
const parameterPattern = /[ \t]*;[ \t]*([^\s;="\\(),]+)[ \t]*=[ \t]*(?:"([^"\\]*)"|([^\s;"\\(),]+))/gy;
const endPattern = /[ \t]*(?:;[ \t]*)?$/y;

const startAt = (pattern: RegExp, place: number): RegExp => {
  pattern.lastIndex = place;
  return pattern;
};

/**
 * Reads a header such as Content-Type (RFC 9110, section 5.6.6). Undefined for a header with two readings: with a
 * backslash, which clients escape differently, a comment, or a parameter given twice.
 */
const parseHeaderValue = (text: string): HeaderValue | undefined => {
  const [start, value] = startAt(valuePattern, 0).exec(text) ?? [];
  if (start === undefined || value === undefined) return undefined;
  const parameters = new Map<string, string>();
  let place = start.length;
  for (const [whole, name = '', quoted, plain = ''] of text.matchAll(startAt(parameterPattern, place))) {
    if (parameters.has(name.toLowerCase()) || parameters.size === mostParameters) return undefined;
    parameters.set(name.toLowerCase(), quoted ?? plain);
    place += whole.length;
  }
  return startAt(endPattern, place).test(text) ? { value: value.toLowerCase(), parameters } : undefined;
};

const refuse = (why: string): Error => unreadable(`A part of the multipart body ${why}.`);

/** Real clients write at most four. */
const mostHeaders = 16;

const headerPattern = /^([!#$%&'*+.^`|~\w-]+):([^\r\n]*)$/;

/** Header lines by name. Only headers that begin with Content- describe the value (RFC 2045, section 9). */
const readHeaders = (block: string): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  const lines = block.split('\r\n', mostHeaders + 1);
  if (lines.length > mostHeaders) throw refuse(`has more than ${mostHeaders} headers`);
  for (const line of lines) {
    if (/^[ \t]/.test(line)) throw refuse('has a header on two lines. Write it on one line');
    const [, name = '', value = ''] = headerPattern.exec(line) ?? [];
    if (name === '') throw refuse('has a malformed header');
    if (!/^content-/i.test(name)) continue;
    if (headers.has(name.toLowerCase())) throw refuse('has two headers with the same name. Write one');
    headers.set(name.toLowerCase(), value);
  }
  return headers;
};

const hasOnly = ({ parameters }: HeaderValue, name: string): boolean =>
  [...parameters.keys()].every((key) => key === name);

const readName = (disposition: string | undefined): string => {
  const header = parseHeaderValue(disposition ?? '');
  if (header?.parameters.has('filename') || header?.parameters.has('filename*')) {
    throw unreadable('The form has a file. Send all parameters as plain fields.');
  }
  const name = header?.parameters.get('name');
  if (header?.value !== 'form-data' || name === undefined || !hasOnly(header, 'name')) {
    throw refuse('has no readable name. Write Content-Disposition: form-data; name="..."');
  }
  if (/%(?:22|0D|0A)/i.test(name)) {
    throw refuse(
      'has a name with %22, %0D or %0A, which clients write for quotes and line breaks. Send such names as JSON',
    );
  }
  return name;
};

/** Some clients name the charset of their platform for plain ASCII, which is also UTF-8. */
const asciiCharsets = /^(?:us-ascii|iso-8859-(?:1|15)|windows-1252)$/i;

const isUtf8 = (charset: string, value: string): boolean =>
  /^utf-?8$/i.test(charset) || (asciiCharsets.test(charset) && !/\P{ASCII}/u.test(value));

const checkType = (type: string, value: string): void => {
  const header = parseHeaderValue(type);
  if (header?.value !== 'text/plain') throw refuse('has a Content-Type other than text/plain. Leave it out');
  const charset = header.parameters.get('charset') ?? 'utf-8';
  if (!isUtf8(charset, value))
    throw refuse('is not in UTF-8. Write Content-Type: text/plain; charset=utf-8, or leave it out');
  if (!hasOnly(header, 'charset')) throw refuse('has a Content-Type with a parameter other than charset');
};

/**
 * The headers that a part may have besides Content-Disposition. Content-Length is ignored, because the delimiter shows
 * the end.
 */
const checks: ReadonlyMap<string, (header: string, value: string) => void> = new Map([
  ['content-type', checkType],
  [
    'content-transfer-encoding',
    (encoding: string) => {
      if (!/^[ \t]*(?:7bit|8bit|binary)[ \t]*$/i.test(encoding)) throw refuse('has a Content-Transfer-Encoding');
    },
  ],
  ['content-length', () => undefined],
]);

/**
 * The name and the value of a field (RFC 7578, section 4). A header that could change the meaning of the value is
 * refused.
 *
 * @param text from the line after one delimiter to the next delimiter
 * @throws Problem body.unreadable
 */
const parsePart = (text: string): readonly [name: string, value: string] => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) throw refuse('is malformed or incomplete');
  const { 'content-disposition': disposition, ...others } = Object.fromEntries(readHeaders(text.slice(0, end)));
  const name = readName(disposition);
  const value = text.slice(end + 4);
  for (const [header, content] of Object.entries(others)) {
    const check = checks.get(header);
    if (check === undefined) throw refuse('has a Content- header that the service does not know. Leave it out');
    check(content, value);
  }
  return [name, value];
};
