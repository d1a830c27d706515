import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { identifierPattern } from '../../../shared/runtime/identifier.ts';
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

const isId = (text: string): boolean => identifierPattern.test(toId(text));

/** Whether a text has digits and the separators that people write in a telephone number, and nothing else. */
const isNumber = (text: string): boolean => /^\+?[\d\s./()\p{Dash}]+$/u.test(text) && /\d/.test(text);

/** The fewest digits of a telephone number with its area code. */
const fewestDigits = 6;

const hasTelephone = (text: string): boolean => text.replace(/\D/g, '').length >= fewestDigits;

/** Titles before a name in the languages of the console, in lower case and without dots. */
const titles: ReadonlySet<string> = new Set(
  [
    'mr mrs ms miss mx dr prof professor',
    'sig sigra signa signor signora signorina dott dottssa drssa profssa avv',
    'herr herrn frau',
    'm mme mlle monsieur madame mademoiselle me',
    'sr sra srta señor señora señorita don doña',
  ].flatMap((line) => line.split(' ')),
);

const isTitle = (word: string): boolean => titles.has(word.toLowerCase().replaceAll('.', ''));

/** A name without the titles before it; as it is if there are none, or nothing else. */
export const dropTitles = (name: string): string => {
  const words = name.split(/\s+/);
  const first = words.findIndex((word) => !isTitle(word));
  return first <= 0 ? name : words.slice(first).join(' ');
};

/** The parts of a name between commas, such as a last name before a first name. */
export const splitAtCommas = (name: string): readonly string[] =>
  name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The kinds that a text may have, the likeliest first. An id is nothing else. */
export const kindsLike = (typed: string): readonly Kind[] => {
  const text = typed.trim();
  const names: readonly Kind[] = /\s/.test(splitAtCommas(text).join(' '))
    ? ['name', 'last_name', 'first_name']
    : ['last_name', 'first_name'];
  if (text.includes('@')) return ['email', 'own'];
  if (isId(text)) return ['id'];
  if (isNumber(text)) {
    return hasTelephone(text)
      ? ['phone', 'mobile_phone', 'tax_code', 'own']
      : ['tax_code', 'phone', 'mobile_phone', 'own'];
  }
  if (!/\d/.test(text)) return [...names, 'own'];
  const telephones: readonly Kind[] = /[+\s]/.test(text) && hasTelephone(text) ? ['phone', 'mobile_phone'] : [];
  return [...telephones, 'tax_code', ...names, 'own'];
};

/** @param taken kinds of the other values: a person has one value of each kind */
const guessKind = (text: string, taken: readonly Kind[]): Kind =>
  kindsLike(text).find((kind) => !taken.includes(kind)) ?? 'own';

/** A value in the form. */
export interface Typed {
  readonly text: string;
  /** The kind that the reader chose; undefined means every kind that it may have. */
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

/** The likeliest kind of each value: the reader's choice, or a guess that takes the other values into account. */
export const kindsOf = (typed: readonly Typed[]): readonly Kind[] => {
  const known = typed.flatMap((one) => (isBlank(one) ? [] : (one.chosen ?? [])));
  const told: Kind[] = [];
  return typed.map((one) => {
    const kind = one.chosen ?? guessKind(one.text, [...known, ...told].flatMap(toTaken));
    if (!isBlank(one)) told.push(kind);
    return kind;
  });
};

/** A value that cannot be searched for, and why: each value needs a name, and each name has one value. */
export interface WrongValue {
  readonly at: number;
  readonly why: 'twice' | 'unnamed';
}

const keysOf = ({ ownKey }: Typed, kind: Kind): readonly string[] => {
  if (kind === 'name') return ['first_name', 'last_name'];
  return [kind === 'own' ? ownKey.trim() : kind];
};

/** The first invalid value; undefined if all are valid. */
export const findWrong = (typed: readonly Typed[]): WrongValue | undefined => {
  const known = kindsOf(typed);
  const taken = new Set<string>();
  for (const [at, one] of typed.entries()) {
    const kind = known[at] ?? 'own';
    if (isBlank(one) || kind === 'id') continue;
    if (kind === 'own' && one.ownKey.trim() === '') return { at, why: 'unnamed' };
    const keys = keysOf(one, kind);
    if (keys.some((key) => taken.has(key))) return { at, why: 'twice' };
    for (const key of keys) taken.add(key);
  }
  return undefined;
};

/** The search of the form: one consent, or all consents with these values. */
export type Asked = { readonly id: string } | { readonly typed: readonly Typed[] };

export const readTyped = (typed: readonly Typed[]): Asked => {
  const given = typed.filter((one) => !isBlank(one)).map((one) => ({ ...one, text: one.text.trim() }));
  const known = kindsOf(given);
  const id = given.find((_, i) => known[i] === 'id');
  return id ? { id: toId(id.text) } : { typed: given };
};

/** Values as somebody would type them who knows what they are. */
export const toTyped = (values: readonly PersonValue[]): readonly Typed[] =>
  values.map(({ key, value }) => {
    const kind = kinds.find((one) => one === key && one !== 'own' && one !== 'name' && one !== 'id');
    return { text: value, chosen: kind ?? 'own', ownKey: kind === undefined ? key : '' };
  });
