import type { ComponentChildren, VNode } from 'preact';

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
 * @param caption what the table lists, also for screen readers
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
    <caption>{caption}</caption>
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
