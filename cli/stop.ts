/** An end of a command that its user can do something about: one line, no stack. */
export class Stop extends Error {
  override readonly name = 'Stop';
}

/** Runs a command; prints a `Stop` as one line and ends the process with exit code 1. */
export const runCommand = async (command: () => Promise<void>): Promise<void> => {
  try {
    await command();
  } catch (error) {
    console.error(error instanceof Stop ? `consent-register: ${error.message}` : error);
    process.exit(1);
  }
};
