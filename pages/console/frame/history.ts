import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address.ts';
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

const again = 'consents-read-again';

/** Reads the page that is shown once more, as a link to it does. */
export const readAgain = (): void => {
  dispatchEvent(new Event(again));
};

/** A link to the page that is shown changes no address, so the browser does nothing. */
const readLinkAgain = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
  const isHere = toFragment(readAddress(link?.getAttribute('href') ?? '')) === toFragment(readAddress(location.hash));
  if (link === null || !isHere || !isPlain(event) || event.defaultPrevented) return;
  event.preventDefault();
  readAgain();
};

/** The current address, which follows the address line, and how often pages were read again. */
export const useAddress = (journey: Journey): { readonly address: Address; readonly readings: number } => {
  const [fragment, setFragment] = useState(location.hash);
  const [readings, setReadings] = useState(0);
  useEffect(() => {
    const follow = (): void => {
      journey.arrive();
      setFragment(location.hash);
    };
    const read = (): void => setReadings((count) => count + 1);
    follow();
    addEventListener('hashchange', follow);
    addEventListener(again, read);
    addEventListener('click', readLinkAgain);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener(again, read);
      removeEventListener('click', readLinkAgain);
    };
  }, [journey]);
  return { address: readAddress(fragment), readings };
};

/** Goes to another address, as a link would. */
export const go = (address: Address): void => {
  location.hash = toFragment(address);
};

/** Where a reader has been, so that Back leads to where they were on a page, and links above titles to where they came from. */
export interface Journey {
  /** Notes an arrival at the current address, and goes to the top of a new page, or to the place on it where the reader was before. */
  readonly arrive: () => void;
  /** Whether a page was shown before, since the console was loaded. The browser itself starts the first one at the top. */
  readonly isBegun: () => boolean;
  readonly begin: () => void;
  /** Forgets everything: what follows is another reader's. */
  readonly forget: () => void;
}

export const JourneyContext = createContext<Journey | undefined>(undefined);

/** The reader's place on a page: the scroll position and the focused link. */
interface Place {
  readonly top: number;
  readonly link: string | null;
}

/** Browsers without entry keys start every page at the top. */
const findEntry = (): string => window.navigation?.currentEntry?.key ?? '';

const busy = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** How many milliseconds to wait until the page is long enough to restore the place. */
const patience = 10_000;

/** Restores a place as soon as the page is long enough, unless the reader acts first. @returns what ends the wait */
const returnTo = ({ top, link }: Place): (() => void) => {
  const end = (): void => {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of busy) removeEventListener(event, end);
  };
  const settle = (): void => {
    const found = link === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`);
    if (document.documentElement.scrollHeight - innerHeight < top || (link !== null && found === null)) return;
    found?.focus({ preventScroll: true });
    scrollTo(0, top);
    end();
  };
  const growth = new MutationObserver(settle);
  const timer = setTimeout(end, patience);
  for (const event of busy) addEventListener(event, end, { passive: true });
  growth.observe(document.body, { childList: true, subtree: true });
  return end;
};

/** What begins at the top of the window: a page, a page of a list, and a search. Other filters change a part of a page. */
const topOf = (fragment: string): string => {
  const address = readAddress(fragment);
  if (address.view === 'consents') return fragment;
  return address.view === 'due' ? `${pageKey(fragment)} ${address.after}` : pageKey(fragment);
};

/** All of it is only in memory. */
export const newJourney = (): Journey => {
  /** Places by history entry. */
  const places = new Map<string, Place>();
  let before: { readonly fragment: string; readonly entry: ReturnType<typeof readEntry> } | undefined;
  let entry = '';
  let top = '';
  let isBegun = false;
  let endReturn = (): void => {};

  /** Keeps in a new entry where the reader came from. Another filter of the same page came from where the page did. */
  const noteOrigin = (): void => {
    const fragment = location.hash;
    if (readEntry().steps === undefined) {
      const isSamePage = before !== undefined && pageKey(before.fragment) === pageKey(fragment);
      const { from, steps = 0 } = isSamePage ? (before?.entry ?? {}) : { from: before?.fragment };
      amendEntry(from === undefined ? { steps: 0 } : { from, steps: steps + 1 });
    }
    before = { fragment, entry: readEntry() };
  };

  /** Saves the place on the old page. On the same page with another filter the reader stays in place. */
  const turnPage = (): void => {
    history.scrollRestoration = 'manual';
    endReturn();
    const focused = document.activeElement?.closest('main a')?.getAttribute('href') ?? null;
    const next = findEntry();
    if (next === entry) return;
    if (entry !== '') places.set(entry, { top: scrollY, link: focused });
    entry = next;
    const place = places.get(entry);
    const topBefore = top;
    top = topOf(location.hash);
    if (place) endReturn = returnTo(place);
    else if (top !== topBefore) scrollTo(0, 0);
  };

  return {
    arrive: () => {
      noteOrigin();
      turnPage();
    },
    isBegun: () => isBegun,
    begin: () => {
      isBegun = true;
    },
    forget: () => {
      places.clear();
      endReturn();
      before = undefined;
    },
  };
};
