/** Whether a script reads what is printed. */
let isForScripts = false;

/** Sets whether a script reads the output: data and errors are then JSON, and notes are left out. */
export const speakJson = (isWanted: boolean): void => {
  isForScripts = isWanted;
};

export const speaksJson = (): boolean => isForScripts;

/** A word for a shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
