import { CommandError } from '../command-error.ts';

const nothingChanged = 'Interrupted; nothing was changed.';

/** Of the command that runs. */
let stop = new AbortController();
let message = nothingChanged;

/** Aborted when Ctrl-C ends the command that runs. What listens does at once what cannot wait, such as to remove half a file. */
export const interruption = (): AbortSignal => stop.signal;

/** What is said from now on where Ctrl-C ends the command. */
export const sayIfInterrupted = (text: string): void => {
  message = text;
};

/** Waits for work until Ctrl-C, wherever it is by then. @throws CommandError interrupted */
export const interruptibly = async (work: () => Promise<void>): Promise<void> => {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  stop = new AbortController();
  message = nothingChanged;
  const interrupt = (): void => {
    const end = new CommandError(message, 'interrupted');
    reject(end);
    stop.abort(end);
  };
  process.on('SIGINT', interrupt);
  try {
    await Promise.race([work(), interrupted]);
  } finally {
    process.off('SIGINT', interrupt);
  }
};
