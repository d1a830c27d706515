import { CommandError } from '../../command-error.ts';

/** How to continue an interrupted export or import. */
export const goOn = 'Run the same command again to continue.';

/** For `catch`: throws the error of a file that could not be written with how to continue, any other as it is. */
export const failWithGoOn = (error: unknown): never => {
  throw error instanceof CommandError && error.kind === 'usage'
    ? new CommandError(`${error.message} ${goOn}`, error.kind)
    : error;
};
