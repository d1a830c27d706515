import { isKnownKey } from './person-value.ts';
import type { FindWords } from './words/words.ts';

/** What a value of a person is called: a name of the contract in the reader's language, the caller's own as it is. */
export const nameValue = (words: FindWords, key: string): string => (isKnownKey(key) ? words.kinds[key] : key);
