/** What is looked at, in this order. The names stay the same between versions. */
type StampCheckName = 'form' | 'imprint' | 'signature' | 'purpose' | 'trust';

export interface StampCheck {
  readonly name: StampCheckName;
  /** Null where nothing is wrong with the stamp and the reader must judge. */
  readonly holds: boolean | null;
  /** In words, a sentence or two. */
  readonly says: string;
}

/**
 * `valid`: by an authority whose certificate leads to one that the reader trusts. `consistent`: all else holds, and nothing shows
 * whose stamp it is. `refused`: it proves nothing.
 */
type StampVerdict = 'valid' | 'consistent' | 'refused';

/** What an authority says with a stamp: in words of others, which may be hostile in a stamp that is refused. */
interface StampSays {
  /** ISO 8601 in UTC: the bytes were there then. */
  readonly time: string;
  /** Name of the subject of the authority's certificate; empty where there is no certificate. */
  readonly authority: string;
  /** Object identifier of the rules that the authority stamps by. */
  readonly policy: string;
  /** In hex. */
  readonly serial: string;
  /** In hex, where the request had one. */
  readonly nonce: string | null;
}

export interface StampVerification {
  readonly verdict: StampVerdict;
  readonly checks: readonly StampCheck[];
  /** Where the token can be read, also where it is refused. */
  readonly stamp?: StampSays;
}
