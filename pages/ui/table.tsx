import type { ComponentChildren, VNode } from 'preact';

/** A column: its name, and its value for a row. */
export interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  /** Numbers are aligned to the end of their column. */
  readonly isNumber?: boolean;
  /** Columns of a list of fixed widths have one of these. */
  readonly width?: 'narrow' | 'wide';
}

/** Follows the link of a row for a press anywhere in it, but on what does something itself, or where a text was selected. */
const followRow = (event: MouseEvent & { readonly currentTarget: HTMLElement }): void => {
  const { target, currentTarget: row } = event;
  const isOwn = !(target instanceof Element) || target.closest('a, button, summary, input, label') !== null;
  if (isOwn || getSelection()?.isCollapsed === false) return;
  row.querySelector('a')?.dispatchEvent(new MouseEvent('click', event));
};

/**
 * A table that becomes a list of cards on a phone, where each value has its column's name next to it. The ARIA roles keep it a table for screen
 * readers.
 *
 * @param caption what the table lists, also for screen readers; empty where the text above says it
 * @param keyOf the unique key of a row
 * @param isLeading whether a whole row leads to where its first link does
 * @param isCompact whether a value takes at most two lines, and a card has no names of columns
 */
export const RecordTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  isLeading = false,
  isCompact = false,
}: {
  readonly caption: ComponentChildren;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly isLeading?: boolean;
  readonly isCompact?: boolean;
}): VNode => {
  const classOf = ({ isNumber, width }: Column<Row>): string | undefined =>
    isNumber ? 'number' : width && `${width}-column`;
  return (
    <table class={isCompact ? 'records compact' : 'records'} role="table">
      {caption === '' ? null : <caption class={isCompact ? 'unseen' : undefined}>{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.name} role="columnheader" scope="col" class={classOf(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            role="row"
            key={keyOf(row)}
            class={isLeading ? 'leads' : undefined}
            onClick={isLeading ? followRow : undefined}
          >
            {columns.map((column) => (
              <td key={column.name} role="cell" data-name={column.name} class={classOf(column)}>
                <div>{column.show(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
