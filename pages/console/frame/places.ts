import { readAddress } from '../address.ts';
import { pageKey } from './history-entry.ts';

/** The reader's place on a page: the scroll position and the focused link. */
interface Place {
  readonly top: number;
  readonly link: string | null;
}

/** Places by history entry, only in memory. Browsers without entry keys start every page at the top. */
const places = new Map<string, Place>();

const findEntry = (): string => window.navigation?.currentEntry?.key ?? '';

let entry = '';
let top = '';
let endReturn = (): void => {};

const busy = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** How many milliseconds to wait until the page is long enough to restore the place. */
const patience = 10_000;

/** Restores a place as soon as the page is long enough, unless the reader acts first. */
const returnTo = ({ top, link }: Place): void => {
  const settle = (): void => {
    const found = link === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`);
    if (document.documentElement.scrollHeight - innerHeight < top || (link !== null && found === null)) return;
    found?.focus({ preventScroll: true });
    scrollTo(0, top);
    endReturn();
  };
  const growth = new MutationObserver(settle);
  const timer = setTimeout(() => endReturn(), patience);
  endReturn = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of busy) removeEventListener(event, endReturn);
  };
  for (const event of busy) addEventListener(event, endReturn, { passive: true });
  growth.observe(document.body, { childList: true, subtree: true });
};

/** What begins at the top of the window: a page, a page of a list, and a search. Other filters change a part of a page. */
const topOf = (fragment: string): string => {
  const address = readAddress(fragment);
  if (address.view === 'consents') return fragment;
  return address.view === 'due' ? `${pageKey(fragment)} ${address.after}` : pageKey(fragment);
};

/**
 * Saves the place on the old page. The new page starts at the top, or at its saved place if the reader went back. On the same page with
 * another filter the reader stays in place.
 */
export const turnPage = (): void => {
  history.scrollRestoration = 'manual';
  endReturn();
  const focused = document.activeElement?.closest('main a')?.getAttribute('href') ?? null;
  const next = findEntry();
  if (next === entry) return;
  if (entry !== '') places.set(entry, { top: scrollY, link: focused });
  entry = next;
  const [place, before] = [places.get(entry), top];
  top = topOf(location.hash);
  if (place) returnTo(place);
  else if (top !== before) scrollTo(0, 0);
};

/** Forgets all places, which belong to another reader. */
export const forgetPlaces = (): void => {
  places.clear();
  endReturn();
};
