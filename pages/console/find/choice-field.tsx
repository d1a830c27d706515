import type { VNode } from 'preact';
import { tame } from '../../../shared/schema/visible-text.ts';
import { useWords } from '../language.ts';
import type { ControlAttributes } from '../parts/field.tsx';
import { Field } from '../parts/field.tsx';

/** An option with its name. */
export type Choice = readonly [value: string, name: string];

/** A choice by name, or none. An unknown value from an address is shown unchanged. */
export const ChoiceField = ({
  label,
  value = '',
  choices,
  wrong = '',
  change,
}: {
  readonly label: string;
  readonly value?: string | undefined;
  readonly choices: readonly Choice[];
  readonly wrong?: string | undefined;
  readonly change: (value: string | undefined) => void;
}): VNode => {
  const words = useWords('find');
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void =>
    change(currentTarget.value === '' ? undefined : currentTarget.value);
  const isThere = value === '' || choices.some(([one]) => one === value);
  const control = (attributes: ControlAttributes): VNode => (
    <select {...attributes} value={value} onChange={choose}>
      <option value="">{words.any}</option>
      {isThere ? null : <option value={value}>{tame(value)}</option>}
      {choices.map(([one, name]) => (
        <option value={one}>{tame(name)}</option>
      ))}
    </select>
  );
  return <Field label={label} wrong={wrong} control={control} />;
};
