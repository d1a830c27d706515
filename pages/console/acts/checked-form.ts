import { useRef, useState } from 'preact/hooks';

/**
 * A form that says what is wrong once somebody has tried to go on, and then leads to the first field that is.
 *
 * @param find what is wrong now, in the form if it is drawn
 */
export const useCheckedForm = <Wrong>(
  find: (form: HTMLFormElement | null) => readonly Wrong[],
  proceed: () => void,
) => {
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (find(form.current).length === 0) proceed();
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return { form, submit, wrong: isTried ? find(form.current) : [] } as const;
};
