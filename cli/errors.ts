import { maskKeys } from '../shared/schema/key-mask.ts';
import { namePages } from './output/pages.ts';

/** Exit codes of all commands, documented in docs/commands.md. 0 means done, even if there was nothing to do. */
export const exitCodes = {
  /** A fault of this program, or of something below it. */
  fault: 1,
  /** Wrong input: command, option, argument, password, notice folder. */
  usage: 2,
  /** Something named does not exist. */
  notFound: 3,
  /** The state of the register forbids it. */
  refused: 4,
  /** No access: credentials, region, stack, table or service. */
  unreachable: 5,
  /** A check has something to report. */
  finding: 6,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM, or a closed terminal. */
  terminated: 143,
} as const;

/** Why a command ended early, by the name of its exit code. */
export type ErrorKind = keyof typeof exitCodes;

/** An early end that the user can do something about: one or a few lines, without a stack. */
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
  console.error(error instanceof CommandError ? `consent-register: ${maskKeys(namePages(error.message))}` : error);
};

/** Runs a command and prints the error that ends it early. Returns the exit code. */
export const attempt = async (command: () => Promise<void>, printError = printErrorAsText): Promise<number> => {
  try {
    await command();
    return 0;
  } catch (error) {
    printError(error);
    return error instanceof CommandError ? error.exitCode : exitCodes.fault;
  }
};
