import type { Verification } from '../../verifier/verification.ts';

/** What a document says. */
export type Statement = NonNullable<Verification['statement']>;
type Signer = NonNullable<Verification['signer']>;

/** A document that holds, and its bytes as they came. */
export interface Held {
  readonly bytes: Uint8Array;
  readonly verification: Verification;
  readonly statement: Statement;
  readonly signer: Signer;
}
