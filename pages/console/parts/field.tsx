import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

/** The attributes that link an input, a select or a text area to its label. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

/**
 * A control with its label.
 *
 * @param hint help for filling it in
 * @param wrong why the value is not accepted
 */
export const Field = ({
  label,
  hint = '',
  wrong = '',
  control,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly wrong?: string;
  readonly control: (attributes: ControlAttributes) => VNode;
}): VNode => {
  const id = useId();
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter((part) => part !== '');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {control({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': wrong === '' ? undefined : 'true',
      })}
      {wrong && (
        <span class="wrong" role="alert" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </div>
  );
};
