import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import type { ConsoleWords } from '../../words/console/eng.ts';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { useSession } from '../session/session.ts';
import type { PersonValue } from './person-value.ts';
import { isKnownKey } from './person-value.ts';

type Values = readonly PersonValue[];

/**
 * The values that the reader searched for, by a number that reveals nothing about them. The browser's history entry has the number, so that Back
 * restores the search. The values are only in memory, until the session ends.
 */
const typed = new WeakMap<Client, Map<string, Values>>();

const typedIn = (client: Client): Map<string, Values> => {
  const kept = typed.get(client) ?? new Map<string, Values>();
  typed.set(client, kept);
  return kept;
};

let asked = 0;

/** A history entry for values. It does not contain them. */
const keep = (client: Client, values: Values): HistoryEntry => {
  if (values.length === 0) return {};
  asked += 1;
  const question = `${performance.timeOrigin}-${asked}`;
  typedIn(client).set(question, values);
  return { question };
};

/** Values of a person that belong to an address. */
export interface Question {
  /** Identifies the search; undefined without values. */
  readonly number: string | undefined;
  readonly values: Values;
  /** Whether its values are gone because the page was reloaded or somebody else signed in. */
  readonly isLost: boolean;
}

const questionOf = (client: Client, number: string | undefined): Question => {
  const values = number === undefined ? undefined : typedIn(client).get(number);
  return { number, values: values ?? [], isLost: number !== undefined && values === undefined };
};

/** Goes to an address with values that are not in it. */
export type Ask = (address: Address, values: Values) => void;

/** The values of the current search, and a way to search with others. */
export const useQuestion = (): Question & { readonly ask: Ask } => {
  const { client } = useSession();
  const [number, setNumber] = useState(() => readEntry().question);
  useEffect(() => {
    const here = location.hash;
    /** The address has changed, and this page is about to be replaced. */
    const follow = (): void => {
      if (location.hash === here) setNumber(readEntry().question);
    };
    const events = ['hashchange', 'popstate'];
    for (const event of events) addEventListener(event, follow);
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
  const ask: Ask = (address, values) => {
    const entry = keep(client, values);
    if (readAddress(location.hash).view === 'find') noteInEntry(entry);
    pushEntry(toFragment(address), entry);
  };
  return { ...questionOf(client, number), ask };
};

/** The name of a value: the contract's names in the reader's language, the caller's own unchanged. */
export const nameValue = (words: ConsoleWords['find'], key: string): string =>
  isKnownKey(key) ? words.kinds[key] : key;

/** The state of a browser history entry, so that Back restores the same page. It holds nothing personal. */
interface HistoryEntry {
  /** The number of a search whose values are only in memory. */
  readonly question?: string;
  /** Whether the previous entry has newer rows of the same list. */
  readonly follows?: 'newer';
}

const textIn = (state: object, name: string): string | undefined => {
  const value: unknown = Object.getOwnPropertyDescriptor(state, name)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** The current history entry. */
export const readEntry = (): HistoryEntry => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null) return {};
  const question = textIn(state, 'question');
  return {
    ...(question !== undefined && { question }),
    ...(textIn(state, 'follows') === 'newer' && { follows: 'newer' }),
  };
};

/** Adds to the current history entry. */
const noteInEntry = (noted: HistoryEntry): void => history.replaceState({ ...readEntry(), ...noted }, '');

/** Goes to another address, as a link would. */
export const pushEntry = (fragment: string, entry: HistoryEntry): void => {
  history.pushState(entry, '', fragment);
  dispatchEvent(new HashChangeEvent('hashchange'));
};
