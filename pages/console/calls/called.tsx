import type { VNode } from 'preact';
import { useWords } from '../language.ts';
import { Failure } from './failure.tsx';
import type { Calling } from './use-call.ts';
import { Waiting } from './waiting.tsx';

/** The state of a call: the wait, the error with a way to retry, or the answer. */
export const Called = <Value,>({
  calling: { outcome, again, stop },
  show,
}: {
  readonly calling: Calling<Value>;
  readonly show: (value: Value) => VNode;
}): VNode => {
  const words = useWords('calls');
  switch (outcome.is) {
    case 'done':
      return show(outcome.value);
    case 'failed':
      return <Failure error={outcome.error} again={again} />;
    case 'stopped':
      return (
        <div class="note" role="status">
          <p>{words.stopped}</p>
          <p>
            <button type="button" onClick={again}>
              {words.again}
            </button>
          </p>
        </div>
      );
    default:
      return <Waiting stop={stop} />;
  }
};
