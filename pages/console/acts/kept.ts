import { useCallback, useState } from 'preact/hooks';
import { useSession } from '../session/session.ts';

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
