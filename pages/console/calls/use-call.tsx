import type { VNode } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { useText, useWriting } from '../language.ts';
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

/** A page of a list. `next` is where the list continues, `null` at its end. */
interface ListPage<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

const goesInCircles = (): ConsentRegisterError =>
  new ConsentRegisterError({
    code: 'answer.unexpected',
    detail: 'The list goes on where it was read before: the service does not take its `after`.',
  });

/**
 * Yields the pages of a list until its end or until the consumer stops.
 *
 * @throws ConsentRegisterError if a page points back to one that was already read: such a list would never end
 */
export async function* pagesOf<Page extends Pick<ListPage<unknown>, 'next'>>(
  read: (after: string | undefined) => Promise<Page>,
  after?: string,
): AsyncGenerator<Page, void, undefined> {
  const behind = new Set<string | undefined>();
  for (let at: string | null | undefined = after; at !== null; ) {
    behind.add(at);
    const page: Page = await read(at);
    if (page.next !== null && behind.has(page.next)) throw goesInCircles();
    yield page;
    at = page.next;
  }
}

/** The rows found so far. */
export interface Followed<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  /** Whether reading stopped before there were enough rows and before the end of the list. */
  readonly isCut: boolean;
}

interface Following<Row> {
  /** Reads at most this many rows after a consent. */
  readonly read: (after: string | undefined, perPage: number) => Promise<ListPage<Row>>;
  readonly after?: string | undefined;
  /** How many rows are wanted. */
  readonly wanted: number;
  /** The most rows that one call returns. */
  readonly perPage: number;
  /** After this many calls the page asks the reader whether to continue. */
  readonly calls: number;
  /** Whether the reader stopped the search. */
  readonly isStopped: () => boolean;
  readonly onProgress: (followed: Followed<Row>) => void;
}

/**
 * Reads pages, which may have few rows or none, until there are enough rows, the list ends or the call limit is reached.
 *
 * @throws ConsentRegisterError also if the list is circular
 */
export const followList = async <Row,>(following: Following<Row>): Promise<Followed<Row>> => {
  const { read, wanted, perPage, calls, isStopped, onProgress } = following;
  let rows: readonly Row[] = [];
  let call = 0;
  const readMore = (after: string | undefined) => read(after, Math.min(perPage, wanted - rows.length));
  for await (const { data, next } of pagesOf(readMore, following.after)) {
    call += 1;
    rows = [...rows, ...data];
    if (next === null || rows.length >= wanted) return { rows, next, isCut: false };
    if (call >= calls || isStopped()) return { rows, next, isCut: true };
    onProgress({ rows, next, isCut: true });
  }
  return { rows, next: null, isCut: false };
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
