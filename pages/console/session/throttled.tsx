import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords, useWriting } from '../language.ts';

/** Milliseconds left until a time, updated every second; 0 afterwards. */
export const useCountdown = (until: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, until - now);
};

/** How long the service refuses attempts. Screen readers read the end, not the countdown. */
export const Throttled = ({ remaining }: { readonly remaining: number }): VNode => {
  const [words, writing] = [useWords('session'), useWriting()];
  return (
    <div class="warning">
      <p role="alert">{words.throttled}</p>
      {remaining > 0 && <p role="timer">{words.wait(writing.duration(remaining))}</p>}
      <p role="status">{remaining > 0 ? '' : words.waitOver}</p>
    </div>
  );
};
