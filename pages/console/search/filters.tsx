import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Lang, ListedNotice } from '../../../client/typescript/index.ts';
import { consentStates } from '../../../shared/consents/state.ts';
import type { Choice } from '../../ui/form.tsx';
import { Field, Input, SelectField } from '../../ui/form.tsx';
import { channels } from '../actions/channels.tsx';
import type { Filter, FilterName } from '../address.ts';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { nameLanguages, nameNotice } from '../names.tsx';
import type { EndField, Period, PeriodChoice } from './period.ts';
import { choiceOf, isPeriodChoice, periodChoices, periodOf, toField } from './period.ts';

/** Why the service refused parts of a filter. */
export type WrongFilter = { readonly [Name in FilterName]?: string };

interface FilterProps {
  readonly filter: Filter;
  readonly wrong: WrongFilter;
  /** Undefined until they are loaded, or if loading failed. */
  readonly names: RegisterNames | undefined;
  readonly change: (filter: Filter) => void;
}

/** The filter with some values replaced. An empty one is removed. */
export const withValues = (filter: Filter, values: Filter): Filter =>
  Object.fromEntries(Object.entries({ ...filter, ...values }).filter(([, value]) => value !== ''));

/** What each part of a filter may be, by name. */
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

/** The filter fields of a list, with choices by name. What is chosen applies at once. */
export const AskFilter = ({ filter, wrong, names, change }: FilterProps): VNode => {
  const t = useText();
  const choices = useChoices(names, filter);
  const labels = {
    notice: t('find.notice'),
    version: t('find.version'),
    state: t('find.state'),
    project: t('find.project'),
    lang: t('find.language'),
    channel: t('find.channel'),
  } as const;
  const isOffered = {
    version: filter.notice !== undefined,
    project: (names?.projects.length ?? 0) > 1 || filter.project !== undefined,
  };
  const shown = (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => Object(isOffered)[name] ?? true);
  return (
    <div class="fields">
      <AskPeriod period={filter} wrong={wrong} change={(period) => change(withValues(filter, period))} />
      {shown.map((name) => (
        <SelectField
          key={name}
          label={labels[name]}
          value={filter[name]}
          choices={choices[name]}
          nothing={t('find.any')}
          wrong={wrong[name]}
          change={(value) => change(withValues(filter, { ...(name === 'notice' && { version: '' }), [name]: value }))}
        />
      ))}
      <p class="hint">{t('find.utc')}</p>
    </div>
  );
};

/** A year is typed digit by digit: those before its last one are not meant. */
const isMeant = (value: string): boolean => value === '' || value >= '1900';

/**
 * A field for an end of a period, which has what is typed until it is meant. On its way to another day it may name one
 * on the wrong side of the other end: that is asked for when the field is left.
 */
const End = ({
  label,
  wrong,
  field: { value, type: kind },
  isReversed = () => false,
  change,
}: {
  readonly label: string;
  readonly wrong: string | undefined;
  readonly field: EndField;
  readonly isReversed?: (value: string) => boolean;
  readonly change: (value: string) => void;
}): VNode => {
  const [typed, setTyped] = useState(value);
  useLayoutEffect(() => setTyped(value), [value]);
  const type = (text: string): void => {
    setTyped(text);
    if (isMeant(text) && !isReversed(text)) change(text);
  };
  const leave = (): void => {
    if (typed !== value && isMeant(typed)) change(typed);
  };
  return (
    <Field label={label} wrong={wrong}>
      <Input
        type={kind}
        value={typed}
        placeholder={kind === 'month' ? '2026-11' : undefined}
        change={type}
        onBlur={leave}
      />
    </Field>
  );
};

interface PeriodProps {
  readonly period: Period;
  /** Why the service refused the ends of a period. */
  readonly wrong: { readonly [End in keyof Period]?: string };
  /** @param period with empty ends where it has none */
  readonly change: (period: { readonly from: string; readonly until: string }) => void;
}

const Ends = ({ choice, period, wrong, change }: PeriodProps & { readonly choice: PeriodChoice }): VNode | null => {
  const t = useText();
  const { from = '', until = '' } = period;
  if (choice === 'day' || choice === 'month')
    return (
      <End
        key={choice}
        label={t(`find.periods.${choice}`)}
        field={{ type: choice === 'day' ? 'date' : 'month', value: from }}
        wrong={wrong.from}
        change={(value) => change({ from: value, until: value })}
      />
    );
  if (choice !== 'span') return null;
  const begin = toField(from, 'from');
  const end = toField(until, 'until');
  return (
    <>
      <End
        key={`from ${begin.type}`}
        label={t('find.from')}
        field={begin}
        wrong={wrong.from}
        isReversed={(value) => until !== '' && value > end.value}
        change={(value) => change({ from: value, until })}
      />
      <End
        key={`until ${end.type}`}
        label={t('find.until')}
        field={end}
        wrong={wrong.until}
        isReversed={(value) => value !== '' && value < begin.value}
        change={(value) => change({ from, until: value })}
      />
    </>
  );
};

/** When the consents were given. A day of today stays a day, although it is also called today. */
const AskPeriod = ({ period, wrong, change }: PeriodProps): VNode => {
  const t = useText();
  const { from = '', until = '' } = period;
  const [chosen, setChosen] = useState({ choice: choiceOf(period, new Date()), from, until });
  const isAsChosen = chosen.from === from && chosen.until === until;
  const choice = isAsChosen ? chosen.choice : choiceOf(period, new Date());
  const take = (next: PeriodChoice, { from: first = '', until: last = '' }: Period): void => {
    setChosen({ choice: next, from: first, until: last });
    change({ from: first, until: last });
  };
  return (
    <>
      <SelectField
        label={t('find.period')}
        value={choice}
        choices={periodChoices.map((name) => [name, t(`find.periods.${name}`)])}
        change={(name) => isPeriodChoice(name) && take(name, periodOf(name, new Date()))}
      />
      <Ends choice={choice} period={period} wrong={wrong} change={(next) => take(choice, next)} />
    </>
  );
};

/** Every language of a text (docs/api.md, Scalars). A new language must be added here, or this does not compile. */
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
