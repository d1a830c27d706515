import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address.ts';
import { readAddress, toFragment } from '../address.ts';
import { turnPage } from './places.ts';

/** Where the reader is, as the address line says, now and whenever it changes. */
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

/** The page of an address: what stands behind the question mark narrows or turns what is on it, and makes no other page. */
export const pageKey = (address: Address): string => toFragment(address).replace(/\?.*$/s, '');

/** Leads the reader elsewhere, as a link would. */
export const go = (address: Address): void => {
  location.hash = toFragment(address);
};
