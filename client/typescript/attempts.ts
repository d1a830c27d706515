import { ConsentRegisterError } from './consent-register-error.ts';

/** How long to keep trying. Times are in milliseconds. */
export interface Patience {
  /** The most attempts of one request. Default: 5. */
  readonly attempts: number;
  /** The most time for one attempt. Default: 15 seconds. */
  readonly timeout: number;
  /** The most time for all attempts of one request and the pauses between them. Default: a minute. */
  readonly totalTime: number;
}

/** The patience with one service, and its address. */
interface Attempts extends Patience {
  readonly base: string;
}

const [shortestPause, longestPause] = [200, 5_000];
const passing: readonly (number | string)[] = [429, 502, 503, 504, 'connection.failed', 'connection.timeout'];

/** Waits until the caller aborts. The work itself continues. */
export const abortable = async <Result>(
  begin: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> => {
  signal?.throwIfAborted();
  if (signal === undefined) return begin();
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  return Promise.race([begin(), aborted]).finally(() => signal.removeEventListener('abort', abort));
};

/** Milliseconds to wait after a failure; undefined if another attempt would fail in the same way. */
const findPause = (error: unknown, attempt: number): number | undefined => {
  if (!(error instanceof ConsentRegisterError && passing.includes(error.status ?? error.code))) return undefined;
  return error.retryAfter === undefined
    ? Math.min(longestPause, shortestPause * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
    : error.retryAfter + shortestPause * Math.random();
};

const rest = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
  return abortable(begin, signal).finally(() => clearTimeout(timer));
};

/** Stops an attempt after this time, or if the caller aborts. */
const attemptFor = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  milliseconds: number,
  base: string,
  signal: AbortSignal | undefined,
): Promise<Result> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const expiry = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
  expiry.addEventListener('abort', abort);
  signal?.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ConsentRegisterError) throw cause;
    throw expiry.aborted
      ? new ConsentRegisterError({ code: 'connection.timeout', detail: 'The service did not answer in time.', cause })
      : new ConsentRegisterError({
          code: 'connection.failed',
          detail: `The service at ${base} cannot be reached, or the connection broke.`,
          cause,
        });
  } finally {
    expiry.removeEventListener('abort', abort);
    signal?.removeEventListener('abort', abort);
  }
};

/**
 * Repeats an attempt after temporary failures, within the limits of patience and until the caller aborts. It throws a
 * ConsentRegisterError, or the signal's reason.
 */
export const retry = async <Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { attempts, timeout, totalTime, base }: Attempts,
  signal: AbortSignal | undefined,
): Promise<Result> => {
  const end = performance.now() + totalTime;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await attemptFor(work, Math.min(timeout, end - performance.now()), base, signal);
    } catch (error) {
      const pause = findPause(error, attempt);
      if (signal?.aborted || pause === undefined || attempt >= attempts || performance.now() + pause >= end)
        throw error;
      await rest(pause, signal);
    }
  }
};
