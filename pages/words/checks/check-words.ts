import type { SayingCode, SayingFacts } from '../../../verifier/saying.ts';
import type { Writing } from '../evidence/intl-writing.ts';

/** How the sentences of checks write values. */
export type CheckWriting = Pick<Writing, 'number' | 'language'> & {
  /** @param time in ISO 8601 */
  readonly time: (time: string) => string;
};

/** The sentences of checks in one language, by their codes. */
export type CheckWords = { readonly [Code in SayingCode]: (facts: SayingFacts[Code]) => string };
