import { maskKeys } from '../shared/schema/key-mask.ts';
import { forReader } from './output/format.ts';

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
  console.error(error instanceof CommandError ? `consent-register: ${maskKeys(forReader(error.message))}` : error);
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

const nothingChanged = 'nothing was changed.';

/** The running command's interruption. */
let stop = new AbortController();
let soFar = nothingChanged;

/** Aborted when Ctrl-C ends the running command. Listeners do at once what cannot wait, such as removing half a file. */
export const interruption = (): AbortSignal => stop.signal;

/** Sets what to report, if something ends the command early, about what it has done; completes a sentence. */
export const setInterruptionNote = (text: string): void => {
  soFar = text;
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An early end, with what to know about what the command has done by then, if anything. */
export const addInterruptionNote = (error: unknown): unknown =>
  error instanceof CommandError && error.kind === 'unreachable' && soFar !== nothingChanged
    ? new CommandError(`${error.message} ${capitalise(soFar)}`, error.kind)
    : error;

/** What ends a command from outside: Ctrl-C, a shutdown, or a closed terminal. */
const ends: Readonly<Partial<Record<NodeJS.Signals, ErrorKind>>> = {
  SIGINT: 'interrupted',
  SIGTERM: 'terminated',
  SIGHUP: 'terminated',
};

/** Awaits work until Ctrl-C. @throws CommandError interrupted, or terminated */
export const interruptibly = async (work: () => Promise<void>): Promise<void> => {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  stop = new AbortController();
  soFar = nothingChanged;
  const interrupt = (signal: NodeJS.Signals): void => {
    const end = new CommandError(`Interrupted; ${soFar}`, ends[signal]);
    reject(end);
    stop.abort(end);
  };
  for (const signal of Object.keys(ends)) process.on(signal, interrupt);
  try {
    await Promise.race([work(), interrupted]);
  } finally {
    for (const signal of Object.keys(ends)) process.off(signal, interrupt);
  }
};
