import { clearLine, cursorTo } from 'node:readline';
import { interruption } from '../interruption.ts';
import { speaksJson } from './format.ts';

/** Milliseconds until a command says that it is at work, and then from one time to the next. */
const patience = 2_000;
const pauses = { terminal: 500, elsewhere: 10_000 };

/** What has been done so far. */
export interface Progress {
  /** Adds to what has been done. */
  readonly advance: (count: number) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

const isTerminal = (): boolean => process.stderr.isTTY;

/** Whether the last line of the terminal is one of progress. */
let isShown = false;

/** Takes the line of progress away, before something else is written to the terminal. */
export const clearProgress = (): void => {
  if (!isShown) return;
  isShown = false;
  cursorTo(process.stderr, 0);
  clearLine(process.stderr, 0);
};

const show = (line: string): void => {
  clearProgress();
  isShown = isTerminal();
  process.stderr.write(isShown ? line.slice(0, (process.stderr.columns || 80) - 1) : `${line}\n`);
};

/**
 * Says on standard error how far something is that takes longer than two seconds: in a terminal in one line that is rewritten and
 * taken away at the end, elsewhere in a new line now and then. With `--json` it says nothing.
 *
 * @param describe in one line, such as `12,000 consents read`
 */
export const beginProgress = (describe: (count: number) => string): Progress => {
  let count = 0;
  let timer = setTimeout(function repeat() {
    if (!speaksJson()) show(describe(count));
    timer = setTimeout(repeat, isTerminal() ? pauses.terminal : pauses.elsewhere).unref();
  }, patience).unref();
  const signal = interruption();
  const end = (): void => {
    clearTimeout(timer);
    clearProgress();
    signal.removeEventListener('abort', end);
  };
  signal.addEventListener('abort', end);
  return {
    advance: (more) => {
      count += more;
    },
    end,
  };
};

/** A count as people read it. */
export const countOf = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}`;

/** A number of things, as people read it: `1 consent`, `2,000 consents`. */
export const countEach = (count: number, one: string): string => countOf(count, count === 1 ? one : `${one}s`);

/** Reads pages, and says how many consents have been looked at where that takes long. @param read is given what to tell of each page */
export async function* watchReading<Page>(
  read: (onRead: (count: number) => void) => AsyncIterable<Page>,
): AsyncGenerator<Page> {
  const progress = beginProgress((count) => countOf(count, 'consents looked at'));
  try {
    yield* read(progress.advance);
  } finally {
    progress.end();
  }
}
