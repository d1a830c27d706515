import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client/index.ts';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { useSession } from '../session/session.ts';
import type { HistoryEntry } from './history-entry.ts';
import { noteInEntry, pushEntry, readEntry } from './history-entry.ts';
import type { PersonValue } from './person-value.ts';

type Values = readonly PersonValue[];

/**
 * What was typed of persons, by a number that says nothing of it. The number stands with its entry in the history of the browser, so that
 * Back leads to the same question; the values are in memory, and gone with the session.
 */
const typed = new WeakMap<Client, Map<string, Values>>();

const typedIn = (client: Client): Map<string, Values> => {
  const kept = typed.get(client) ?? new Map<string, Values>();
  typed.set(client, kept);
  return kept;
};

let asked = 0;

/** An entry for values, which it does not have. */
const keep = (client: Client, values: Values): HistoryEntry => {
  if (values.length === 0) return {};
  asked += 1;
  const question = `${performance.timeOrigin}-${asked}`;
  typedIn(client).set(question, values);
  return { question };
};

/** Values of a person that an address is asked with. */
export interface Question {
  /** What tells it from all others; undefined without values. */
  readonly number: string | undefined;
  readonly values: Values;
  /** Whether values belong to it that are no longer there, since the page was loaded anew or somebody else signed in. */
  readonly isLost: boolean;
}

const questionOf = (client: Client, number: string | undefined): Question => {
  const values = number === undefined ? undefined : typedIn(client).get(number);
  return { number, values: values ?? [], isLost: number !== undefined && values === undefined };
};

/** Leads to an address with values that do not stand in it. */
export type Ask = (address: Address, values: Values) => void;

/** The values that belong to where the reader is, and the way to ask with others. */
export const useQuestion = (): Question & { readonly ask: Ask } => {
  const { client } = useSession();
  const [number, setNumber] = useState(() => readEntry().question);
  useEffect(() => {
    const here = location.hash;
    /** Where the address is another one, this page is about to go. */
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
