import fc from 'fast-check';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import { arrayNames, closedNames } from '../../../shared/http/validation.ts';
import type { HttpFunction } from '../../../shared/operation.ts';
import type { Encoded } from '../../../test/support/encode.ts';
import { toEvent } from '../../../test/support/event.ts';
import type { Known } from './parameters.ts';
import { spoiltFor } from './parameters.ts';

/** Decides, one after another, how to spell what can be spelled in several ways. */
type Choose = (ways: number) => number;

/** Parameters that every encoding can say: texts, lists and maps that are not empty. */
type Sayable = string | readonly Sayable[] | SayableMap;
interface SayableMap {
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

const choices: fc.Arbitrary<number[]> = fc.array(fc.nat(11), { minLength: 7, maxLength: 13 });

/** What every encoding can say of a name: no brackets, no control characters, no quotes. */
const sayableName = (name: string): boolean =>
  name !== '' && !/[[\]"\\%\p{Cc}\p{Cs}]/u.test(name) && name.trim() === name;

const sayableText = (text: string): boolean => text.isWellFormed() && !/[\r\n\0]/.test(text);

const isNumbered = (map: object): boolean => Object.keys(map).every((_, i) => String(i) in map);

/** In a form the items of a list that are no texts need numbers, which make a list of parameters that take one only. */
const toSayableList = (value: readonly unknown[], takesList: boolean): Sayable | undefined => {
  const list = value.map((member) => toSayable(member, false));
  const isFlat = list.every((member) => typeof member === 'string');
  return list.length > 0 && list.every((member) => member !== undefined) && (isFlat || takesList) ? list : undefined;
};

/** The part of a value that every encoding can say. */
const toSayable = (value: unknown, takesList: boolean): Sayable | undefined => {
  if (Array.isArray(value)) return toSayableList(value, takesList);
  if (typeof value === 'object' && value !== null) {
    const sayable = toSayableMap(value, () => false);
    return sayable !== undefined && takesList && isNumbered(sayable) ? undefined : sayable;
  }
  const text = String(value);
  return value !== null && value !== undefined && sayableText(text) ? text : undefined;
};

const toSayableMap = (map: object, takesList: (name: string) => boolean): SayableMap | undefined => {
  const members = Object.entries(map).flatMap(([name, member]) => {
    const sayable = toSayable(member, takesList(name));
    return sayableName(name) && sayable !== undefined ? [[name, sayable] as const] : [];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
};

interface Statement {
  readonly issuedAt: string;
  readonly stateNow: { readonly from: string };
  readonly state: { readonly from: string };
  readonly hashes: object;
}

/** A statement without what it says of the moment in which it was made. */
const withoutNow = ({ issuedAt: _issuedAt, stateNow, state, hashes: _hashes, ...rest }: Statement) => ({
  ...rest,
  state: state.from === stateNow.from ? '' : state,
});

/**
 * An answer without what differs between two requests of the same meaning. Of a body that cannot be read for several
 * reasons, any may be told: a form is read member by member, JSON as a whole first.
 */
const withoutIdentity = (text: string): unknown => {
  const content = JSON.parse(text, (name, value) => {
    if (name === 'statement') return withoutNow(value);
    return ['requestId', 'consentId', 'id', 'time', 'revokeTime', 'requestTime', 'signature'].includes(name)
      ? ''
      : value;
  });
  return content.code === 'body.unreadable' ? content.code : content;
};

/** A function of the interface, called with a body; resolves to status and body. */
type Send = (operation: OperationName, encoded: Encoded) => Promise<{ status: number; text: string }>;

const sendWith =
  (functions: ReadonlyMap<string, HttpFunction>, token: string): Send =>
  async (operation, encoded) => {
    const event = toEvent(operation, encoded, { token });
    const run = functions.get(event.routeKey);
    if (run === undefined) throw new Error(`No function for ${event.routeKey}.`);
    const { statusCode, body = '' } = await run(event, newLambdaContext(operation));
    return { status: statusCode, text: body };
  };

/** What was stored of a new consent, read back through the interface. */
const readBack = async (send: Send, text: string): Promise<unknown> => {
  const answer: { data?: { consentId: string }[]; consentId?: string } = JSON.parse(text);
  const id = answer.consentId ?? answer.data?.[0]?.consentId;
  const body = Buffer.from(JSON.stringify({ id, userData: {} }));
  return withoutIdentity((await send('searchConsents', { contentType: 'application/json', body })).text);
};

const operations: readonly OperationName[] = [
  'addConsent',
  'searchConsents',
  'getNotices',
  'revokeConsent',
  'refreshToken',
  'getEvidence',
  'listConsents',
  'listDueConsents',
  'listNotices',
  'getNoticeVersion',
  'listProjects',
  'getOverview',
  'requestErasure',
  'listErasureRequests',
];

/**
 * A property: what a form, a multipart and a JSON body of the same meaning do is the same. Both what is answered and
 * what is stored; and no operation of the register ignores a parameter.
 */
export const sameMeaning = (functions: ReadonlyMap<string, HttpFunction>, known: Known, token: string) => {
  const send = sendWith(functions, token);
  const requests = fc.oneof(
    ...operations.map((operation) => fc.tuple(fc.constant(operation), spoiltFor(operation, known), choices)),
  );
  return fc.asyncProperty(requests, async ([operation, meant, chosen]) => {
    const schema = contract[operation].request;
    const arrays = arrayNames(schema);
    const sayable = toSayableMap(meant, (name) => arrays.has(name));
    if (sayable === undefined) return;
    const seen = new Set<string>();
    const known = closedNames(schema) ?? Object.keys(sayable);
    const isUnknown = Object.keys(sayable).some((name) => !known.includes(name));
    for (const encoded of spell(sayable, chosen, arrays)) {
      const { status, text } = await send(operation, encoded);
      if (isUnknown && status === 200) throw new Error(`${operation} ignores an unknown parameter.`);
      const stored = operation === 'addConsent' && status === 200 ? await readBack(send, text) : undefined;
      seen.add(JSON.stringify([status, withoutIdentity(text), stored]));
    }
    if (seen.size > 1) throw new Error(`${operation} is answered in ${seen.size} ways:\n${[...seen].join('\n')}`);
  });
};
