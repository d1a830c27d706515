import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useWords, useWriting } from '../language.ts';
import { useIdle } from './use-idle.ts';

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
