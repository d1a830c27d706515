import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/index.ts';
import { useSession } from '../session/session.ts';

/** The state of a call. */
export type Outcome<Value> =
  | { readonly is: 'waiting' }
  | { readonly is: 'stopped' }
  | { readonly is: 'done'; readonly value: Value }
  | { readonly is: 'failed'; readonly error: unknown };

/** A call, its outcome, a way to repeat it and a way to stop waiting. */
export interface Calling<Value> {
  readonly outcome: Outcome<Value>;
  readonly again: () => void;
  readonly stop: () => void;
}

/**
 * Calls the service when a part of the page appears, and again when an input changes. It abandons the earlier call, so an answer never appears
 * under another question.
 *
 * @param inputs everything that `run` depends on
 */
export const useCall = <Value>(
  run: (client: Client, signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Calling<Value> => {
  const { client } = useSession();
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ readonly for: unknown; readonly outcome: Outcome<Value> }>();
  const stopping = useRef<() => void>(() => {});
  const question = JSON.stringify([attempt, ...inputs]);
  useEffect(() => {
    const giveUp = new AbortController();
    const settle = (outcome: Outcome<Value>): void => {
      if (!giveUp.signal.aborted) setSettled({ for: question, outcome });
    };
    run(client, giveUp.signal).then(
      (value) => settle({ is: 'done', value }),
      (error: unknown) => settle({ is: 'failed', error }),
    );
    stopping.current = () => {
      settle({ is: 'stopped' });
      giveUp.abort();
    };
    return () => giveUp.abort();
  }, [question, client]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  const stop = useCallback(() => stopping.current(), []);
  return { outcome: settled?.for === question ? settled.outcome : { is: 'waiting' }, again, stop };
};
