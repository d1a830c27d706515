import type { VNode } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { useText, useWriting } from '../language.tsx';

/** The times that a screen reader announces, in milliseconds. The seconds between them are only to be seen. */
const announced = [10_000, 30_000, 60_000] as const;

const findAnnounced = (remaining: number): number => announced.find((time) => remaining <= time) ?? remaining;

const Warning = ({
  remaining,
  stay,
  leave,
}: {
  readonly remaining: number;
  readonly stay: () => void;
  readonly leave: () => void;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const why = (
    <>
      <p>{t('session.idleWarning')}</p>
      <p class="unseen" role="status">
        {t('session.idleRemaining', { time: writing.duration(findAnnounced(remaining)) })}
      </p>
    </>
  );
  return (
    <Dialog heading={t('session.idleHeading')} alert={why} leave={stay}>
      <p role="timer">{t('session.idleRemaining', { time: writing.duration(remaining) })}</p>
      <p class="actions">
        <button type="button" class="primary" onClick={stay}>
          {t('session.stay')}
        </button>
        <button type="button" onClick={leave}>
          {t('session.signOut')}
        </button>
      </p>
    </Dialog>
  );
};

/** What the watch knows and changes of a session. */
interface Watched {
  /** When a tab of the session had its last input. */
  readonly lastInput: (now: number) => number;
  /** Receives the time of an input, at most once per second. */
  readonly noteInput: (time: number) => void;
  /** Called at the end, and again until the session has ended. */
  readonly onGone: () => void;
}

/** Ends an idle session and warns a minute before. */
export const IdleWatch = ({ leave, ...watched }: Watched & { readonly leave: () => void }): VNode | null => {
  const { presence, stay } = useIdle(watched);
  return presence.is === 'leaving' ? <Warning remaining={presence.remaining} stay={stay} leave={leave} /> : null;
};

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const awakenings = ['focus', 'pageshow', 'visibilitychange'] as const;

const second = 1_000;

/** Watches for input. Input after the end is too late. Once the warning shows, only `stay` keeps the session: a bumped mouse does not. */
const useIdle = ({
  lastInput,
  noteInput,
  onGone,
}: Watched): { readonly presence: Presence; readonly stay: () => void } => {
  const [presence, setPresence] = useState<Presence>({ is: 'present' });
  useEffect(() => {
    const look = (): Presence => {
      const now = Date.now();
      const found = judgePresence(lastInput(now), now);
      setPresence((before) => (before.is === 'present' && found.is === 'present' ? before : found));
      if (found.is === 'gone') onGone();
      return found;
    };
    const hear = (): void => {
      const now = Date.now();
      if (now - lastInput(now) >= second && look().is === 'present') noteInput(now);
    };
    const timer = setInterval(look, second);
    for (const event of inputs) addEventListener(event, hear, { capture: true, passive: true });
    for (const event of awakenings) addEventListener(event, look, { capture: true });
    return () => {
      clearInterval(timer);
      for (const event of inputs) removeEventListener(event, hear, { capture: true });
      for (const event of awakenings) removeEventListener(event, look, { capture: true });
    };
  }, [lastInput, noteInput, onGone]);
  const stay = useCallback(() => {
    const now = Date.now();
    if (judgePresence(lastInput(now), now).is === 'gone') return;
    noteInput(now);
    setPresence({ is: 'present' });
  }, [lastInput, noteInput]);
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
