/** A line of a JSON lines file, or a record of a CSV file, as it stands there. */
export interface FileEntry {
  /** The line where it begins, from 1. */
  readonly line: number;
  readonly raw: string;
}

/** The most characters in a line: more than a consent with the largest proofs has. */
export const lineCharacters = 16 * 1024 * 1024;
