import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import { identifierPattern } from '../../../shared/runtime/identifier.ts';
import type { PersonValue } from './person-value.ts';
import { isKnownKey } from './person-value.ts';

/** What a value can be chosen to be: one that the contract names, or one that the caller defined. */
export const kinds = [...knownKeys, 'own'] as const satisfies readonly (KnownKey | 'own')[];
type Kind = (typeof kinds)[number];

export const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text);

/** What is looked for about a person. */
export interface Typed {
  readonly text: string;
  /** What the reader says that it is; undefined if it is guessed. */
  readonly chosen?: Kind | undefined;
  /** The name of a value that the caller defined. */
  readonly ownKey: string;
  /** Values that the consents have besides, from the page of a person. */
  readonly also: Reading;
}

export const nothingTyped: Typed = { text: '', ownKey: '', also: [] };

/** Values that a consent must have, all of them. */
export type Reading = readonly PersonValue[];

/** A search for exactly these values. */
export const toTyped = ([first, ...also]: Reading): Typed | undefined => {
  if (first === undefined) return undefined;
  const { key, value: text } = first;
  return isKnownKey(key) ? { text, chosen: key, ownKey: '', also } : { text, chosen: 'own', ownKey: key, also };
};

/** The id of a consent, with or without dashes; undefined if the text is none. */
export const readId = (text: string): string | undefined => {
  const id = text.trim().replaceAll('-', '').toLowerCase();
  return identifierPattern.test(id) ? id : undefined;
};

const named = (first: string, last: string): Reading => [
  { key: 'first_name', value: first },
  { key: 'last_name', value: last },
];

/** One word is a name of either kind. Of more, the last or the first is the last name, or all are, or all but the first. */
const readName = (name: string): readonly Reading[] => {
  const whole: Reading = [{ key: 'last_name', value: name }];
  const [, before, after] = /^(.*\S)\s*,\s*(\S.*)$/s.exec(name) ?? [];
  if (before !== undefined && after !== undefined) return [named(after, before), whole];
  const words = name.split(/\s+/);
  if (words.length === 1) return [whole, [{ key: 'first_name', value: name }]];
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const [head, tail] = [words.slice(0, -1).join(' '), words.slice(1).join(' ')];
  return [named(head, last), named(tail, first), words.length === 2 ? whole : named(first, tail)];
};

/** Without the `(0)` that only callers at home dial. The service takes `00` for `+` (docs/api.md, Finding). */
const dropTrunk = (telephone: string): string => telephone.replace(/^((?:\+|00)[^(]*)\(0\)\s*/, '$1');

const isTelephone = (kind: Kind): boolean => kind === 'phone' || kind === 'mobile_phone';

const readAs = (kind: Kind, key: string, value: string): readonly Reading[] => {
  const spellings = isTelephone(kind) ? new Set([dropTrunk(value), value]) : [value];
  return [...spellings].map((spelling) => [{ key, value: spelling }]);
};

/** An email has an `@`, a number a digit; the rest is a name. */
const guess = (value: string): readonly Reading[] => {
  if (value.includes('@')) return readAs('email', 'email', value);
  if (!/\d/.test(value)) return readName(value);
  const [phone = [], asTyped] = readAs('phone', 'phone', value);
  const [mobile = []] = readAs('mobile_phone', 'mobile_phone', value);
  return [phone, mobile, asTyped ?? [{ key: 'tax_code', value }]];
};

/** What a search asks for, the likeliest first: at most three readings, each a call. With nothing typed it is one for everybody. */
export const toReadings = (typed: Typed | undefined): readonly Reading[] => {
  if (typed === undefined) return [[]];
  const { text, chosen, ownKey, also } = typed;
  const value = text.trim();
  const readings =
    chosen === undefined ? guess(value) : readAs(chosen, chosen === 'own' ? ownKey.trim() : chosen, value);
  return readings.map((reading) => [...reading, ...also]);
};
