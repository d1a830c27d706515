import { readAddress, toFragment } from '../address.ts';

/** The state of a browser history entry, so that Back restores the same page. It holds nothing personal. */
interface HistoryEntry {
  /** The number of a search whose values are only in memory. */
  readonly question?: string;
  /** Whether the previous entry has newer rows of the same list. */
  readonly follows?: 'newer';
  /** How many rows of the same list the earlier pages had; missing where it is not known. */
  readonly shown?: number;
  /** The day that a page of a person is asked about. */
  readonly day?: string;
  /** The address that led to this page, and how many entries ago it was. */
  readonly from?: string;
  readonly steps?: number;
}

/** What an earlier program or another page may have put there counts only as it is written above. */
const isEntry = (state: unknown): state is HistoryEntry => {
  const { question = '', day = '', from = '', steps = 0, shown = 0 } = Object(state);
  return (
    [question, day, from].every((text) => typeof text === 'string') &&
    [steps, shown].every((count) => typeof count === 'number')
  );
};

/** The current history entry. */
export const readEntry = (): HistoryEntry => {
  const state: unknown = history.state;
  return state !== null && isEntry(state) ? state : {};
};

/** Goes to another address, as a link would. */
export const pushEntry = (fragment: string, entry: HistoryEntry): void => {
  history.pushState(entry, '', fragment);
  dispatchEvent(new HashChangeEvent('hashchange'));
};

/** Changes the current entry, without another one. */
export const amendEntry = (change: HistoryEntry): void => history.replaceState({ ...readEntry(), ...change }, '');

/** Whether a click leaves this page, and does not open another window. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** The page of an address. The part after the question mark filters the page and does not make another one. */
export const pageKey = (fragment: string): string => toFragment(readAddress(fragment)).replace(/\?.*$/s, '');
