import type { OperationName } from '../../../shared/contract.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import type { Register } from './register.ts';

/** One row of the ledger: a call, and how many consents it may find. */
export interface Scenario {
  readonly operation: OperationName;
  readonly name: string;
  readonly parameters: (register: Register) => Parameters;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without it, calls carry an access token. */
  readonly isAnonymous?: true;
}
