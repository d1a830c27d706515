import type { ErrorKind } from '../command-error.ts';
import { CommandError } from '../command-error.ts';

const nothingChanged = 'nothing was changed.';

/** Of the command that runs. */
let stop = new AbortController();
let soFar = nothingChanged;

/** Aborted when Ctrl-C ends the command that runs. What listens does at once what cannot wait, such as to remove half a file. */
export const interruption = (): AbortSignal => stop.signal;

/** What is said from now on of what the command has done, where something ends it before its time: the end of a sentence. */
export const saySoFar = (text: string): void => {
  soFar = text;
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An end that nobody wanted, with what is to be known of what the command has done by then, if anything. */
export const addSoFar = (error: unknown): unknown =>
  error instanceof CommandError && error.kind === 'unreachable' && soFar !== nothingChanged
    ? new CommandError(`${error.message} ${capitalise(soFar)}`, error.kind)
    : error;

/** What ends a command from outside: Ctrl-C; a system that shuts down; a terminal that was closed. */
const ends: Readonly<Partial<Record<NodeJS.Signals, ErrorKind>>> = {
  SIGINT: 'interrupted',
  SIGTERM: 'terminated',
  SIGHUP: 'terminated',
};

/** Waits for work until Ctrl-C, wherever it is by then. @throws CommandError interrupted, or terminated */
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
