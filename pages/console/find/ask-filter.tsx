import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Lang, ListedNotice } from '../../../client/typescript/index.ts';
import { consentStates } from '../../../shared/consents/state.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Filter, FilterName } from '../address.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import type { ControlAttributes } from '../parts.tsx';
import { Field, lastTimes } from '../parts.tsx';
import { channels } from '../revocation/draft.ts';
import type { EndField, Period, PeriodChoice } from './period.ts';
import { choiceOf, isPeriodChoice, periodChoices, periodOf, toField } from './period.ts';
import type { RegisterNames } from './register-names.ts';
import { nameNotice } from './register-names.ts';

/** Why the service refused parts of a filter. */
export type WrongFilter = { readonly [Name in FilterName]?: string };

interface FilterProps {
  readonly filter: Filter;
  readonly wrong: WrongFilter;
  /** Undefined until they are loaded, or if loading failed. */
  readonly names: RegisterNames | undefined;
  readonly change: (filter: Filter) => void;
}

/** The filter with some values replaced; undefined removes a value. */
const withValues = (filter: Filter, values: Readonly<Record<string, string | undefined>>): Filter =>
  Object.fromEntries(Object.entries({ ...filter, ...values }).filter(([, value]) => value !== undefined));

/** The projects and notices to choose from, by name. */
const useChoices = (names: RegisterNames | undefined, { notice }: Filter) => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const nameLanguage = nameLanguages(language);
  const name = (one: ListedNotice): string =>
    `${nameNotice(one, language)}${one.retiredAt === null ? '' : ` (${t('find.retired')})`}`;
  const chosen = names?.notices.find(({ pid }) => String(pid) === notice);
  return {
    project: names?.projects.map((one): Choice => [one.uid, one.name]) ?? [],
    notice: names?.notices.map((one): Choice => [String(one.pid), name(one)]) ?? [],
    version:
      chosen?.versions
        .map(
          ({ version, publishedAt }): Choice => [
            String(version),
            t('find.versionOf', { version: writing.number(version), published: writing.day(publishedAt) }),
          ],
        )
        .reverse() ?? [],
    state: consentStates.map((state): Choice => [state, t(`parts.states.${state}`)]),
    lang: noticeLanguages.map((lang): Choice => [lang, nameLanguage(lang)]),
    channel: channels.map((channel): Choice => [channel, t(`arrival.channels.${channel}`)]),
  } as const satisfies { readonly [Name in FilterName]?: readonly Choice[] };
};

/** The filter fields of a list, with choices by name. */
export const AskFilter = ({ filter, wrong, names, change }: FilterProps): VNode => {
  const t = useText();
  const choices = useChoices(names, filter);
  const setTo =
    (name: FilterName) =>
    (value: string | undefined): void =>
      change(withValues(filter, { [name]: value, ...(name === 'notice' && { version: undefined }) }));
  const field = (name: keyof typeof choices, label: string) => (
    <ChoiceField label={label} value={filter[name]} choices={choices[name]} wrong={wrong[name]} change={setTo(name)} />
  );
  const setPeriod = ({ from, until }: Period): void => change(withValues(filter, { from, until }));
  return (
    <div class="fields">
      <AskPeriod period={filter} wrong={wrong} change={setPeriod} />
      {field('notice', t('find.notice'))}
      {filter.notice !== undefined && field('version', t('find.version'))}
      {field('state', t('find.state'))}
      {(names?.projects.length ?? 0) > 1 || filter.project !== undefined ? field('project', t('find.project')) : null}
      {field('lang', t('find.language'))}
      {field('channel', t('find.channel'))}
    </div>
  );
};

type EndProps = EndField & {
  readonly label: string;
  readonly wrong?: string | undefined;
  readonly change: (value: string | undefined) => void;
};

const End = ({ label, wrong = '', change, ...field }: EndProps): VNode => {
  const fill = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    change(currentTarget.value === '' ? undefined : currentTarget.value);
  const control = (attributes: ControlAttributes): VNode => (
    <input
      {...attributes}
      {...field}
      max={field.type === 'text' ? undefined : lastTimes[field.type]}
      placeholder={field.type === 'month' ? '2026-11' : undefined}
      onChange={fill}
    />
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
  const t = useText();
  const { from = '', until = '' } = period;
  if (choice === 'day' || choice === 'month') {
    const type = choice === 'day' ? 'date' : 'month';
    const both = (value: string | undefined): void => change({ from: value, until: value });
    return <End label={t(`find.periods.${choice}`)} type={type} value={from} wrong={wrong.from} change={both} />;
  }
  if (choice !== 'span') return null;
  return (
    <>
      <End
        label={t('find.from')}
        {...toField(from, 'from')}
        wrong={wrong.from}
        change={(value) => change({ from: value, until })}
      />
      <End
        label={t('find.until')}
        {...toField(until, 'until')}
        wrong={wrong.until}
        change={(value) => change({ from, until: value })}
      />
    </>
  );
};

/** When the consents were given. */
const AskPeriod = ({ period, wrong, change }: PeriodProps): VNode => {
  const t = useText();
  const [choice, setChoice] = useState(() => choiceOf(period, new Date()));
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void => {
    if (!isPeriodChoice(currentTarget.value)) return;
    setChoice(currentTarget.value);
    change(periodOf(currentTarget.value, new Date()));
  };
  const control = (attributes: ControlAttributes): VNode => (
    <select {...attributes} value={choice} onChange={choose}>
      {periodChoices.map((name) => (
        <option value={name}>{t(`find.periods.${name}`)}</option>
      ))}
    </select>
  );
  return (
    <>
      <Field label={t('find.period')} control={control} />
      <Ends choice={choice} period={period} wrong={wrong} change={change} />
    </>
  );
};

/** An option with its name. */
type Choice = readonly [value: string, name: string];

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
  const t = useText();
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void =>
    change(currentTarget.value === '' ? undefined : currentTarget.value);
  const isThere = value === '' || choices.some(([one]) => one === value);
  const control = (attributes: ControlAttributes): VNode => (
    <select {...attributes} value={value} onChange={choose}>
      <option value="">{t('find.any')}</option>
      {isThere ? null : <option value={value}>{escapeInvisible(value)}</option>}
      {choices.map(([one, name]) => (
        <option value={one}>{escapeInvisible(name)}</option>
      ))}
    </select>
  );
  return <Field label={label} wrong={wrong} control={control} />;
};

/** Every language of a text (docs/contract.md, Scalars). A new language must be added here, or this does not compile. */
const languages: Readonly<Record<Lang, true>> = {
  ita: true,
  eng: true,
  spa: true,
  deu: true,
  fra: true,
  tur: true,
  por: true,
  rus: true,
  ukr: true,
};
export const noticeLanguages = Object.keys(languages);
