import type { ErrorCode } from '../../../client/index.ts';

type Literal<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** Every code that the service and the client name. A service that is newer than the page may have more. */
export type ProblemCode = Literal<ErrorCode>;

/** Texts about a call. */
export interface CallWords {
  readonly waiting: string;
  readonly waitingLong: string;
  readonly stop: string;
  readonly stopped: string;
  readonly again: string;
  readonly requestId: string;
  /** If the page itself failed. */
  readonly failed: string;
  /** What happened and what to do, by code. */
  readonly problems: Readonly<Record<ProblemCode, string>>;
}
