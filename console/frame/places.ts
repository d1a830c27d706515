/** Where the reader was on a page: how far down, and at which link. */
interface Place {
  readonly top: number;
  readonly link: string | null;
}

/** By entry of the history, in memory alone. A browser that does not name its entries begins every page at the top. */
const places = new Map<string, Place>();

const findEntry = (): string => window.navigation?.currentEntry?.key ?? '';

let entry = '';
let endReturn = (): void => {};

const busy = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/** For how many milliseconds a page may grow until the reader is back where she was. */
const patience = 10_000;

/** Leads back to a place as soon as the page has grown so far, unless the reader goes elsewhere first. */
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

/** Notes the place on the page that is left. The next one begins at its top, or where the reader was on it if she goes back. */
export const turnPage = (): void => {
  history.scrollRestoration = 'manual';
  endReturn();
  const focused = document.activeElement?.closest('main a')?.getAttribute('href') ?? null;
  const next = findEntry();
  if (next === entry) return;
  if (entry !== '') places.set(entry, { top: scrollY, link: focused });
  entry = next;
  const place = places.get(entry);
  if (place) returnTo(place);
  else scrollTo(0, 0);
};

/** Forgets all places, as those of another reader. */
export const forgetPlaces = (): void => {
  places.clear();
  endReturn();
};
