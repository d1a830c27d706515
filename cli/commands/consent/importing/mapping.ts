import * as v from 'valibot';
import { isMap } from '../../../../shared/schema/scalar.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';

const filled = v.pipe(v.string(), v.nonEmpty('It must not be empty.'));

/** Words of the other software -> their values here. */
const Words = v.record(filled, v.string());

/** Where a text comes from: a column; a path into a line of JSON, such as `subject.email`; or a fixed value. */
export const Source = v.union(
  [
    v.strictObject({ column: filled, values: v.optional(Words), default: v.optional(filled) }),
    v.strictObject({ value: filled }),
  ],
  'Give either a column, with optional values and a default, or a fixed value for every line.',
);
export type Source = v.InferOutput<typeof Source>;

/** Where a time comes from, and its format. */
const TimeSource = v.strictObject({
  column: filled,
  /** `iso`, `epoch-seconds`, `epoch-milliseconds`, or Luxon tokens such as `dd/MM/yyyy HH:mm`. */
  format: v.optional(filled, 'iso'),
  /** The time zone of times without one. */
  zone: v.optional(filled, 'UTC'),
  /** The language of spelled-out months and days. */
  locale: v.optional(filled, 'en'),
});
export type TimeSource = v.InferOutput<typeof TimeSource>;

/** A member of userData, with a label if the form field had one. */
const Member = v.union(
  [
    v.strictObject({
      column: filled,
      values: v.optional(Words),
      default: v.optional(filled),
      label: v.optional(filled),
    }),
    v.strictObject({ value: filled, label: v.optional(filled) }),
  ],
  'Give a column or a value, with an optional label.',
);

const several = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.record(filled, schema), v.minEntries(1, 'Name at least one member.'));

/** Lines to skip: those with one of the values, or those with none of them. */
const PassOver = v.union(
  [
    v.strictObject({ column: filled, in: v.array(v.string()) }),
    v.strictObject({ column: filled, notIn: v.array(v.string()) }),
  ],
  'Give a column, and in or notIn with a list of texts.',
);
export type PassOver = v.InferOutput<typeof PassOver>;

/** How records of other software become consents (docs/imports.md, Mapping files). */
export const Mapping = v.strictObject({
  format: v.optional(v.picklist(['csv', 'jsonl'], 'Use csv or jsonl.')),
  delimiter: v.optional(v.pipe(v.string(), v.length(1, 'Give one character.')), ','),
  encoding: v.optional(filled, 'utf-8'),
  /** The columns that together identify a record. */
  key: v.pipe(v.array(filled), v.minLength(1, 'Name at least one column.')),
  passOver: v.optional(v.array(PassOver), []),
  project: Source,
  notice: Source,
  /** Number or id; if absent, the version current at the time. */
  version: v.optional(Source),
  time: TimeSource,
  lang: v.optional(Source, { value: 'eng' }),
  channel: v.optional(Source, { value: 'web' }),
  userData: several(Member),
  proof: several(Source),
  revocation: v.optional(
    v.strictObject({
      time: TimeSource,
      channel: v.optional(Source, { value: 'web' }),
      proof: several(Source),
    }),
  ),
});
export type Mapping = v.InferOutput<typeof Mapping>;

/** All columns that a mapping reads. */
export const columnsOf = (mapping: Mapping): string[] => {
  const { key, passOver, project, notice, version, time, lang, channel, userData, proof, revocation } = mapping;
  const sources = [
    project,
    notice,
    lang,
    channel,
    time,
    ...passOver,
    ...(version ? [version] : []),
    ...Object.values(userData),
    ...Object.values(proof),
    ...(revocation ? [revocation.time, revocation.channel, ...Object.values(revocation.proof)] : []),
  ];
  return [...new Set([...key, ...sources.flatMap((source) => ('column' in source ? [source.column] : []))])];
};

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
