import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Filter } from '../address.ts';
import { firstPage, toFragment } from '../address.ts';
import { useText, useWriting } from '../language.ts';
import type { ControlAttributes } from '../parts.tsx';
import { Field, isRoomy } from '../parts.tsx';
import type { WrongFilter } from './ask-filter.tsx';
import { AskFilter } from './ask-filter.tsx';
import type { Typed } from './guess.ts';
import { isKind, kinds, nothingTyped, readId, toReadings } from './guess.ts';
import type { OwnKey } from './own-keys.ts';
import type { Ask } from './question.ts';
import { nameValue, tellReading } from './question.ts';
import type { RegisterNames } from './register-names.ts';

/** How many fields of a filter are filled in. Both ends of a period are one. */
const countFilters = ({ from, until, ...rest }: Filter): number =>
  Object.keys(rest).length + Number(from !== undefined || until !== undefined);

/**
 * The search form: a value of a person, which stays in memory, and a filter, which becomes part of the address.
 *
 * @param wrong why the service refused parts of the filter
 */
export const AskForm = ({
  typed: before,
  filter: first,
  names,
  ownKeys,
  wrong = {},
  ask,
  tellChanged,
}: {
  readonly typed: Typed | undefined;
  readonly filter: Filter;
  readonly names: RegisterNames | undefined;
  readonly ownKeys: readonly OwnKey[];
  readonly wrong?: WrongFilter;
  readonly ask: Ask;
  /** Learns whether the form asks for something other than it did at first. */
  readonly tellChanged: (isChanged: boolean) => void;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const form = useRef<HTMLFormElement>(null);
  const count = countFilters(first);
  /** After a search for a person the screen is for what was found. */
  const [isOpen] = useState(() => {
    const isOfUse = before === undefined || count > 0;
    return (isOfUse && isRoomy()) || Object.keys(wrong).length > 0;
  });
  const [typed, setTyped] = useState(before ?? nothingTyped);
  const [filter, setFilter] = useState(first);
  const asked = JSON.stringify([typed, toFragment({ view: 'consents', filter })]);
  const askedFirst = useRef(asked);
  useEffect(() => tellChanged(asked !== askedFirst.current), [asked]);
  const [isUnnamed, setUnnamed] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = typed.text.trim();
    const id = typed.chosen === undefined ? readId(text) : undefined;
    const lacksName = text !== '' && typed.chosen === 'own' && typed.ownKey.trim() === '';
    setUnnamed(lacksName);
    if (lacksName) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    else if (id !== undefined) ask({ view: 'consent', id }, undefined);
    else ask({ view: 'consents', filter }, text === '' ? undefined : { ...typed, text });
  };
  return (
    <form class="ask" role="search" ref={form} onSubmit={submit}>
      <AskPerson typed={typed} ownKeys={ownKeys} isUnnamed={isUnnamed} change={setTyped} />
      <details class="filters" open={isOpen}>
        <summary>{count === 0 ? t('find.narrow') : `${t('find.narrow')} (${writing.number(count)})`}</summary>
        <AskFilter filter={filter} wrong={wrong} names={names} change={setFilter} />
        <p class="actions">
          <button type="submit">{t('find.apply')}</button>
          {(count > 0 || before !== undefined) && <a href={toFragment(firstPage)}>{t('find.clear')}</a>}
          <span class="quiet small">{t('find.utc')}</span>
        </p>
      </details>
    </form>
  );
};

/** Keeps the values out of the browser's autocomplete lists. */
const unkept = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

interface PersonProps {
  readonly typed: Typed;
  readonly ownKeys: readonly OwnKey[];
  /** Whether a value of the account's own lacks its name. */
  readonly isUnnamed: boolean;
  readonly change: (typed: Typed) => void;
}

/** What a guess looks for, such as `telephone, mobile telephone or tax code`. */
const useHint = ({ text, chosen }: Typed): string => {
  const t = useText();
  const writing = useWriting();
  if (chosen !== undefined || text.trim() === '') return '';
  if (readId(text) !== undefined) return t('find.idLeads');
  const keys = new Set(toReadings({ ...nothingTyped, text }).flatMap((reading) => reading.map(({ key }) => key)));
  return writing.any([...keys].map((key) => nameValue(t, key)));
};

const KindField = ({ typed, change }: Pick<PersonProps, 'typed' | 'change'>): VNode => {
  const t = useText();
  const hint = useHint(typed);
  const choose = ({ currentTarget: { value } }: { readonly currentTarget: HTMLSelectElement }): void =>
    change({ ...typed, chosen: isKind(value) ? value : undefined, also: [] });
  const control = (attributes: ControlAttributes): VNode => (
    <select {...attributes} value={typed.chosen ?? ''} onChange={choose}>
      <option value="">{t('find.guessed')}</option>
      {kinds.map((name) => (
        <option value={name}>{t(`find.kinds.${name}`)}</option>
      ))}
    </select>
  );
  return <Field label={t('find.takenAs')} hint={hint} control={control} />;
};

const OwnKeyField = ({ typed, ownKeys, isUnnamed, change }: PersonProps): VNode => {
  const t = useText();
  const name = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    change({ ...typed, ownKey: currentTarget.value, also: [] });
  const list = useId();
  const control = (attributes: ControlAttributes): VNode => (
    <>
      <input {...attributes} {...unkept} list={list} value={typed.ownKey} onInput={name} />
      <datalist id={list}>
        {ownKeys.map(({ key, label }) => (
          <option value={key}>{label === undefined ? undefined : escapeInvisible(label)}</option>
        ))}
      </datalist>
    </>
  );
  const wrong = isUnnamed ? t('find.unnamed') : '';
  return <Field label={t('find.ownKey')} hint={t('find.ownKeyHelp')} wrong={wrong} control={control} />;
};

/** The field for a value of a person, beside what it is. Whoever changes either searches for this value alone. */
const AskPerson = (props: PersonProps): VNode => {
  const { typed, change } = props;
  const t = useText();
  const type = ({ currentTarget: { value: text } }: { readonly currentTarget: HTMLInputElement }): void =>
    change(text === '' ? nothingTyped : { ...typed, text, also: [] });
  const control = (attributes: ControlAttributes): VNode => (
    <span class="with-button">
      <input {...attributes} {...unkept} type="search" value={typed.text} onInput={type} />
      <button type="submit" class="primary">
        {t('find.find')}
      </button>
    </span>
  );
  return (
    <div>
      <div class="asked-value">
        <Field label={t('find.who')} hint={t('find.help')} control={control} />
        <KindField typed={typed} change={change} />
        {typed.chosen === 'own' && <OwnKeyField {...props} />}
      </div>
      {typed.also.length > 0 && (
        <p>
          {t('find.and')} <bdi>{escapeInvisible(tellReading(t, typed.also))}</bdi>
        </p>
      )}
      <details class="small">
        <summary>{t('find.how')}</summary>
        <p>{t('find.guesses')}</p>
        <p>{t('find.whole')}</p>
        <p>{t('find.kept')}</p>
      </details>
    </div>
  );
};
