import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../language.ts';
import type { ControlAttributes } from '../parts/field.tsx';
import { Field } from '../parts/field.tsx';
import type { EndField, Period, PeriodChoice } from './period.ts';
import { choiceOf, isPeriodChoice, periodChoices, periodOf, toField } from './period.ts';

type EndProps = EndField & {
  readonly label: string;
  readonly wrong?: string | undefined;
  readonly change: (value: string | undefined) => void;
};

const End = ({ label, wrong = '', change, ...field }: EndProps): VNode => {
  const fill = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    change(currentTarget.value === '' ? undefined : currentTarget.value);
  const control = (attributes: ControlAttributes): VNode => (
    <input {...attributes} {...field} placeholder={field.type === 'month' ? '2026-11' : undefined} onChange={fill} />
  );
  return <Field label={label} wrong={wrong} control={control} />;
};

/** Why the service refused the ends of a period. */
type WrongPeriod = { readonly [End in keyof Period]?: string };

interface PeriodProps {
  readonly period: Period;
  readonly wrong: WrongPeriod;
  readonly change: (period: Period) => void;
}

const Ends = ({ choice, period, wrong, change }: PeriodProps & { readonly choice: PeriodChoice }): VNode | null => {
  const words = useWords('find');
  const { from = '', until = '' } = period;
  if (choice === 'day' || choice === 'month') {
    const type = choice === 'day' ? 'date' : 'month';
    const both = (value: string | undefined): void => change({ from: value, until: value });
    return <End label={words.periods[choice]} type={type} value={from} wrong={wrong.from} change={both} />;
  }
  if (choice !== 'span') return null;
  return (
    <>
      <End
        label={words.from}
        {...toField(from, 'from')}
        wrong={wrong.from}
        change={(value) => change({ from: value, until })}
      />
      <End
        label={words.until}
        {...toField(until, 'until')}
        wrong={wrong.until}
        change={(value) => change({ from, until: value })}
      />
    </>
  );
};

/** When the consents were given. */
export const AskPeriod = ({ period, wrong, change }: PeriodProps): VNode => {
  const words = useWords('find');
  const [choice, setChoice] = useState(() => choiceOf(period, new Date()));
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void => {
    if (!isPeriodChoice(currentTarget.value)) return;
    setChoice(currentTarget.value);
    change(periodOf(currentTarget.value, new Date()));
  };
  const control = (attributes: ControlAttributes): VNode => (
    <select {...attributes} value={choice} onChange={choose}>
      {periodChoices.map((name) => (
        <option value={name}>{words.periods[name]}</option>
      ))}
    </select>
  );
  return (
    <>
      <Field label={words.period} control={control} />
      <Ends choice={choice} period={period} wrong={wrong} change={change} />
    </>
  );
};
