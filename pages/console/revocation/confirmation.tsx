import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Failure } from '../calls/failure.tsx';
import { Waiting } from '../calls/waiting.tsx';
import { useWords } from '../language.ts';
import type { Revoking } from './use-revoking.ts';

/** Asks for confirmation before anything is sent. @param children the facts of the consent and the reason */
export const Confirmation = ({
  revoking,
  revoke,
  stop,
  cancel,
  children,
}: {
  readonly revoking: Revoking;
  readonly revoke: () => void;
  readonly stop: () => void;
  readonly cancel: () => void;
  readonly children: ComponentChildren;
}): VNode => {
  const words = useWords('revocation');
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const isUnderWay = revoking.is === 'under-way';
  const leave = (event: Event): void => {
    event.preventDefault();
    if (!isUnderWay) cancel();
  };
  return (
    <dialog ref={dialog} aria-labelledby="confirmation" onCancel={leave}>
      <h2 ref={heading} id="confirmation" tabindex={-1}>
        {words.confirm}
      </h2>
      <p>{words.final}</p>
      {children}
      {isUnderWay && <Waiting what={words.sending} stop={stop} />}
      {revoking.is === 'stopped' && (
        <p class="warning" role="alert">
          {words.stopped}
        </p>
      )}
      {revoking.is === 'failed' && <Failure error={revoking.error} />}
      <p class="actions">
        <button type="button" class="primary final" aria-disabled={isUnderWay} onClick={() => isUnderWay || revoke()}>
          {revoking.is === 'failed' || revoking.is === 'stopped' ? words.again : words.revoke}
        </button>
        {!isUnderWay && (
          <button type="button" onClick={cancel}>
            {words.change}
          </button>
        )}
      </p>
    </dialog>
  );
};
