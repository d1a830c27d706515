/** Exit codes of all commands, documented in docs/commands.md. 0 is done, also where there was nothing to do. */
export const exitCodes = {
  /** A fault of ours, or of what is below. */
  fault: 1,
  /** What was typed or given is not right: command, option, argument, password, notice folder. */
  usage: 2,
  /** What was named is not there. */
  notFound: 3,
  /** The state of the register forbids it. */
  refused: 4,
  /** Credentials, region, stack, table or service: it cannot be worked on. */
  unreachable: 5,
  /** A check has something to report. */
  finding: 6,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM, or a terminal that was closed. */
  terminated: 143,
} as const;

/** What ends a command before its time, by the name of its exit code. */
export type ErrorKind = keyof typeof exitCodes;

/** An end of a command that its user can do something about: one line or a few, no stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly kind: ErrorKind;
  readonly exitCode: number;

  constructor(message: string, kind: ErrorKind = 'fault') {
    super(message);
    this.kind = kind;
    this.exitCode = exitCodes[kind];
  }
}

/** A `CommandError` as a line, anything else with its stack. */
export const printErrorAsText = (error: unknown): void => {
  console.error(error instanceof CommandError ? `consent-register: ${error.message}` : error);
};

/** Runs a command and prints what ends it before its time. Returns the exit code. */
export const attempt = async (command: () => Promise<void>, printError = printErrorAsText): Promise<number> => {
  try {
    await command();
    return 0;
  } catch (error) {
    printError(error);
    return error instanceof CommandError ? error.exitCode : exitCodes.fault;
  }
};
