import type { Lang } from '../../../shared/schema/vocabulary.ts';
import type { SayingCode, SayingFacts } from '../../../verifier/saying.ts';

/** How the sentences of checks write values. */
export interface CheckWriting {
  /** @param time in ISO 8601 */
  readonly time: (time: string) => string;
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
}

/** The sentences of checks in one language, by their codes. */
export type CheckWords = { readonly [Code in SayingCode]: (facts: SayingFacts[Code]) => string };
