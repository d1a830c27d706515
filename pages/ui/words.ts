import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { EvidenceText } from '../describe/writing.ts';

/** The language of the page: its messages, and what sentences about a consent and its evidence are written with. */
export const WordsContext = createContext<EvidenceText | undefined>(undefined);

/** @throws Error outside of a page, which always has a language */
export const useWords = (): EvidenceText => {
  const words = useContext(WordsContext);
  if (words === undefined) throw new Error('There is no language.');
  return words;
};
