import { clearLine, cursorTo } from 'node:readline';
import { interruption } from '../errors.ts';
import { printsJson } from './format.ts';

/** Milliseconds before the first progress message, and between later ones. */
const commandClientLimits = 2_000;
const pauses = { terminal: 500, elsewhere: 10_000 };

/** A progress display. */
export interface Progress {
  /** Adds to the count. */
  readonly advance: (count: number) => void;
  /** Removes the line. */
  readonly end: () => void;
}

const isTerminal = (): boolean => process.stderr.isTTY;

/** Whether the last line of the terminal is progress. */
let isShown = false;

/** Removes the progress line before other output. */
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
 * Reports progress on standard error after two seconds: on a terminal in one line that is rewritten and
 * finally removed, elsewhere in a new line now and then. With `--json` it prints nothing.
 *
 * @param describe the progress in one line, such as `12,000 consents read`
 */
export const beginProgress = (describe: (count: number) => string): Progress => {
  let count = 0;
  let timer = setTimeout(function repeat() {
    if (!printsJson()) show(describe(count));
    timer = setTimeout(repeat, isTerminal() ? pauses.terminal : pauses.elsewhere).unref();
  }, commandClientLimits).unref();
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

/** A count for people. */
export const countOf = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}`;

/** A number of things for people: `1 consent`, `2,000 consents`. */
export const countEach = (count: number, one: string): string => countOf(count, count === 1 ? one : `${one}s`);

/** A count of what is named in the plural: `1 consent read`, `2,000 consents read`. */
const countMany = (count: number, what: string): string =>
  countOf(count, count === 1 ? what.replace(/^leaves\b/, 'leafs').replace(/^(\w+)s\b/, '$1') : what);

/** Does work, and reports progress if it takes long. @param what is counted, such as `consents read` */
export const withProgress = async <Result>(
  what: string,
  work: (advance: Progress['advance']) => Promise<Result>,
): Promise<Result> => {
  const progress = beginProgress((count) => countMany(count, what));
  return work(progress.advance).finally(progress.end);
};

/** Reads pages, and reports progress if it takes long. @param read gets a callback for each page */
export async function* watchReading<Page>(
  read: (onRead: (count: number) => void) => AsyncIterable<Page>,
  what = 'consents read',
): AsyncGenerator<Page> {
  const progress = beginProgress((count) => countMany(count, what));
  try {
    yield* read(progress.advance);
  } finally {
    progress.end();
  }
}
