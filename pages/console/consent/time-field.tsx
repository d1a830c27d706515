import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { namesTime } from '../../parts/state.tsx';
import { toFragment } from '../address.ts';
import { go } from '../frame/use-address.ts';
import { useWords } from '../language.ts';
import type { ControlAttributes } from '../parts/field.tsx';
import { Field } from '../parts/field.tsx';
import type { TimeKind } from './asked-time.ts';
import { kindOf, stepOf, timeKinds, toFieldValue, toKind } from './asked-time.ts';

const types = { day: 'date', month: 'month', time: 'datetime-local' } as const satisfies Record<TimeKind, string>;

/** If the link that clears the time disappears, the field keeps the focus. */
const focusField = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
  currentTarget.closest('form')?.querySelector('input')?.focus();

/** The text in the field until it is in the address. */
const useTyping = (at: string | undefined) => {
  const known = at !== undefined && namesTime(at) ? toFieldValue(at) : '';
  const [typed, setTyped] = useState({ value: known, kind: kindOf(known) });
  const [isWrong, setWrong] = useState(false);
  const type = (value: string, kind: TimeKind): void => {
    setTyped({ value, kind });
    setWrong(false);
  };
  useEffect(() => type(known, known === '' ? typed.kind : kindOf(known)), [known]);
  return { ...typed, isWrong, setWrong, type };
};

/** The field for another time: a day by default, or a month or a time. It changes the address, and the answer follows. */
export const TimeField = ({ id, at }: { readonly id: string; readonly at: string | undefined }): VNode => {
  const words = useWords('consent');
  const { question } = useWords('evidence');
  const { value, kind, isWrong, setWrong, type } = useTyping(at);
  const submit = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const isCutOff = event.currentTarget.querySelector('input')?.validity.badInput ?? false;
    const isKnown = !isCutOff && (value.trim() === '' || namesTime(value));
    setWrong(!isKnown);
    if (isKnown) go({ view: 'consent', id, at: value.trim() === '' ? undefined : value.trim() });
  };
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void => {
    const chosen = timeKinds.find((one) => one === currentTarget.value) ?? 'day';
    type(toKind(value, chosen), chosen);
  };
  const fill = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    type(currentTarget.value, kind);
  const control = (attributes: ControlAttributes): VNode => (
    <div class="asked-time">
      <select aria-label={words.askedKind} value={kind} onChange={choose}>
        {timeKinds.map((one) => (
          <option value={one}>{words.timeKinds[one]}</option>
        ))}
      </select>
      <input
        {...attributes}
        key={kind}
        type={types[kind]}
        step={kind === 'time' ? stepOf(value) : undefined}
        placeholder={kind === 'month' ? '2026-11' : undefined}
        autocomplete="off"
        value={value}
        onInput={fill}
      />
      <button type="submit">{words.show}</button>
      {at !== undefined && (
        <a class="button" href={toFragment({ view: 'consent', id })} onClick={focusField}>
          {words.now}
        </a>
      )}
    </div>
  );
  return (
    <form class="screen" novalidate onSubmit={submit}>
      <Field label={words.askedTime} wrong={isWrong ? question.rule : ''} control={control} />
    </form>
  );
};
