import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Client, WriteOptions } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { useSession } from '../session/session.ts';

/** A request and its idempotency key: the register records it once (docs/api.md, Idempotency). */
export interface Keyed {
  readonly request: string;
  readonly key: string;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key of a request: that of an earlier attempt at the same one, otherwise a new one. */
export const keyFor = (keyed: Keyed | undefined, request: object): Keyed => {
  const text = JSON.stringify(request);
  return keyed?.request === text ? keyed : { request: text, key: newKey() };
};

/** Whether a failure shows that nothing was recorded. Without an answer, or after a fault, that is not known. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ConsentRegisterError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 409;

/** The state of a request. */
type Sending<Answer> =
  | { readonly is: 'not-sent' }
  | { readonly is: 'under-way' }
  /** The reader stopped waiting, so it is unknown whether it was recorded. */
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'done'; readonly answer: Answer };

/**
 * An act that is confirmed and then sent. Every attempt at the same one uses the same key, also after a new sign-in, so one whose answer was lost is recorded once.
 *
 * @param name of the place in memory for the key
 */
export const useAct = <Request extends object, Answer>(
  name: string,
  run: (client: Client, request: Request, options: WriteOptions) => Promise<Answer>,
) => {
  const { client } = useSession();
  const [keyed, setKeyed] = useKept<Keyed | undefined>(name, undefined);
  const [sending, setSending] = useState<Sending<Answer>>({ is: 'not-sent' });
  const [isAsked, setAsked] = useState(false);
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const send = async (request: Request): Promise<void> => {
    const using = keyFor(keyed, request);
    setKeyed(using);
    setSending({ is: 'under-way' });
    giveUp.current = new AbortController();
    const { signal } = giveUp.current;
    try {
      const answer = await run(client, request, { signal, idempotencyKey: using.key });
      setKeyed(undefined);
      setSending({ is: 'done', answer });
    } catch (error) {
      if (signal.aborted) return;
      if (isRefusal(error)) setKeyed(undefined);
      setSending({ is: 'failed', error });
    }
  };
  const stop = useCallback(() => {
    giveUp.current.abort();
    setSending({ is: 'stopped' });
  }, []);
  const cancel = useCallback(() => {
    setAsked(false);
    setSending({ is: 'not-sent' });
  }, []);
  /** Whether another request was sent before, and it is not known whether it was recorded. */
  const isOtherOpen = (request: Request): boolean => keyed !== undefined && keyed.request !== JSON.stringify(request);
  return { sending, isAsked, ask: () => setAsked(true), send, stop, cancel, isOtherOpen };
};

/** An act, from the question whether it is meant to its answer. */
export type Act = Pick<ReturnType<typeof useAct>, 'sending' | 'stop' | 'cancel'>;

/**
 * Like `useState`, but keeps the value while the reader is on other pages of the session. It is only in memory.
 *
 * @param name unique over all pages; a name belongs to one type
 */
export const useKept = <Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] => {
  const { memory } = useSession();
  const [value, setValue] = useState(() => (memory.has(name) ? (memory.get(name) as Value) : initial));
  const keep = useCallback(
    (next: Value) => {
      memory.set(name, next);
      setValue(() => next);
    },
    [memory, name],
  );
  return [value, keep];
};
