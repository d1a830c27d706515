import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { pushEntry, readEntry } from '../frame/history-entry.ts';
import { readAgain } from '../frame/use-address.ts';
import { useSession } from '../session/session.ts';
import type { Typed } from './guess.ts';
import { isKnownKey } from './person-value.ts';
import type { Reading } from './readings.ts';

/**
 * What the reader searched for, by a number that reveals nothing about them. The browser's history entry has the number, so that Back
 * restores the search. What was typed is only in memory, until the session ends.
 */
const kept = new WeakMap<Client, Map<string, readonly Typed[]>>();

const keptIn = (client: Client): Map<string, readonly Typed[]> => {
  const own = kept.get(client) ?? new Map<string, readonly Typed[]>();
  kept.set(client, own);
  return own;
};

let asked = 0;

/** A history entry for what was typed. It does not contain it. */
const keep = (client: Client, typed: readonly Typed[]): { readonly question?: string } => {
  if (typed.length === 0) return {};
  asked += 1;
  const question = `${performance.timeOrigin}-${asked}`;
  keptIn(client).set(question, typed);
  return { question };
};

/** What was typed about a person, which belongs to an address. */
export interface Question {
  /** Identifies the search; undefined if nothing was typed. */
  readonly number: string | undefined;
  readonly typed: readonly Typed[];
  /** Whether it is gone because the page was reloaded or somebody else signed in. */
  readonly isLost: boolean;
}

const questionOf = (client: Client, number: string | undefined): Question => {
  const typed = number === undefined ? undefined : keptIn(client).get(number);
  return { number, typed: typed ?? [], isLost: number !== undefined && typed === undefined };
};

/** Goes to an address with values of a person, which are not in it. The question that is shown is read again. */
export type Ask = (address: Address, typed: readonly Typed[]) => void;

const findPlace = (): string => toFragment(readAddress(location.hash));

/** What the current search is for, and a way to search with others. */
export const useQuestion = (): Question & { readonly ask: Ask } => {
  const { client } = useSession();
  const [number, setNumber] = useState(() => readEntry().question);
  useEffect(() => {
    const here = findPlace();
    /** Another address is another page, which reads its own question. */
    const follow = (): void => {
      if (findPlace() === here) setNumber(readEntry().question);
    };
    const events = ['hashchange', 'popstate'];
    for (const event of events) addEventListener(event, follow);
    return () => {
      for (const event of events) removeEventListener(event, follow);
    };
  }, []);
  const question = questionOf(client, number);
  const ask: Ask = (address, typed) => {
    const isSame = toFragment(address) === findPlace() && JSON.stringify(typed) === JSON.stringify(question.typed);
    if (isSame && !question.isLost) readAgain();
    else pushEntry(toFragment(address), keep(client, typed));
  };
  return { ...question, ask };
};

/** The name of a value: the contract's names in the reader's language, the caller's own unchanged. */
export const nameValue = (t: Translate, key: string): string => (isKnownKey(key) ? t(`find.kinds.${key}`) : key);

/** A reading in words, such as `telephone 020 7946 0123`. */
export const tellReading = (t: Translate, reading: Reading): string =>
  reading.map(({ key, value }) => `${nameValue(t, key)} ${value}`).join(', ');
