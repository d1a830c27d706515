import type { VNode } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { useText, useWriting } from '../language.tsx';
import { useSession } from '../session/session.ts';
import { AgainButton, Failure, Waiting } from './failure.tsx';

/** The state of a call. */
export type Outcome<Value> =
  | { readonly is: 'waiting' }
  | { readonly is: 'stopped' }
  | { readonly is: 'done'; readonly value: Value }
  | { readonly is: 'failed'; readonly error: unknown };

/** A call, its outcome, and ways to repeat it and to stop waiting. */
export interface Calling<Value> {
  readonly outcome: Outcome<Value>;
  readonly again: () => void;
  readonly stop: () => void;
  /** Calls again, and shows the earlier answer until then. */
  readonly refresh: () => void;
  readonly isRefreshing: boolean;
  /** When the answer came, in milliseconds since 1970; undefined without one. */
  readonly at: number | undefined;
}

const waiting = { is: 'waiting' } as const;

/** How often a call was made, and whether its earlier answer stays meanwhile. */
interface Attempt {
  readonly count: number;
  readonly isRefresh: boolean;
}

/**
 * Calls the service when a part of the page appears, and again when an input changes. It abandons the earlier call, so an answer never appears
 * under another question.
 *
 * @param inputs everything that `run` depends on
 */
export const useCall = <Value,>(
  run: (client: Client, signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Calling<Value> => {
  const { client } = useSession();
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, isRefresh: false });
  const [settled, setSettled] = useState<{
    readonly for: unknown;
    readonly attempt: number;
    readonly at: number;
    readonly outcome: Outcome<Value>;
  }>();
  const stopping = useRef<() => void>(() => {});
  const question = JSON.stringify(inputs);
  useEffect(() => {
    const giveUp = new AbortController();
    const settle = (outcome: Outcome<Value>): void => {
      if (!giveUp.signal.aborted) setSettled({ for: question, attempt: attempt.count, at: Date.now(), outcome });
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
  }, [question, attempt.count, client]);
  const repeat = useCallback((isRefresh: boolean) => setAttempt(({ count }) => ({ count: count + 1, isRefresh })), []);
  const again = useCallback(() => repeat(false), []);
  const refresh = useCallback(() => repeat(true), []);
  const stop = useCallback(() => stopping.current(), []);
  const isHere = settled?.for === question;
  const isCurrent = isHere && settled.attempt === attempt.count;
  const isKept = isHere && !isCurrent && attempt.isRefresh && settled.outcome.is === 'done';
  return {
    outcome: isCurrent || isKept ? settled.outcome : waiting,
    again,
    stop,
    refresh,
    isRefreshing: isKept,
    at: isCurrent || isKept ? settled.at : undefined,
  };
};

/** Reads a list again, without leaving it, and says of when it is. */
export const Refresh = ({
  calling: { outcome, at, refresh, isRefreshing },
}: {
  readonly calling: Calling<unknown>;
}): VNode | null => {
  const t = useText();
  const writing = useWriting();
  if (outcome.is !== 'done' || at === undefined) return null;
  return (
    <span class="refresh screen">
      <span role="status" class="quiet small">
        {t('calls.asOf', { time: writing.clock(at) })}
      </span>
      <button type="button" aria-disabled={isRefreshing} onClick={() => isRefreshing || refresh()}>
        <Icon name="again" />
        <span>{t('calls.refresh')}</span>
      </button>
    </span>
  );
};

/** The state of a call: the wait, the error with a way to retry, or the answer. */
export const Called = <Value,>({
  calling: { outcome, again, stop },
  show,
}: {
  readonly calling: Calling<Value>;
  readonly show: (value: Value) => VNode;
}): VNode => {
  const t = useText();
  switch (outcome.is) {
    case 'done':
      return show(outcome.value);
    case 'failed':
      return <Failure error={outcome.error} again={again} />;
    case 'stopped':
      return (
        <div class="note" role="status">
          <p>{t('calls.stopped')}</p>
          <AgainButton again={again} />
        </div>
      );
    default:
      return <Waiting stop={stop} />;
  }
};
