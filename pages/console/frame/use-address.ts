import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { noteArrival } from './history-entry.ts';
import { turnPage } from './places.ts';

/** The current address. It follows the address line. */
export const useAddress = (): Address => {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => {
      noteArrival();
      turnPage();
      setFragment(location.hash);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readAddress(fragment);
};

/** Goes to another address, as a link would. */
export const go = (address: Address): void => {
  location.hash = toFragment(address);
};
