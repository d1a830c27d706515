import type { ParsedUrlQuery } from 'node:querystring';
import { limits } from '../api/limits.ts';
import { isMap } from '../schema/scalar.ts';
import type { ParameterMap, ParameterValue } from './validation.ts';
import { checkCount, checkDepth, checkName, checkText, parameterMap, unreadable } from './validation.ts';

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
 * The text without empty pairs, which the parser would count, and without pluses, which it takes five times as long for.
 * It refuses what the parser would repair or drop: the parser reads only 1,000 pairs, the most that a request may have.
 *
 * @throws Problem body.unreadable
 */
export const guardForm = (text: string): string => {
  if (startOfJson.test(text))
    throw unreadable('The body looks like JSON. Send it with Content-Type: application/json.');
  const pairs: string[] = [];
  for (const [pair] of text.split('+').join(' ').matchAll(/[^&]+/g)) {
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

interface Node {
  readonly values: string[];
  readonly appended: string[];
  readonly members: Map<string, Node>;
}

const newNode = (): Node => ({ values: [], appended: [], members: new Map() });

const namePattern = /^[^[\]]+(?:\[[^[\]]*\])*$/;

/** `userData[email][value]` -> `['userData', 'email', 'value']`; a last `[]` gives an empty last segment. */
const parseName = (name: string): string[] => {
  checkDepth(name.split('[', limits.depth + 1).length);
  if (!namePattern.test(name)) {
    throw unreadable('A parameter name is not in bracket notation. Write pid, pid[], pid[0] or userData[email].');
  }
  const segments = name.replaceAll(']', '').split('[');
  if (segments.slice(0, -1).includes('')) throw unreadable('Empty brackets are allowed only at the end of a name.');
  return segments.map(checkName);
};

const place = (root: Node, [name, value]: readonly [string, string]): void => {
  const segments = parseName(name);
  const appends = segments.at(-1) === '';
  let node = root;
  for (const segment of appends ? segments.slice(0, -1) : segments) {
    let next = node.members.get(segment);
    if (next === undefined) {
      next = newNode();
      node.members.set(segment, next);
    }
    node = next;
  }
  (appends ? node.appended : node.values).push(checkText(value));
  if (node.values.length > 1) checkDepth(segments.length + 1);
};

const toMap = (members: Map<string, Node>): ParameterMap =>
  parameterMap([...members].map(([name, node]) => [name, toValue(node)]));

const toValue = ({ values, appended, members }: Node): ParameterValue => {
  if (Number(values.length > 0) + Number(appended.length > 0) + Number(members.size > 0) > 1) {
    throw unreadable('One parameter is written in conflicting ways, such as a=1 and a[b]=2, or a[]=1 and a[0]=2.');
  }
  if (members.size > 0) return toMap(members);
  const [single = ''] = values;
  return appended.length > 0 ? appended : values.length === 1 ? single : values;
};

const isNumbered = (map: ParameterMap): boolean => Object.keys(map).every((_, i) => String(i) in map);

/** The items of a map that is numbered from 0 without a gap. */
const toItems = (value: ParameterValue): ParameterValue =>
  isMap(value) && isNumbered(value) ? Object.values(value) : value;

/**
 * Converts pairs of name and value to parameters (docs/api.md, Requests and encodings). `pid[]=1&pid[]=2`,
 * `pid[0]=1&pid[1]=2` and `pid=1&pid=2` are the same array. Other bracketed names are members. Only parameters that may
 * be arrays are numbered: elsewhere `0` is a name, as in JSON. Pairs that fit neither form are refused, never dropped.
 *
 * @throws Problem body.unreadable
 */
export const parseBracketNotation = (
  pairs: readonly (readonly [string, string])[],
  arrays: ReadonlySet<string>,
): ParameterMap => {
  const root = newNode();
  for (const pair of pairs) place(root, pair);
  return parameterMap(
    [...root.members].map(([name, node]) => [name, arrays.has(name) ? toItems(toValue(node)) : toValue(node)]),
  );
};

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

const unreadablePart = (why: string): Error => unreadable(`A part of the multipart body ${why}.`);

/** Real clients write at most four. */
const mostHeaders = 16;

const headerPattern = /^([!#$%&'*+.^`|~\w-]+):([^\r\n]*)$/;

/** Header lines by name. Only headers that begin with Content- describe the value (RFC 2045, section 9). */
const readHeaders = (block: string): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>();
  const lines = block.split('\r\n', mostHeaders + 1);
  if (lines.length > mostHeaders) throw unreadablePart(`has more than ${mostHeaders} headers`);
  for (const line of lines) {
    if (/^[ \t]/.test(line)) throw unreadablePart('has a header on two lines. Write it on one line');
    const [, name = '', value = ''] = headerPattern.exec(line) ?? [];
    if (name === '') throw unreadablePart('has a malformed header');
    if (!/^content-/i.test(name)) continue;
    if (headers.has(name.toLowerCase())) throw unreadablePart('has two headers with the same name. Write one');
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
    throw unreadablePart('has no readable name. Write Content-Disposition: form-data; name="..."');
  }
  if (/%(?:22|0D|0A)/i.test(name)) {
    throw unreadablePart(
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
  if (header?.value !== 'text/plain') throw unreadablePart('has a Content-Type other than text/plain. Leave it out');
  const charset = header.parameters.get('charset') ?? 'utf-8';
  if (!isUtf8(charset, value))
    throw unreadablePart('is not in UTF-8. Write Content-Type: text/plain; charset=utf-8, or leave it out');
  if (!hasOnly(header, 'charset')) throw unreadablePart('has a Content-Type with a parameter other than charset');
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
      if (!/^[ \t]*(?:7bit|8bit|binary)[ \t]*$/i.test(encoding))
        throw unreadablePart('has a Content-Transfer-Encoding');
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
  if (end < 0) throw unreadablePart('is malformed or incomplete');
  const { 'content-disposition': disposition, ...others } = Object.fromEntries(readHeaders(text.slice(0, end)));
  const name = readName(disposition);
  const value = text.slice(end + 4);
  for (const [header, content] of Object.entries(others)) {
    const check = checks.get(header);
    if (check === undefined) throw unreadablePart('has a Content- header that the service does not know. Leave it out');
    check(content, value);
  }
  return [name, value];
};
