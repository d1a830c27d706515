import type { ComponentChildren, FormHTMLAttributes, RefObject, VNode } from 'preact';
import { createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';

/** What the form found wrong, by the id of the control. Outside a form nothing is. */
type Faults = Readonly<Record<string, string>>;

const FormContext = createContext<Faults>({});

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is wrong with a control, in words. Default: those of the browser, in its own language. */
export const FaultWords = createContext<(control: Control) => string>(({ validationMessage }) => validationMessage);

const faultsIn = (form: HTMLFormElement, nameFault: (control: Control) => string): Faults =>
  Object.fromEntries(
    [...form.querySelectorAll<Control>('input, select, textarea')]
      .filter(({ validity }) => !validity.valid)
      .map((control) => [control.id, nameFault(control)]),
  );

/**
 * A form that says beside each field what is wrong with it, once somebody has tried to go on, and leads to the first of them. The browser judges
 * what it can, such as what is required; a field adds a rule of its own by its `fault`.
 *
 * @param submit called if nothing is wrong
 */
export const Form = ({
  submit,
  children,
  ...attributes
}: {
  readonly submit: () => void;
  readonly children: ComponentChildren;
} & Pick<FormHTMLAttributes, 'class' | 'role' | 'autocomplete'>): VNode => {
  const nameFault = useContext(FaultWords);
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [, countInput] = useState(0);
  const look = (): Faults => {
    const found = form.current === null ? {} : faultsIn(form.current, nameFault);
    setFaults((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    return found;
  };
  useLayoutEffect(() => {
    if (isTried) look();
  });
  const tryTo = (event: SubmitEvent): void => {
    event.preventDefault();
    const [first] = Object.keys(look());
    setTried(first !== undefined);
    if (first === undefined) submit();
    else document.getElementById(first)?.focus();
  };
  return (
    <form {...attributes} ref={form} noValidate onSubmit={tryTo} onInput={() => countInput((count) => count + 1)}>
      <FormContext.Provider value={faults}>{children}</FormContext.Provider>
    </form>
  );
};

/** The attributes that link a control to its label, its hint and what is wrong with it. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

interface FieldState {
  readonly attributes: ControlAttributes;
  readonly fault: string;
}

const FieldContext = createContext<FieldState | undefined>(undefined);

/** What every field has. */
interface FieldProps {
  readonly label: string;
  /** Help for filling it in. */
  readonly hint?: string | undefined;
  /** Why the value was refused, which is said at once. */
  readonly wrong?: string | undefined;
  /** Why the value cannot be accepted, which the form says once somebody tries to go on. */
  readonly fault?: string | undefined;
  /** Whether the label is only read aloud. */
  readonly isUnlabelled?: boolean;
}

/** A control with its label. @param children the control, such as `Input`, and what stands beside it */
export const Field = ({
  label,
  hint = '',
  wrong = '',
  fault = '',
  isUnlabelled = false,
  children,
}: FieldProps & { readonly children: ComponentChildren }): VNode => {
  const id = useId();
  const faults = useContext(FormContext);
  const says = wrong || (faults[id] ?? '');
  const described = [hint && `${id}-hint`, says && `${id}-wrong`].filter((part) => part !== '');
  const attributes: ControlAttributes = {
    id,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
    'aria-invalid': says === '' ? undefined : 'true',
  };
  return (
    <div class="field">
      <label for={id} class={isUnlabelled ? 'unseen' : undefined}>
        {label}
      </label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldContext.Provider value={{ attributes, fault }}>{children}</FieldContext.Provider>
      {says && (
        <span class="wrong" role="alert" id={`${id}-wrong`}>
          {says}
        </span>
      )}
    </div>
  );
};

/** Links a control to its field, and has the browser count the field's own rule. @throws Error outside a field */
const useControl = <Control extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
  given?: RefObject<Control | null>,
) => {
  const field = useContext(FieldContext);
  if (field === undefined) throw new Error('A control stands outside a field.');
  const own = useRef<Control>(null);
  const control = given ?? own;
  useLayoutEffect(() => control.current?.setCustomValidity(field.fault), [field.fault]);
  return { ref: control, ...field.attributes };
};

/** Keeps what is typed out of the browser's lists and corrections. */
export const unkept = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** The last values of fields for times. A field without one takes years of six digits, and so does not go on to its next part after four. */
const lastTimes: Readonly<Record<string, string>> = {
  date: '9999-12-31',
  month: '9999-12',
  'datetime-local': '9999-12-31T23:59',
};

interface InputProps {
  readonly input?: RefObject<HTMLInputElement | null> | undefined;
  /** Gets the value at each keystroke. */
  readonly change?: ((value: string) => void) | undefined;
  readonly onBlur?: () => void;
  readonly type?: string | undefined;
  readonly name?: string;
  readonly value?: string | undefined;
  readonly list?: string;
  readonly placeholder?: string | undefined;
  readonly required?: boolean;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string | number | undefined;
  readonly maxLength?: number;
  readonly inputmode?: string;
  readonly autocomplete?: string;
  readonly autocapitalize?: string;
  readonly spellcheck?: boolean;
}

/** The input of a field. */
export const Input = ({ input, change, ...attributes }: InputProps): VNode => (
  <input
    max={lastTimes[String(attributes.type)]}
    {...(attributes as object)}
    {...useControl(input)}
    onInput={({ currentTarget }) => change?.(currentTarget.value)}
  />
);

/** The text area of a field. @param change gets the value at each keystroke */
export const TextArea = ({
  value,
  rows,
  change,
}: {
  readonly value: string;
  readonly rows?: number;
  readonly change: (value: string) => void;
}): VNode => (
  <textarea
    {...useControl<HTMLTextAreaElement>()}
    rows={rows}
    value={value}
    onInput={({ currentTarget }) => change(currentTarget.value)}
  />
);

/** A value and its name. */
export type Choice = readonly [value: string, name: string];

interface SelectProps {
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  /** The name of the choice of nothing, whose value is empty. Without it something is always chosen. */
  readonly nothing?: string | undefined;
  readonly isRequired?: boolean;
  /** @param value empty for nothing */
  readonly change: (value: string) => void;
}

/** The choice of a field. A value that is not among the choices, as an address may have, is shown as it is. */
export const Select = ({ value = '', choices, nothing, isRequired = false, change }: SelectProps): VNode => {
  const isThere = value === '' || choices.some(([one]) => one === value);
  return (
    <select
      {...useControl<HTMLSelectElement>()}
      required={isRequired}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    >
      {nothing !== undefined && <option value="">{nothing}</option>}
      {!isThere && <option value={value}>{escapeInvisible(value)}</option>}
      {choices.map(([one, name]) => (
        <option key={one} value={one} selected={one === value}>
          {escapeInvisible(name)}
        </option>
      ))}
    </select>
  );
};

/** A choice with its label. */
export const SelectField = ({
  value,
  choices,
  nothing,
  isRequired = false,
  change,
  ...field
}: FieldProps & SelectProps): VNode => (
  <Field {...field}>
    <Select value={value} choices={choices} nothing={nothing} isRequired={isRequired} change={change} />
  </Field>
);

/** A box to tick, with its label beside it. @param fault as for a field */
export const Tick = ({
  label,
  isTicked,
  fault = '',
  change,
}: {
  readonly label: string;
  readonly isTicked: boolean;
  readonly fault?: string;
  readonly change: (isTicked: boolean) => void;
}): VNode => {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const says = useContext(FormContext)[id] ?? '';
  useLayoutEffect(() => box.current?.setCustomValidity(fault), [fault]);
  return (
    <div class="choice">
      <input
        ref={box}
        id={id}
        type="checkbox"
        checked={isTicked}
        aria-invalid={says === '' ? undefined : 'true'}
        aria-describedby={says === '' ? undefined : `${id}-wrong`}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {says && (
        <span class="wrong" role="alert" id={`${id}-wrong`}>
          {says}
        </span>
      )}
    </div>
  );
};
