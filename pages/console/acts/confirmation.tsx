import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeInvisibleLines } from '../../../shared/schema/visible-text.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import type { Fact } from '../../sentences/consent-facts.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { useWords } from '../language.ts';
import { useSession } from '../session/session.ts';
import type { Sending } from './sending.ts';

/** What a dialog says of one act. */
interface ActWords {
  readonly confirm: string;
  readonly final: string;
  readonly act: string;
  readonly sending: string;
  /** That it is not known whether it was recorded, and what to do. */
  readonly stopped: string;
}

/**
 * Asks for confirmation before anything is sent.
 *
 * @param isFinal whether the act ends something, which its button says by its colour
 * @param children all that will be stored, and of whom
 */
export const Confirmation = ({
  words: { confirm, final, act, sending: underWay, stopped },
  isFinal = false,
  sending,
  send,
  stop,
  cancel,
  children,
}: {
  readonly words: ActWords;
  readonly isFinal?: boolean;
  readonly sending: Sending<unknown>;
  readonly send: () => void;
  readonly stop: () => void;
  readonly cancel: () => void;
  readonly children: ComponentChildren;
}): VNode => {
  const words = useWords('acts');
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const isUnderWay = sending.is === 'under-way';
  const leave = (event: Event): void => {
    event.preventDefault();
    if (!isUnderWay) cancel();
  };
  // A second Escape closes the dialog in Chromium, whatever is said to the first.
  const stay = (): void => (isUnderWay ? dialog.current?.showModal() : cancel());
  return (
    <dialog ref={dialog} aria-labelledby="confirmation" onCancel={leave} onClose={stay}>
      <h2 ref={heading} id="confirmation" tabindex={-1}>
        {confirm}
      </h2>
      <p>{final}</p>
      {children}
      {isUnderWay && <Waiting what={underWay} stop={stop} />}
      {sending.is === 'stopped' && (
        <p class="warning" role="alert">
          {stopped}
        </p>
      )}
      {sending.is === 'failed' && <Failure error={sending.error} />}
      <p class="actions">
        <button
          type="button"
          class={isFinal ? 'primary final' : 'primary'}
          aria-disabled={isUnderWay}
          onClick={() => isUnderWay || send()}
        >
          {sending.is === 'failed' || sending.is === 'stopped' ? words.again : act}
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

/**
 * All that will be stored of an act.
 *
 * @param facts short ones
 * @param texts long ones, such as what the person wrote, whole
 */
export const Stored = ({
  facts,
  texts,
}: {
  readonly facts: readonly Fact[];
  readonly texts: readonly Fact[];
}): VNode => {
  const words = useWords('acts');
  const { user } = useSession();
  return (
    <section class="stored">
      <h3>{words.stored}</h3>
      {renderFacts(facts)}
      {texts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <p class="quiet">{name}</p>
            <blockquote tabindex={0} dir="auto">
              {escapeInvisibleLines(text)}
            </blockquote>
          </div>
        ))}
      <p class="quiet small">{words.storedBeside(`${user.name} (${user.id})`)}</p>
    </section>
  );
};
