import { CommandError } from '../../../command-error.ts';
import { tame } from '../../../notices/visible-text.ts';

const goOn = 'The same command again goes on.';

/** What an export has done that ends before its time: the end of a sentence. */
export const tellSoFar = (folder: string, consents: number): string =>
  `${consents.toLocaleString('en')} consents are in ${tame(folder)}, which is not whole yet. ${goOn}`;

/** A file that could not be written, with how to go on. */
export const addGoOn = (error: unknown): unknown =>
  error instanceof CommandError && error.kind === 'usage'
    ? new CommandError(`${error.message} ${goOn}`, error.kind)
    : error;
