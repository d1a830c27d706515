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
 * Converts pairs of name and value to parameters (docs/contract.md, Requests and encodings). `pid[]=1&pid[]=2`,
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
