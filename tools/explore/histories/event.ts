/** An operation of a client, with when it was called and when it was answered, counted in one order for all clients. */
interface Timed {
  readonly called: number;
  readonly answered: number;
  readonly status: number;
  /** The answer's body, of a problem without its requestId. */
  readonly text: string;
}

/** An `add` or a `revoke`. */
export interface Change extends Timed {
  readonly kind: 'add' | 'revoke';
  readonly key: string | undefined;
  /** What tells the request from others under the same key. */
  readonly request: string;
  /** The consent that is to be revoked. */
  readonly target?: string;
}

export interface Search extends Timed {
  readonly kind: 'search';
  /** The consent that it asks for; without it, all of the history. */
  readonly id?: string | undefined;
  /** By the clock: what was answered by then had been there for so long, when it was called, that every list showed it. */
  readonly followed: number;
  readonly first: boolean;
  readonly page: number;
  readonly perPage: number;
}

export type Event = Change | Search;
