import { isMap } from '../../../../shared/schema/scalar.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Source } from './mapping.ts';

/** The text that a record has in a column; empty where it has none. */
export type Cells = (column: string) => string;

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const step = (value: unknown, name: string): unknown =>
  (isMap(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** Of a line of JSON: a member, or what a path such as `subject.email` or `proofs.0.form` leads to. Lists and objects are JSON again. */
export const cellsOfJson =
  (record: object): Cells =>
  (column) =>
    toText(Object.hasOwn(record, column) ? step(record, column) : column.split('.').reduce(step, record));

/** What a source says of a record; undefined where it has a word that the mapping does not translate. */
export const readSource = (source: Source, cells: Cells): string | undefined => {
  if ('value' in source) return source.value;
  const text = cells(source.column);
  const { values, default: otherwise } = source;
  if (text.trim() === '') return otherwise ?? '';
  if (values === undefined) return text;
  const word = text.trim();
  return Object.hasOwn(values, word) ? values[word] : otherwise;
};

/** How messages name where a text comes from; a fixed value is the mapping's own. */
export const nameSource = (source: Source): string =>
  'column' in source ? `column ${source.column}` : 'the fixed value of the mapping';

/** How messages begin that are about the text itself: that of a column may be a person's, and is not told. */
export const nameText = (source: Source): string =>
  'column' in source ? `What column ${source.column} has` : `"${tame(source.value)}" of the mapping`;
