/** How what a command prints looks. */
interface Format {
  /** Whether a script reads it: data and errors are then JSON, and notes are left out. */
  readonly json: boolean;
  /** Whether tables show ids and hashes in full, and not their first characters. */
  readonly full: boolean;
}

let format: Format = { json: false, full: false };

/** Chooses how everything that follows is printed. */
export const chooseFormat = ({ json = false, full = false }: Partial<Format>): void => {
  format = { json, full };
};

export const printsJson = (): boolean => format.json;

export const printsInFull = (): boolean => format.full;

/** A word for a shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
