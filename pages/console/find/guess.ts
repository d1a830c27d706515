import type { KnownKey } from '../../../shared/consents/known-keys.ts';
import type { PersonValue } from './person-value.ts';

/** The kind of a typed text: the id of a consent, a full name, a value that the contract names, or one of the caller's own. */
export const kinds = [
  'email',
  'name',
  'first_name',
  'last_name',
  'phone',
  'mobile_phone',
  'tax_code',
  'own',
  'id',
] as const satisfies readonly (KnownKey | 'name' | 'own' | 'id')[];
export type Kind = (typeof kinds)[number];

export const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text);

const toId = (text: string): string => text.trim().replaceAll('-', '').toLowerCase();

const isId = (text: string): boolean => /^[0-9a-f]{32}$/.test(toId(text));

/** At least six digits, with the separators that people write. */
const isTelephone = (text: string): boolean =>
  /^\+?[\d\s./()\p{Dash_Punctuation}]+$/u.test(text) && text.replace(/\D/g, '').length >= 6;

/** One word of capital letters and digits, such as an Italian or Spanish tax code. */
const isTaxCode = (text: string): boolean => /^(?=.*\d)(?=.*\p{L})[\p{L}\d]{8,}$/u.test(text);

/** The possible kinds of a text, the likeliest first. */
const guessAll = (text: string): readonly Kind[] => {
  if (text.includes('@')) return ['email'];
  if (isId(text)) return ['id'];
  if (isTelephone(text)) return ['phone', 'mobile_phone'];
  if (isTaxCode(text)) return ['tax_code'];
  if (/\d/.test(text)) return [];
  return /\s/.test(text) ? ['name', 'last_name', 'first_name'] : ['last_name', 'first_name'];
};

/** @param taken kinds of the other values: a person has one value of each kind */
const guessKind = (text: string, taken: readonly Kind[] = []): Kind =>
  guessAll(text.trim()).find((kind) => !taken.includes(kind)) ?? 'own';

/** A value in the form. */
export interface Typed {
  readonly text: string;
  /** The kind that the reader chose; undefined means the guessed kind. */
  readonly chosen?: Kind | undefined;
  /** The name of a value that the caller defined. */
  readonly ownKey: string;
}

export const nothingTyped: Typed = { text: '', ownKey: '' };

const isBlank = ({ text }: Typed): boolean => text.trim() === '';

/** A full name stands for a first name and a last name. */
const toTaken = (kind: Kind): readonly Kind[] => {
  if (kind === 'name') return ['name', 'first_name', 'last_name'];
  return kind === 'first_name' || kind === 'last_name' ? [kind, 'name'] : [kind];
};

/** The kind of each value: the reader's choice, or a guess that takes the other values into account. */
export const kindsOf = (typed: readonly Typed[]): readonly Kind[] => {
  const known = typed.flatMap((one) => (isBlank(one) ? [] : (one.chosen ?? [])));
  const told: Kind[] = [];
  return typed.map((one) => {
    const kind = one.chosen ?? guessKind(one.text, [...known, ...told].flatMap(toTaken));
    if (!isBlank(one)) told.push(kind);
    return kind;
  });
};

/** First name and last name, split at the last space. */
export const splitName = (text: string): readonly PersonValue[] => {
  const words = text.trim().split(/\s+/);
  return [
    { key: 'first_name', value: words.slice(0, -1).join(' ') },
    { key: 'last_name', value: words.at(-1) ?? '' },
  ].filter(({ value }) => value !== '');
};

const toValues = ({ text, ownKey }: Typed, kind: Kind): readonly PersonValue[] => {
  if (kind === 'name') return splitName(text);
  return [{ key: kind === 'own' ? ownKey.trim() : kind, value: text.trim() }];
};

/** A value that cannot be searched for, and why: each value needs a name, and each name has one value. */
export interface WrongValue {
  readonly at: number;
  readonly why: 'twice' | 'unnamed';
}

/** The first invalid value; undefined if all are valid. */
export const findWrong = (typed: readonly Typed[]): WrongValue | undefined => {
  const known = kindsOf(typed);
  const taken = new Set<string>();
  for (const [at, one] of typed.entries()) {
    const kind = known[at] ?? 'own';
    if (isBlank(one) || kind === 'id') continue;
    if (kind === 'own' && one.ownKey.trim() === '') return { at, why: 'unnamed' };
    const keys = toValues(one, kind).map(({ key }) => key);
    if (keys.some((key) => taken.has(key))) return { at, why: 'twice' };
    for (const key of keys) taken.add(key);
  }
  return undefined;
};

/** The search of the form: one consent, or all consents with these values. */
export type Asked = { readonly id: string } | { readonly values: readonly PersonValue[] };

export const readTyped = (typed: readonly Typed[]): Asked => {
  const given = typed.filter((one) => !isBlank(one));
  const known = kindsOf(given);
  const id = given.find((_, i) => known[i] === 'id');
  return id ? { id: toId(id.text) } : { values: given.flatMap((one, i) => toValues(one, known[i] ?? 'own')) };
};

/** Turns values back into typed texts, for the form. */
export const toTyped = (values: readonly PersonValue[]): readonly Typed[] =>
  values.map(({ key, value }) => {
    const kind = kinds.find((one) => one === key && one !== 'own' && one !== 'name' && one !== 'id');
    return { text: value, chosen: kind ?? 'own', ownKey: kind === undefined ? key : '' };
  });
