/** A line of a file of JSON, or a record of a CSV file, as it stands there. */
export interface FileEntry {
  /** Where it begins in its file, from 1. */
  readonly line: number;
  readonly raw: string;
}

/** Characters that a line may have: more than a consent of the largest proofs. */
export const lineCharacters = 16 * 1024 * 1024;
