/** The state of a browser history entry, so that Back restores the same page. It holds nothing personal. */
export interface HistoryEntry {
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
export const noteInEntry = (noted: HistoryEntry): void => history.replaceState({ ...readEntry(), ...noted }, '');

/** Goes to another address, as a link would. */
export const pushEntry = (fragment: string, entry: HistoryEntry): void => {
  history.pushState(entry, '', fragment);
  dispatchEvent(new HashChangeEvent('hashchange'));
};
