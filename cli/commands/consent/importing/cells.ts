import { isMap } from '../../../../shared/schema/scalar.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Source } from './mapping.ts';

/** The text of a record in a column; empty if it has none. */
export type Cells = (column: string) => string;

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const step = (value: unknown, name: string): unknown =>
  (isMap(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** Reads a line of JSON: a member, or the value at a path such as `subject.email` or `proofs.0.form`. Lists and objects become JSON text. */
export const cellsOfJson =
  (record: object): Cells =>
  (column) =>
    toText(Object.hasOwn(record, column) ? step(record, column) : column.split('.').reduce(step, record));

/** What a source says of a record; undefined for a word that the mapping does not translate. */
export const readSource = (source: Source, cells: Cells): string | undefined => {
  if ('value' in source) return source.value;
  const text = cells(source.column);
  const { values, default: otherwise } = source;
  if (text.trim() === '') return otherwise ?? '';
  if (values === undefined) return text;
  const word = text.trim();
  return Object.hasOwn(values, word) ? values[word] : otherwise;
};

/** How messages name the origin of a text; a fixed value comes from the mapping itself. */
export const nameSource = (source: Source): string =>
  'column' in source ? `column ${source.column}` : 'the fixed value in the mapping';

/** How messages about the text itself begin. They do not repeat a column's text, which may be personal. */
export const nameText = (source: Source): string =>
  'column' in source ? `The text in column ${source.column}` : `"${tame(source.value)}" in the mapping`;
