/** The checks, in this order. The names stay the same between versions. */
type StampCheckName = 'form' | 'imprint' | 'signature' | 'purpose' | 'trust';

export interface StampCheck {
  readonly name: StampCheckName;
  /** Null if the stamp is not wrong but the reader must judge. */
  readonly holds: boolean | null;
  /** In words, one or two sentences. */
  readonly says: string;
}

/**
 * `valid`: by an authority whose certificate has a path to one that the reader trusts. `consistent`: all else holds,
 * but nothing shows whose stamp it is. `refused`: it proves nothing.
 */
type StampVerdict = 'valid' | 'consistent' | 'refused';

/** What an authority says with a stamp. In a refused stamp, these foreign texts may be hostile. */
interface StampSays {
  /** ISO 8601 in UTC: the bytes existed then. */
  readonly time: string;
  /** Name of the subject of the authority's certificate. Empty without a certificate. */
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
