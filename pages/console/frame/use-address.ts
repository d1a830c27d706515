import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { isPlain } from './history-entry.ts';
import type { Journey } from './journey.ts';

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
