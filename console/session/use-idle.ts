import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Presence } from './idle.ts';
import { judgePresence } from './idle.ts';

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const awakenings = ['focus', 'pageshow', 'visibilitychange'] as const;

const second = 1_000;

/**
 * Watches whether somebody is there. Input that comes after the time is over comes too late, and once the end was announced only `stay` holds it up:
 * a mouse that is bumped against does not. Where the clock is set back, the last input was now.
 *
 * @param since when the last input was that is known
 * @param onGone called when the time is over
 * @param onInput gets the time of an input, at most once in a second
 */
export const useIdle = (
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
