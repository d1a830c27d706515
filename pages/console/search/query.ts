import { useEffect, useRef, useState } from 'preact/hooks';
import type { KnownKey } from '../../../shared/consents/person-data.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import { identifierPattern } from '../../../shared/runtime/identifier.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { pushEntry, readAgain, readEntry } from '../frame/history.ts';
import type { PersonValue } from '../person/person-value.tsx';
import { isKnownKey, nameValue } from '../person/person-value.tsx';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/session.ts';

/** What was typed about a person, which belongs to an address. */
export interface Question {
  /** Identifies the search; undefined if nothing was typed. */
  readonly number: string | undefined;
  readonly typed: Typed | undefined;
  /** Whether it is gone because the page was reloaded or somebody else signed in. */
  readonly isLost: boolean;
}

const placeOf = (number: string): string => `question ${number}`;

/**
 * A history entry for what was typed. It has a number that reveals nothing of it, so that Back restores the search; what was typed is in the
 * session's memory alone.
 */
const keep = (memory: Session['memory'], typed: Typed | undefined): { readonly question?: string } => {
  if (typed === undefined) return {};
  const question = `${Date.now()}-${memory.size}`;
  memory.set(placeOf(question), typed);
  return { question };
};

const recall = (memory: Session['memory'], number: string | undefined): Question => {
  const typed = number === undefined ? undefined : (memory.get(placeOf(number)) as Typed | undefined);
  return { number, typed, isLost: number !== undefined && typed === undefined };
};

/** Goes to an address with what is typed, which is not in it. The question that is shown is read again. */
export type Ask = (address: Address, typed: Typed | undefined) => void;

const findPlace = (): string => toFragment(readAddress(location.hash));

/** What the search of the current entry is for, and a way to search with others. */
export const useQuestion = (): Question & { readonly ask: Ask } => {
  const { memory } = useSession();
  const [, redraw] = useState({});
  const place = useRef('');
  place.current = findPlace();
  useEffect(() => {
    /** Of another address the page is drawn when the address is known. */
    const follow = (): void => {
      if (findPlace() === place.current) redraw({});
    };
    const events = ['hashchange', 'popstate'];
    for (const event of events) addEventListener(event, follow);
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
  const question = recall(memory, readEntry().question);
  const ask: Ask = (address, typed) => {
    const isSame = toFragment(address) === findPlace() && JSON.stringify(typed) === JSON.stringify(question.typed);
    if (isSame && !question.isLost) readAgain();
    else pushEntry(toFragment(address), keep(memory, typed));
  };
  return { ...question, ask };
};

/** A reading in words, such as `telephone 020 7946 0123`. */
export const tellReading = (t: Translate, reading: Reading): string =>
  reading.map(({ key, value }) => `${nameValue(t, key)} ${value}`).join(', ');

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

/** One word is a name of either kind. Of more, the last or the first is the last name, or all are, or all but the first. A comma ends either name. */
const readName = (name: string): readonly Reading[] => {
  const whole: Reading = [{ key: 'last_name', value: name }];
  const [, before, after] = /^(.*\S)\s*,\s*(\S.*)$/s.exec(name) ?? [];
  if (before !== undefined && after !== undefined) return [named(after, before), named(before, after), whole];
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
