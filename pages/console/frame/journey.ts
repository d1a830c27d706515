import { createContext } from 'preact';
import { readAddress } from '../address.ts';
import { amendEntry, pageKey, readEntry } from './history-entry.ts';

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
