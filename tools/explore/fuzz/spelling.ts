import fc from 'fast-check';
import type { Encoded } from '../../../test/support/encode.ts';

/** Decides, one after another, how to spell what can be spelled in several ways. */
type Choose = (ways: number) => number;

/** Parameters that every encoding can say: texts, lists and maps that are not empty. */
export type Sayable = string | readonly Sayable[] | SayableMap;
export interface SayableMap {
  readonly [name: string]: Sayable;
}

type Pair = readonly [string, string];

const isList = (value: Sayable): value is readonly Sayable[] => Array.isArray(value);

/** Pairs in bracket notation; a list of texts as `a[]`, as `a` repeated, or, where `a` takes a list, as `a[0]`. */
const toPairs = (value: Sayable, name: string, choose: Choose, arrays: ReadonlySet<string>): Pair[] => {
  if (typeof value === 'string') return [[name, value]];
  if (!isList(value)) {
    return Object.entries(value).flatMap(([key, member]) =>
      toPairs(member, name === '' ? key : `${name}[${key}]`, choose, arrays),
    );
  }
  const isFlat = value.every((member) => typeof member === 'string');
  const ways = [
    ...(arrays.has(name) ? [(i: number) => `${name}[${i}]`] : []),
    ...(isFlat ? [() => `${name}[]`] : []),
    ...(isFlat && value.length > 1 ? [() => name] : []),
  ];
  const way = ways[choose(ways.length)];
  return value.flatMap((member, i) => toPairs(member, way?.(i) ?? '', choose, arrays));
};

const escapeAll = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte}`);

const toForm = (pairs: readonly Pair[], choose: Choose): Encoded => {
  const spellText = (text: string): string => {
    const way = choose(3);
    if (way === 0) return escapeAll(text);
    return way === 1
      ? encodeURIComponent(text)
      : encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%5B', '[').replaceAll('%5D', ']');
  };
  const body = pairs.map(([name, value]) => `${spellText(name)}=${spellText(value)}`).join('&');
  return { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(body) };
};

const toMultipart = (pairs: readonly Pair[], choose: Choose): Encoded => {
  const boundary = ['----WebKitFormBoundary7MA4YWxk', 'x', 'a.b_c-d'][choose(3)] ?? 'x';
  const extra = ['', 'Content-Type: text/plain\r\n', 'Content-Type: text/plain; charset=utf-8\r\n'][choose(3)] ?? '';
  const parts = pairs.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n${extra}\r\n${value}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  };
};

const toUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');

/** JSON; texts that are numbers or booleans also as such, all of a text also as escapes. */
const toJson = (value: Sayable, choose: Choose): string => {
  if (typeof value === 'string') {
    const isLiteral = /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?(?:[eE][+-]?\d{1,3})?|true|false)$/.test(value);
    if (isLiteral && choose(2) === 0) return value;
    return choose(4) === 0 ? `"${toUnits(value)}"` : JSON.stringify(value);
  }
  const space = ['', ' ', '\n\t'][choose(3)] ?? '';
  if (isList(value)) return `[${space}${value.map((member) => toJson(member, choose)).join(`${space},`)}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}${space}:${toJson(member, choose)}`,
  );
  return `{${space}${members.join(`,${space}`)}}`;
};

/** The same parameters as a form, as multipart and as JSON, each in one of its spellings. */
export const spell = (
  meant: SayableMap,
  choices: readonly number[],
  arrays: ReadonlySet<string>,
): readonly Encoded[] => {
  let i = 0;
  const choose: Choose = (ways) => {
    i += 1;
    return (choices[i % choices.length] ?? 0) % ways;
  };
  return [
    toForm(toPairs(meant, '', choose, arrays), choose),
    toMultipart(toPairs(meant, '', choose, arrays), choose),
    { contentType: 'application/json', body: Buffer.from(toJson(meant, choose)) },
  ];
};

export const choices: fc.Arbitrary<number[]> = fc.array(fc.nat(11), { minLength: 7, maxLength: 13 });
