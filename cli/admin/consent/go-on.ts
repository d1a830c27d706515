import { CommandError } from '../../command-error.ts';

/** What is said of an export or an import that ends before its time. */
export const goOn = 'The same command again goes on.';

/** A file that could not be written, with how to go on. */
export const addGoOn = (error: unknown): unknown =>
  error instanceof CommandError && error.kind === 'usage'
    ? new CommandError(`${error.message} ${goOn}`, error.kind)
    : error;
