import type { VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useWords, useWriting } from '../language.ts';

const Warning = ({
  remaining,
  stay,
  leave,
}: {
  readonly remaining: number;
  readonly stay: () => void;
  readonly leave: () => void;
}): VNode => {
  const [words, writing] = [useWords('session'), useWriting()];
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const cancel = (event: Event): void => {
    event.preventDefault();
    stay();
  };
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby="idle" aria-describedby="idle-why" onCancel={cancel}>
      <h2 id="idle">{words.idleHeading}</h2>
      <p id="idle-why">{words.idleWarning}</p>
      <p role="timer">{words.idleRemaining(writing.duration(remaining))}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={stay}>
          {words.stay}
        </button>
        <button type="button" onClick={leave}>
          {words.signOut}
        </button>
      </p>
    </dialog>
  );
};

/** Ends an idle session and warns a minute before. */
export const IdleWatch = ({
  since,
  onGone,
  onInput,
  leave,
}: {
  readonly since: number;
  readonly onGone: () => void;
  readonly onInput: (time: number) => void;
  readonly leave: () => void;
}): VNode | null => {
  const { presence, stay } = useIdle(since, onGone, onInput);
  return presence.is === 'leaving' ? <Warning remaining={presence.remaining} stay={stay} leave={leave} /> : null;
};

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const awakenings = ['focus', 'pageshow', 'visibilitychange'] as const;

const second = 1_000;

/**
 * Watches for input. Input after the end is too late. Once the warning shows, only `stay` keeps the session: a bumped mouse does not. If the clock
 * is set back, the last input counts as now.
 *
 * @param since the last known input
 * @param onGone called at the end
 * @param onInput receives the time of an input, at most once per second
 */
const useIdle = (
  since: number,
  onGone: () => void,
  onInput: (time: number) => void,
): { readonly presence: Presence; readonly stay: () => void } => {
  const lastInput = useRef(since);
  const [presence, setPresence] = useState<Presence>({ is: 'present' });
  const note = useCallback(
    (now: number) => {
      lastInput.current = now;
      onInput(now);
    },
    [onInput],
  );
  useEffect(() => {
    const look = (): Presence => {
      const now = Date.now();
      lastInput.current = Math.min(lastInput.current, now);
      const found = judgePresence(lastInput.current, now);
      setPresence((before) => (before.is === 'present' && found.is === 'present' ? before : found));
      if (found.is === 'gone') onGone();
      return found;
    };
    const hear = (): void => {
      const now = Date.now();
      const isNews = now < lastInput.current || now - lastInput.current >= second;
      if (isNews && look().is === 'present') note(now);
    };
    const timer = setInterval(look, second);
    for (const event of inputs) addEventListener(event, hear, { capture: true, passive: true });
    for (const event of awakenings) addEventListener(event, look, { capture: true });
    return () => {
      clearInterval(timer);
      for (const event of inputs) removeEventListener(event, hear, { capture: true });
      for (const event of awakenings) removeEventListener(event, look, { capture: true });
    };
  }, [onGone, note]);
  const stay = useCallback(() => {
    if (judgePresence(lastInput.current, Date.now()).is === 'gone') return;
    note(Date.now());
    setPresence({ is: 'present' });
  }, [note]);
  return { presence, stay };
};

/** Milliseconds without input after which the session ends. */
export const idleLimit = 15 * 60_000;

/** How many milliseconds before the end the warning appears. */
const idleNotice = 60_000;

/** How long the reader has been idle: `remaining` milliseconds until the session ends. */
type Presence =
  | { readonly is: 'present' }
  | { readonly is: 'leaving'; readonly remaining: number }
  | { readonly is: 'gone' };

/**
 * Decides by the clock only: timers stop when the machine sleeps, and slow down in a hidden tab.
 *
 * @param lastInput time of the last input, in milliseconds since 1970, like `now`
 */
export const judgePresence = (lastInput: number, now: number): Presence => {
  const remaining = lastInput + idleLimit - now;
  if (remaining <= 0) return { is: 'gone' };
  return remaining <= idleNotice ? { is: 'leaving', remaining } : { is: 'present' };
};
