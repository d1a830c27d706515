import type { SayingCode, SayingFacts } from '../../../verifier/saying.ts';

/** Since when nobody can have changed something: a fact, which the verdict has in the reader's language. */
type SinceCode = Extract<SayingCode, `since-${string}`>;

type Sentences<Code extends SayingCode> = { readonly [One in Code]: (facts: SayingFacts[One]) => string };

export type SinceWords = Sentences<SinceCode>;

/** The sentences of all other checks. */
export type TechnicalChecks = Sentences<Exclude<SayingCode, SinceCode>>;
