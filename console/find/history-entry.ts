/** What stands beside an address in the history of the browser, so that Back leads to the same place. Nothing of it is personal. */
export interface HistoryEntry {
  /** The number of the question that was asked with values which stand nowhere. */
  readonly question?: string;
  /** Whether the entry before it has newer rows of the same list. */
  readonly follows?: 'newer';
}

const textIn = (state: object, name: string): string | undefined => {
  const value: unknown = Object.getOwnPropertyDescriptor(state, name)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** The entry where the reader is. */
export const readEntry = (): HistoryEntry => {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null) return {};
  const question = textIn(state, 'question');
  return {
    ...(question !== undefined && { question }),
    ...(textIn(state, 'follows') === 'newer' && { follows: 'newer' }),
  };
};

/** Adds to the entry where the reader is. */
export const noteInEntry = (noted: HistoryEntry): void => history.replaceState({ ...readEntry(), ...noted }, '');

/** Leads to another address, as a link would. */
export const pushEntry = (fragment: string, entry: HistoryEntry): void => {
  history.pushState(entry, '', fragment);
  dispatchEvent(new HashChangeEvent('hashchange'));
};
