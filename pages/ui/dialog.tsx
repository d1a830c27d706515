import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A dialog over the page. Its heading gets the focus, so that screen readers begin there; of an alert, its first button. When it goes, what had the
 * focus before has it again.
 *
 * @param step whose change leads the focus back to the heading
 * @param isBusy whether nothing may close it
 * @param leave called by Escape
 * @param alert what an alert reads aloud, below its heading
 */
export const Dialog = ({
  heading,
  step,
  isBusy = false,
  alert,
  leave,
  children,
}: {
  readonly heading: string;
  readonly step?: string;
  readonly isBusy?: boolean;
  readonly alert?: ComponentChildren;
  readonly leave: () => void;
  readonly children: ComponentChildren;
}): VNode => {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isGone = useRef(false);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      isGone.current = true;
      opened?.close();
    };
  }, []);
  useLayoutEffect(() => {
    if (alert === undefined) title.current?.focus();
  }, [step]);
  const cancel = (event: Event): void => {
    event.preventDefault();
    if (!isBusy) leave();
  };
  /** A second Escape closes the dialog in Chromium, whatever is said to the first. */
  const reopen = (): void => {
    if (isGone.current) return;
    dialog.current?.showModal();
    if (!isBusy) leave();
  };
  return (
    <dialog
      ref={dialog}
      role={alert === undefined ? undefined : 'alertdialog'}
      aria-labelledby={id}
      aria-describedby={alert === undefined ? undefined : `${id}-alert`}
      onCancel={cancel}
      onClose={reopen}
    >
      <h2 ref={title} id={id} tabindex={-1}>
        {heading}
      </h2>
      {alert !== undefined && <div id={`${id}-alert`}>{alert}</div>}
      {children}
    </dialog>
  );
};
