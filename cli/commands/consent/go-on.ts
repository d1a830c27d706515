import { CommandError } from '../../command-error.ts';

/** How to continue an interrupted export or import. */
export const goOn = 'Run the same command again to continue.';

/** The error of a file that could not be written, with how to continue. */
export const addGoOn = (error: unknown): unknown =>
  error instanceof CommandError && error.kind === 'usage'
    ? new CommandError(`${error.message} ${goOn}`, error.kind)
    : error;
