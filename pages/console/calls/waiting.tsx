import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../language.ts';

/** Milliseconds until the page says that it is waiting, and until it says that the wait is long. A quick answer does not flicker. */
const [told, long] = [300, 5_000];

/**
 * A line that shows a wait, and offers to end it if it is long.
 *
 * @param what the action that is waited for, if it is not a read
 */
export const Waiting = ({ what, stop }: { readonly what?: string; readonly stop?: () => void }): VNode => {
  const words = useWords('calls');
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timers = [told, long].map((milliseconds) => setTimeout(setPassed, milliseconds, milliseconds));
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div class="waiting">
      <span role="status">{passed < told ? '' : passed < long ? (what ?? words.waiting) : words.waitingLong}</span>
      {passed < long || stop === undefined ? null : (
        <>
          {' '}
          <button type="button" class="plain" onClick={stop}>
            {words.stop}
          </button>
        </>
      )}
    </div>
  );
};
