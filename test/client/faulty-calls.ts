import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import type { Fault } from './faulty-proxy.ts';
import { answerWith } from './faulty-proxy.ts';

export const problem = (status: number, code: string) => ({
  type: '',
  title: '',
  status,
  detail: 'Try again.',
  code,
  requestId: 'r-1',
});

export const busy = (headers: Record<string, string> = {}) =>
  answerWith(503, problem(503, 'store.unavailable'), headers);

export const page = '<!doctype html><title>Please sign in</title>';

export const untilTheEnd = () => sleep(60_000, undefined, { ref: false });

/** What happens to a request, or to its answer when it has reached the service. */
export const faults: Readonly<Record<string, Fault>> = {
  'breaks before the service': async () => undefined,
  'breaks after the service': async ({ forward }) => {
    await forward();
    return undefined;
  },
  'breaks within the answer': async ({ forward, breakConnections }) => {
    const { status, headers, body } = await forward();
    const length = String(Buffer.byteLength(body) + 1);
    setTimeout(breakConnections, 20);
    return { status, headers: { ...headers, 'content-length': length }, body };
  },
  'is held before the service': async () => {
    await untilTheEnd();
    return undefined;
  },
  'is held after the service': async ({ forward }) => {
    await forward();
    await untilTheEnd();
    return undefined;
  },
  '503 with Retry-After': async () => busy({ 'retry-after': '0' }),
  '503 after the service': async ({ forward }) => {
    await forward();
    return busy({ 'retry-after': '0' });
  },
  '429 of API Gateway': async () => answerWith(429, { message: 'Too Many Requests' }),
  '502 of a proxy': async ({ forward }) => {
    await forward();
    return answerWith(502, page);
  },
  '504 of a proxy': async () => answerWith(504, page),
};

/** A pause of the client between two attempts. */
interface Pause {
  readonly milliseconds: number;
  isOver: boolean;
}

/** The pauses that the client makes from now on, for the rest of the test. */
export const watchPauses = (): readonly Pause[] => {
  const pauses: Pause[] = [];
  const { setTimeout: begin } = globalThis;
  const watched = (end: () => void, milliseconds = 0, ...rest: []) => {
    if (!new Error().stack?.includes('client/typescript/attempts.ts')) return begin(end, milliseconds, ...rest);
    const pause = { milliseconds, isOver: false };
    pauses.push(pause);
    return begin(() => {
      pause.isOver = true;
      end();
    }, milliseconds);
  };
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(watched as typeof begin);
  onTestFinished(() => spy.mockRestore());
  return pauses;
};
