import type { Verification } from '../../../verifier/verification.ts';

/** The statement of a document. */
export type Statement = NonNullable<Verification['statement']>;
type Signer = NonNullable<Verification['signer']>;

/** A sound document and its original bytes. */
export interface Held {
  readonly bytes: Uint8Array;
  readonly verification: Verification;
  readonly statement: Statement;
  readonly signer: Signer;
}
