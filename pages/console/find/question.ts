import { useEffect, useRef, useState } from 'preact/hooks';
import type { UserData } from '../../../client/typescript/index.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { pushEntry, readEntry } from '../frame/history-entry.ts';
import { readAgain } from '../frame/use-address.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/session.ts';
import type { Reading, Typed } from './guess.ts';
import { isKnownKey, labelOf } from './person-value.ts';

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

/** The name of a value: the contract's names in the reader's language, the caller's own unchanged. */
export const nameValue = (t: Translate, key: string): string => (isKnownKey(key) ? t(`find.kinds.${key}`) : key);

/** The name of a value of a person: a known one in the reader's language, an own one as the form labels it, or by its key. */
export const nameOfValue = (t: Translate, userData: UserData, key: string): string =>
  isKnownKey(key) ? nameValue(t, key) : (labelOf(userData, key) ?? t('consent.ownKey', { key }));

/** A reading in words, such as `telephone 020 7946 0123`. */
export const tellReading = (t: Translate, reading: Reading): string =>
  reading.map(({ key, value }) => `${nameValue(t, key)} ${value}`).join(', ');
