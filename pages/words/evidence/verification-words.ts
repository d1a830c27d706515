import type { Check, Place } from '../../../verifier/verification.ts';

/** A verdict in words. */
export interface VerdictInWords {
  readonly heading: string;
  readonly says: string;
  /** What to do now; absent if there is nothing to do. */
  readonly todo?: string;
}

/** How many checks are left for the reader to judge. */
interface Open {
  readonly open: number;
}

/** For the verifying page, which is only in English: the console has words of its own. */
export interface VerdictWords {
  /** @param said `whence`: the reader's source for the key */
  readonly valid: (said: { readonly whence: string }) => VerdictInWords;
  /** At least one check is a doubt. @param said `whence`: the reader's source for the key */
  readonly doubtful: (said: Open & { readonly whence: string }) => VerdictInWords;
  /** @param said `hasKeys`: whether the reader gave a key */
  readonly consistent: (said: Open & { readonly hasKeys: boolean }) => VerdictInWords;
  /** @param places the places that fail, each once */
  readonly refused: (places: readonly Place[]) => VerdictInWords;
}

/** The checks, in words. */
export interface CheckWords {
  readonly heading: string;
  readonly marks: Readonly<Record<'holds' | 'fails' | 'asks' | 'notes', string>>;
  /** @param counts `open`: what the reader must judge; `notes`: what the verdict and the page tell elsewhere */
  readonly count: (counts: Readonly<Record<'held' | 'failed' | 'open' | 'notes', number>>) => string;
  readonly every: string;
  /** For the SHA-256 of each part. */
  readonly hashes: { readonly heading: string; readonly remark: string };
  readonly place: (part: Place) => string;
  /** Stands before the sentence of the check, which is in English. */
  readonly name: (check: Pick<Check, 'name' | 'part'>) => string;
}
