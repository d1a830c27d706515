import { isKnownKey } from './person-value.ts';
import type { FindWords } from '../../words/console/words.ts';

/** The name of a value: the contract's names in the reader's language, the caller's own unchanged. */
export const nameValue = (words: FindWords, key: string): string => (isKnownKey(key) ? words.kinds[key] : key);
