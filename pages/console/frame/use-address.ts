import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { turnPage } from './places.ts';

/** The current address. It follows the address line. */
export const useAddress = (): Address => {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => {
      turnPage();
      setFragment(location.hash);
    };
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return readAddress(fragment);
};

/** The page of an address. The part after the question mark filters the page and does not make another one. */
export const pageKey = (address: Address): string => toFragment(address).replace(/\?.*$/s, '');

/** Goes to another address, as a link would. */
export const go = (address: Address): void => {
  location.hash = toFragment(address);
};
