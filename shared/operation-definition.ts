import type { GenericSchema } from 'valibot';
import type { UserAccess } from './identity/bearer.ts';
import type { ProblemCode } from './problem-catalogue.ts';

/** Who may call an operation. */
export type Access = 'anyone' | UserAccess;

/** What holds of an operation whatever it takes and answers. The file of its function is `functions` + path + `.ts`. */
export interface OperationRules {
  readonly path: `/${string}`;
  readonly access: Access;
  /** Problems beyond those that operations of its access share; all of them by `problemsOf`. */
  readonly problems: readonly ProblemCode[];
  /** Whether the operation changes what an account has, which a user who is a reader may not (docs/contract.md, Accounts and access). */
  readonly writes?: true;
  /** Whether the operation issues tokens, and so may read the private signing key. */
  readonly signs?: true;
  /** Whether an Idempotency-Key makes it safe to repeat (docs/contract.md, Idempotency). */
  readonly idempotent?: true;
  /** Whether it is beyond the seven operations of the interface (docs/contract.md, Extensions). */
  readonly extension?: true;
  /** Whether it signs evidence, and so may use the key for that. */
  readonly attests?: true;
  /** Whether its steps give the answer as the text of JSON, which is sent to the byte. */
  readonly verbatim?: true;
  /** The parameter that decides how large an answer becomes. */
  readonly sizedBy?: string;
  /** What a caller can do where the answer is too large, if not ask for less. */
  readonly remedy?: string;
}

/** One operation of the interface. */
export interface OperationDefinition extends OperationRules {
  readonly request: GenericSchema;
  readonly response: GenericSchema;
}
