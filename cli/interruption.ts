import type { ErrorKind } from './errors.ts';
import { CommandError } from './errors.ts';

const nothingChanged = 'nothing was changed.';

/** The running command's interruption. */
let stop = new AbortController();
let soFar = nothingChanged;

/** Aborted when Ctrl-C ends the running command. Listeners do at once what cannot wait, such as removing half a file. */
export const interruption = (): AbortSignal => stop.signal;

/** Sets what to report, if something ends the command early, about what it has done; completes a sentence. */
export const saySoFar = (text: string): void => {
  soFar = text;
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An early end, with what to know about what the command has done by then, if anything. */
export const addSoFar = (error: unknown): unknown =>
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
