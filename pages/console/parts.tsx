import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConsentState } from '../../shared/consents/state.ts';
import { useText } from './language.ts';

/** The attributes that link an input, a select or a text area to its label. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

/**
 * A control with its label.
 *
 * @param hint help for filling it in
 * @param wrong why the value is not accepted
 */
export const Field = ({
  label,
  hint = '',
  wrong = '',
  control,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly wrong?: string;
  readonly control: (attributes: ControlAttributes) => VNode;
}): VNode => {
  const id = useId();
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter((part) => part !== '');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {control({
        id,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        'aria-invalid': wrong === '' ? undefined : 'true',
      })}
      {wrong && (
        <span class="wrong" role="alert" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </div>
  );
};

/** A choice among values, each with the name that `nameOf` gives it. */
export const SelectField = <Value extends string | number>({
  label,
  values,
  chosen,
  nameOf,
  choose,
}: {
  readonly label: string;
  readonly values: readonly Value[];
  readonly chosen: Value | undefined;
  readonly nameOf: (value: Value) => string;
  readonly choose: (value: string) => void;
}): VNode => (
  <Field
    label={label}
    control={(attributes) => (
      <select {...attributes} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {values.map((value) => (
          <option value={value} selected={value === chosen}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    )}
  />
);

/** The last values of fields for times. A field without one takes years of six digits, and so does not go on to its next part after four. */
export const lastTimes = {
  date: '9999-12-31',
  month: '9999-12',
  'datetime-local': '9999-12-31T23:59',
} as const satisfies Readonly<Record<string, string>>;

/** How many milliseconds the confirmation stays. */
const saidFor = 2_500;

/** Copies a text to the clipboard. There is no button if the browser has no clipboard, as in a page loaded over http. */
export const CopyButton = ({ text }: { readonly text: string }): VNode | null => {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(setCopied, saidFor, false);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (navigator.clipboard === undefined) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <span class="screen">
      <button type="button" class="plain" onClick={copy}>
        {t('parts.copy')}
      </button>
      <span role="status" class="quiet small">
        {isCopied ? t('parts.copied') : ''}
      </span>
    </span>
  );
};

/** A placeholder if there is nothing to show. @param children why, and what to do */
export const Empty = ({ children }: { readonly children: ComponentChildren }): VNode => (
  <div class="empty" role="status">
    {children}
  </div>
);

/** The width from which a page has room for all parts, as in `style/`. */
const roomy = '(min-width: 40rem)';

export const isRoomy = (): boolean => matchMedia(roomy).matches;

/**
 * A part of a page that not every reader needs. On a telephone it starts folded, otherwise open. On paper it is always open.
 *
 * @param heading of the part, such as an `h2`
 */
export const Foldable = ({
  heading,
  children,
}: {
  readonly heading: VNode;
  readonly children: ComponentChildren;
}): VNode => {
  const [isOpen] = useState(isRoomy);
  return (
    <details class="foldable" open={isOpen}>
      <summary>{heading}</summary>
      {children}
    </details>
  );
};

/** Whether this is the first page since loading, which the browser itself starts at the top. */
let isFirst = true;

/**
 * The heading of a page. It gets the focus after a change of page, so that screen readers read it and the next key enters the page.
 *
 * @param title for the tab, the history and bookmarks: nothing about a person
 * @param children the heading, if it says more than the title
 */
export const PageHeading = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): VNode => {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} – ${t('frame.name')}`;
  }, [title, t('frame.name')]);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <h1 ref={heading} tabindex={-1}>
      {children ?? title}
    </h1>
  );
};

/** A column: its name, and its value for a row. */
export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  /** Numbers are aligned to the end of their column. */
  readonly isNumber?: boolean;
}

/**
 * A table that becomes a list of cards on a phone, where each value has its column's name next to it. The ARIA roles keep it a table for screen
 * readers.
 *
 * @param caption what the table lists, also for screen readers; empty where the text above says it
 * @param keyOf the unique key of a row
 */
export const RecordTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  readonly caption: ComponentChildren;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}): VNode => (
  <table class="records" role="table">
    {caption === '' ? null : <caption>{caption}</caption>}
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ name, isNumber }) => (
          <th role="columnheader" scope="col" class={isNumber ? 'number' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr role="row" key={keyOf(row)}>
          {columns.map(({ name, show, isNumber }) => (
            <td role="cell" data-name={name} class={isNumber ? 'number' : undefined}>
              <div>{show(row)}</div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** The sign and the colour of a state. Signs differ by shape. */
const looks: Readonly<Record<ConsentState, readonly [sign: string, kind: 'holds' | 'ended' | 'gone']>> = {
  active: ['✓', 'holds'],
  revoked: ['✕', 'ended'],
  expired: ['◷', 'ended'],
  superseded: ['↻', 'ended'],
  erased: ['∅', 'gone'],
};

/** The state of a consent as one word with a sign. */
export const StateMark = ({ state }: { readonly state: ConsentState }): VNode => {
  const t = useText();
  const [sign, kind] = looks[state];
  return (
    <span class={`state-mark ${kind}`}>
      <span aria-hidden="true">{sign}</span>
      {t(`parts.states.${state}`)}
    </span>
  );
};
