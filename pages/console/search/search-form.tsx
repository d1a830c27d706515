import type { VNode } from 'preact';
import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { UserData } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { Field, Form, Input, SelectField, unkept } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useKept } from '../actions/sending.ts';
import type { Filter, FilterName } from '../address.ts';
import { toFragment } from '../address.ts';
import { useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { isKnownKey, labelOf, nameValue } from '../person/person-value.tsx';
import type { WrongFilter } from './filters.tsx';
import { AskFilter, withValues } from './filters.tsx';
import type { Ask, Typed } from './query.ts';
import { isKind, kinds, nothingTyped, readId, tellReading, toReadings } from './query.ts';

/** A part of a filter in words, and the names of what it filters. */
export interface FilterPart {
  readonly names: readonly FilterName[];
  readonly name: string;
  readonly value: string;
}

interface AskProps {
  /** What was asked. */
  readonly typed: Typed | undefined;
  readonly filter: Filter;
  /** The filter in words. */
  readonly parts: readonly FilterPart[];
  readonly names: RegisterNames | undefined;
  readonly ownKeys: readonly OwnKey[];
  /** Why the service refused parts of the filter. */
  readonly wrong?: WrongFilter;
  readonly ask: Ask;
}

/** What is typed, until it is asked. Another question, as Back has it, takes its place. */
const useTyping = (asked: Typed | undefined) => {
  const [typed, setTyped] = useState(asked ?? nothingTyped);
  useLayoutEffect(() => setTyped(asked ?? nothingTyped), [JSON.stringify(asked)]);
  const text = typed.text.trim();
  return { typed, setTyped, toAsk: text === '' ? undefined : { ...typed, text } };
};

/**
 * The search in one row: a value of a person, which stays in memory, what it is, and the filter, which is part of the address and applies at once.
 * What is looked for leads to the heading, a filter leaves the focus where it is.
 */
export const AskForm = ({ typed: asked, filter, parts, names, ownKeys, wrong = {}, ask }: AskProps): VNode => {
  const t = useText();
  const id = useId();
  const { typed, setTyped, toAsk } = useTyping(asked);
  const isRefused = Object.keys(wrong).length > 0;
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || isRefused;
  const submit = (): void => {
    const consent = typed.chosen === undefined ? readId(typed.text) : undefined;
    if (consent === undefined) ask({ view: 'consents', filter }, toAsk);
    else ask({ view: 'consent', id: consent }, undefined);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
  const narrow = (next: Filter): void => {
    const address = { view: 'consents', filter: next } as const;
    if (toFragment(address) !== toFragment({ view: 'consents', filter })) ask(address, toAsk);
  };
  return (
    <Form class="ask" role="search" submit={submit}>
      <div class="ask-row">
        <Field label={t('find.who')} isUnlabelled>
          <Input
            {...unkept}
            type="search"
            placeholder={t('find.placeholder')}
            value={typed.text}
            change={(text) => setTyped(text === '' ? nothingTyped : { ...typed, text, also: [] })}
          />
        </Field>
        <KindField typed={typed} change={setTyped} />
        {typed.chosen === 'own' && <OwnKeyField typed={typed} ownKeys={ownKeys} change={setTyped} />}
        <button type="submit" class="primary">
          <Icon name="search" />
          {t('find.find')}
        </button>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setUnfolded(!isOpen)}>
          <Icon name="filter" />
          {t('find.narrow')}
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <AskFilter filter={filter} wrong={wrong} names={names} change={narrow} />}
      </div>
      <div class="ask-below screen">
        <Guessed typed={typed} isAsked={JSON.stringify(toAsk) === JSON.stringify(asked)} />
        <Chips parts={parts} drop={(gone) => narrow(withValues(filter, gone))} />
        {(parts.length > 0 || asked !== undefined) && (
          <a href={toFragment({ view: 'consents', filter: {} })}>{t('find.clear')}</a>
        )}
      </div>
    </Form>
  );
};

/** The filter in words. Each part can be taken away. */
const Chips = ({ parts, drop }: Pick<AskProps, 'parts'> & { readonly drop: (gone: Filter) => void }): VNode | null => {
  const t = useText();
  if (parts.length === 0) return null;
  return (
    <ul class="chips">
      {parts.map(({ names, name, value }) => (
        <li key={name}>
          <button
            type="button"
            class="chip"
            aria-label={t('find.remove', { part: `${name} ${value}` })}
            onClick={() => drop(Object.fromEntries(names.map((one) => [one, ''])))}
          >
            <span class="quiet">{name}</span> <bdi>{escapeInvisible(value)}</bdi>
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  );
};

interface TypedProps {
  readonly typed: Typed;
  readonly change: (typed: Typed) => void;
}

/** What a guess looks for, such as `telephone, mobile telephone or tax code`, until it is asked; and what else a consent must have. */
const Guessed = ({
  typed: { text, chosen, also },
  isAsked,
}: Pick<TypedProps, 'typed'> & { readonly isAsked: boolean }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  if (also.length > 0)
    return (
      <p class="hint">
        {t('find.and')} <bdi>{escapeInvisible(tellReading(t, also))}</bdi>
      </p>
    );
  if (isAsked || chosen !== undefined || text.trim() === '') return null;
  if (readId(text) !== undefined) return <p class="hint">{t('find.idLeads')}</p>;
  const keys = new Set(toReadings({ ...nothingTyped, text }).flatMap((reading) => reading.map(({ key }) => key)));
  const what = writing.any([...keys].map((key) => nameValue(t, key)));
  return <p class="hint">{t('find.looksFor', { what })}</p>;
};

/** What the value is. Whoever changes it searches for this value alone. */
const KindField = ({ typed, change }: TypedProps): VNode => {
  const t = useText();
  return (
    <SelectField
      label={t('find.takenAs')}
      isUnlabelled
      value={typed.chosen}
      choices={kinds.map((name) => [name, t(`find.kinds.${name}`)])}
      nothing={t('find.guessed')}
      change={(value) => change({ ...typed, chosen: isKind(value) ? value : undefined, also: [] })}
    />
  );
};

/** The name of a value of the account's own, among those that the lists of the session had. */
const OwnKeyField = ({ typed, ownKeys, change }: TypedProps & { readonly ownKeys: readonly OwnKey[] }): VNode => {
  const t = useText();
  const list = useId();
  return (
    <Field label={t('find.ownKey')} isUnlabelled>
      <Input
        {...unkept}
        list={list}
        placeholder={t('find.ownKeyHelp')}
        required={typed.text.trim() !== ''}
        value={typed.ownKey}
        change={(ownKey) => change({ ...typed, ownKey, also: [] })}
      />
      <datalist id={list}>
        {ownKeys.map(({ key, label }) => (
          <option key={key} value={key}>
            {label === undefined ? undefined : escapeInvisible(label)}
          </option>
        ))}
      </datalist>
    </Field>
  );
};

/** A key of the account's own, and the label that its forms send with it. */
export interface OwnKey {
  readonly key: string;
  readonly label: string | undefined;
}

/** The account's own keys in the lists of this session. Nothing else of a person is kept. */
export const useOwnKeys = () => {
  const [known, keep] = useKept<readonly OwnKey[]>('own keys', []);
  /** @param rows of a list that is shown */
  const learn = (rows: readonly { readonly userData: UserData }[]): void => {
    const keys = new Map(known.map((one) => [one.key, one]));
    for (const { userData } of rows)
      for (const key of Object.keys(userData))
        if (!isKnownKey(key) && !keys.has(key)) keys.set(key, { key, label: labelOf(userData, key) });
    if (keys.size > known.length) keep([...keys.values()]);
  };
  return { known, learn };
};
