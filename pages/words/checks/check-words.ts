import type { MessageCode, MessageFacts, Since } from '../../../verifier/verification.ts';

/** Since when nobody can have changed an event, by its source: a fact, which the verdict has in the reader's language. */
export type SinceWords = { readonly [By in Since['by']]: (since: Since) => string };

/** The sentences of checks. */
export type TechnicalChecks = { readonly [Code in MessageCode]: (facts: MessageFacts[Code]) => string };
