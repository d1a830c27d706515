import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { namesTime } from '../../ui/consent-parts.tsx';
import { Field, Form, Input } from '../../ui/form.tsx';
import { toFragment } from '../address.ts';
import { go } from '../frame/history.ts';
import { useText } from '../language.tsx';

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
  const t = useText();
  const { value, kind, isWrong, setWrong, type } = useTyping(at);
  const submit = (): void => {
    const isKnown = value.trim() === '' || namesTime(value);
    setWrong(!isKnown);
    if (isKnown) go({ view: 'consent', id, at: value.trim() === '' ? undefined : value.trim() });
  };
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void => {
    const chosen = timeKinds.find((one) => one === currentTarget.value) ?? 'day';
    type(toKind(value, chosen), chosen);
  };
  return (
    <Form class="screen" submit={submit}>
      <Field label={t('consent.askedTime')} wrong={isWrong ? t('evidence.question.rule') : ''}>
        <div class="asked-time">
          <select aria-label={t('consent.askedKind')} value={kind} onChange={choose}>
            {timeKinds.map((one) => (
              <option key={one} value={one}>
                {t(`consent.timeKinds.${one}`)}
              </option>
            ))}
          </select>
          <Input
            key={kind}
            type={types[kind]}
            step={kind === 'time' ? stepOf(value) : undefined}
            placeholder={kind === 'month' ? '2026-11' : undefined}
            autocomplete="off"
            value={value}
            change={(text) => type(text, kind)}
          />
          <button type="submit">{t('consent.show')}</button>
          {at !== undefined && (
            <a class="button" href={toFragment({ view: 'consent', id })} onClick={focusField}>
              {t('consent.now')}
            </a>
          )}
        </div>
      </Field>
    </Form>
  );
};

/** The kinds of time that the reader can choose. */
export const timeKinds = ['day', 'month', 'time'] as const;
export type TimeKind = (typeof timeKinds)[number];

/** A time as a browser field holds it: without the mark of UTC. All times are in UTC. */
export const toFieldValue = (text: string): string => text.trim().replace(' ', 'T').replace(/Z$/, '');

/** The kind of a time. @param value a month, a day or a time; anything else counts as a day */
export const kindOf = (value: string): TimeKind => {
  if (value.includes('T')) return 'time';
  return /^\d{4}-\d\d$/.test(value) ? 'month' : 'day';
};

/** Converts a time to another kind: a day to its month, a month to its first day, a day to its beginning. */
export const toKind = (value: string, kind: TimeKind): string => {
  if (value === '' || kindOf(value) === kind) return value;
  if (kind === 'month') return value.slice(0, 7);
  const day = `${value}-01`.slice(0, 10);
  return kind === 'day' ? day : `${day}T00:00`;
};

/** The step of the field in seconds: as fine as its value. */
export const stepOf = (value: string): number => {
  if (/:\d\d\.\d+$/.test(value)) return 0.001;
  return /:\d\d:\d\d$/.test(value) ? 1 : 60;
};
