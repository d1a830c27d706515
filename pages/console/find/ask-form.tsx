import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Filter } from '../address.ts';
import { firstPage, toFragment } from '../address.ts';
import { useCall } from '../calls/use-call.tsx';
import { useText, useWriting } from '../language.ts';
import type { ControlAttributes } from '../parts.tsx';
import { Field, isRoomy } from '../parts.tsx';
import type { WrongFilter } from './ask-filter.tsx';
import { AskFilter } from './ask-filter.tsx';
import type { Kind, Typed, WrongValue } from './guess.ts';
import { findWrong, isKind, kinds, kindsLike, kindsOf, nothingTyped, readTyped } from './guess.ts';
import { recallOwnKeys } from './own-keys.ts';
import type { Ask } from './question.ts';
import type { RegisterNames } from './register-names.ts';

/** How many fields of a filter are filled in. Both ends of a period are one. */
const countFilters = ({ from, until, ...rest }: Filter): number =>
  Object.keys(rest).length + Number(from !== undefined || until !== undefined);

/**
 * The search form: values of a person, which stay in memory, and a filter, which becomes part of the address.
 *
 * @param wrong why the service refused parts of the filter
 */
export const AskForm = ({
  typed: before,
  filter: first,
  names,
  wrong = {},
  ask,
  tellChanged,
}: {
  readonly typed: readonly Typed[];
  readonly filter: Filter;
  readonly names: RegisterNames | undefined;
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
    const isOfUse = before.length === 0 || count > 0;
    return (isOfUse && isRoomy()) || Object.keys(wrong).length > 0;
  });
  const [typed, setTyped] = useState<readonly Typed[]>(before.length === 0 ? [nothingTyped] : before);
  const [filter, setFilter] = useState(first);
  const asked = JSON.stringify([typed, toFragment({ view: 'consents', filter })]);
  const askedFirst = useRef(asked);
  useEffect(() => tellChanged(asked !== askedFirst.current), [asked]);
  const [wrongValue, setWrongValue] = useState<WrongValue>();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = findWrong(typed);
    setWrongValue(found);
    if (found) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return;
    }
    const asked = readTyped(typed);
    if ('id' in asked) ask({ view: 'consent', id: asked.id }, []);
    else ask({ view: 'consents', filter }, asked.typed);
  };
  return (
    <form class="ask" role="search" ref={form} onSubmit={submit}>
      <AskPerson typed={typed} wrong={wrongValue} change={setTyped} />
      <details class="filters" open={isOpen}>
        <summary>{count === 0 ? t('find.narrow') : `${t('find.narrow')} (${writing.number(count)})`}</summary>
        <AskFilter filter={filter} wrong={wrong} names={names} change={setFilter} />
        <p class="actions">
          <button type="submit">{t('find.apply')}</button>
          {(count > 0 || before.length > 0) && <a href={toFragment(firstPage)}>{t('find.clear')}</a>}
          <span class="quiet small">{t('find.utc')}</span>
        </p>
      </details>
    </form>
  );
};

/** Keeps the values out of the browser's autocomplete lists. */
const unkept = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

/** The kinds that a value is looked for as, such as `telephone, mobile telephone or tax code`. */
const useHint = ({ typed: { text, chosen }, kind }: Pick<RowProps, 'typed' | 'kind'>): string => {
  const t = useText();
  const writing = useWriting();
  if (kind === 'id') return t('find.idLeads');
  if (chosen !== undefined) return '';
  const names = kindsLike(text).map((name) => t(`find.kinds.${name}`));
  return writing.any(names);
};

interface RowProps {
  readonly typed: Typed;
  readonly kind: Kind;
  readonly label: string;
  readonly hint: string;
  /** The first value has the button of the form beside it. */
  readonly isFirst: boolean;
  readonly wrong?: WrongValue['why'] | undefined;
  readonly change: (typed: Typed) => void;
  readonly remove?: (() => void) | undefined;
}

const readKind = (value: string): Kind | undefined => (isKind(value) ? value : undefined);

const KindField = ({ typed, wrong, kind, change }: RowProps): VNode => {
  const t = useText();
  const hint = useHint({ typed, kind });
  const choose = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }): void =>
    change({ ...typed, chosen: readKind(currentTarget.value) });
  const control = (attributes: ControlAttributes): VNode => (
    <select {...attributes} value={typed.chosen ?? ''} onChange={choose}>
      <option value="">{t('find.anyKind')}</option>
      {kinds.map((name) => (
        <option value={name}>{t(`find.kinds.${name}`)}</option>
      ))}
    </select>
  );
  const why = wrong === 'twice' ? t('find.twice') : '';
  return <Field label={t('find.takenAs')} wrong={why} hint={hint} control={control} />;
};

const OwnKeyField = ({ typed, wrong, change }: RowProps): VNode => {
  const t = useText();
  const name = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    change({ ...typed, chosen: 'own', ownKey: currentTarget.value });
  const { outcome } = useCall(recallOwnKeys, []);
  const list = useId();
  const control = (attributes: ControlAttributes): VNode => (
    <>
      <input {...attributes} {...unkept} list={list} value={typed.ownKey} onInput={name} />
      <datalist id={list}>
        {(outcome.is === 'done' ? outcome.value : []).map(({ key, label }) => (
          <option value={key}>{label === undefined ? undefined : escapeInvisible(label)}</option>
        ))}
      </datalist>
    </>
  );
  const why = wrong === 'unnamed' ? t('find.unnamed') : '';
  return <Field label={t('find.ownKey')} hint={t('find.ownKeyHelp')} wrong={why} control={control} />;
};

const Row = (props: RowProps): VNode => {
  const { typed, kind, label, hint, isFirst, change, remove } = props;
  const t = useText();
  const type = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const text = currentTarget.value;
    change(text === '' ? nothingTyped : { ...typed, text });
  };
  const control = (attributes: ControlAttributes): VNode => (
    <span class="with-button">
      <input {...attributes} {...unkept} type="search" value={typed.text} onInput={type} />
      {isFirst && (
        <button type="submit" class="primary">
          {t('find.find')}
        </button>
      )}
    </span>
  );
  return (
    <div class="asked-value">
      <Field label={label} hint={hint} control={control} />
      {typed.text.trim() !== '' && <KindField {...props} />}
      {typed.text.trim() !== '' && kind === 'own' && <OwnKeyField {...props} />}
      {remove && (
        <p>
          <button type="button" class="plain" onClick={remove}>
            {t('find.removeValue')}
          </button>
        </p>
      )}
    </div>
  );
};

/** The fields for values of a person. Each shows the kinds that it may have, of which the reader can choose one. */
const AskPerson = ({
  typed,
  wrong,
  change,
}: {
  readonly typed: readonly Typed[];
  readonly wrong: WrongValue | undefined;
  readonly change: (typed: readonly Typed[]) => void;
}): VNode => {
  const t = useText();
  const known = kindsOf(typed);
  const replace = (at: number, one: Typed): void => change(typed.map((before, i) => (i === at ? one : before)));
  return (
    <div>
      {typed.map((one, i) => (
        <Row
          key={i}
          typed={one}
          kind={known[i] ?? 'own'}
          label={i === 0 ? t('find.who') : t('find.and')}
          hint={i === 0 ? t('find.help') : ''}
          isFirst={i === 0}
          wrong={wrong?.at === i ? wrong.why : undefined}
          change={(changed) => replace(i, changed)}
          remove={typed.length === 1 ? undefined : () => change(typed.filter((_, at) => at !== i))}
        />
      ))}
      <div class="actions">
        <button type="button" class="plain" onClick={() => change([...typed, nothingTyped])}>
          {t('find.addValue')}
        </button>
        <details class="small">
          <summary>{t('find.how')}</summary>
          <p>{t('find.whole')}</p>
          <p>{t('find.kept')}</p>
        </details>
      </div>
    </div>
  );
};
