import type { Check, Place } from '../../verification.ts';

/** A verdict in words. */
export interface VerdictInWords {
  readonly heading: string;
  readonly says: string;
}

/** Of a verdict, how much is left for the reader to judge. */
interface Open {
  readonly open: number;
}

/** Of the page that verifies, which is in English alone: the console says it in words of its own. */
export interface VerdictWords {
  /** @param said `whence` the reader knows the key */
  readonly valid: (said: Open & { readonly whence: string }) => VerdictInWords;
  /** @param said `hasKeys` whether the reader gave a key */
  readonly consistent: (said: Open & { readonly hasKeys: boolean }) => VerdictInWords;
  /** @param places where it fails, each once */
  readonly refused: (places: readonly Place[]) => VerdictInWords;
}

/** What was checked, in words. */
export interface CheckWords {
  readonly heading: string;
  readonly marks: Readonly<Record<'holds' | 'fails' | 'asks', string>>;
  readonly count: (counts: { readonly held: number; readonly failed: number; readonly open: number }) => string;
  readonly every: string;
  /** Of the SHA-256 of each part. */
  readonly hashes: { readonly heading: string; readonly remark: string };
  /** What stands before what the check says, which is English. */
  readonly name: (check: Pick<Check, 'name' | 'part'>) => string;
}
