import * as v from 'valibot';

const filled = v.pipe(v.string(), v.nonEmpty('It must not be empty.'));

/** Words of the other software, and what they are here. */
const Words = v.record(filled, v.string());

/** Where a text comes from: a column, or a path into a line of JSON such as `subject.email`; or always the same. */
export const Source = v.union(
  [
    v.strictObject({ column: filled, values: v.optional(Words), default: v.optional(filled) }),
    v.strictObject({ value: filled }),
  ],
  'It must have a column, perhaps with values and a default, or else a value, which is then the same of every line.',
);
export type Source = v.InferOutput<typeof Source>;

/** Where a time comes from, and how it is written there. */
const TimeSource = v.strictObject({
  column: filled,
  /** `iso`, `epoch-seconds`, `epoch-milliseconds`, or tokens of Luxon such as `dd/MM/yyyy HH:mm`. */
  format: v.optional(filled, 'iso'),
  /** Of times that name no zone. */
  zone: v.optional(filled, 'UTC'),
  /** In which months and days are written out. */
  locale: v.optional(filled, 'en'),
});
export type TimeSource = v.InferOutput<typeof TimeSource>;

/** A member of userData: its label where the field of the form had one. */
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
  'It must have a column or a value, and may have a label.',
);

const several = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.record(filled, schema), v.minEntries(1, 'It must have at least one member.'));

/** Lines that are no consent: those that have one of the values, or none of the others. */
const PassOver = v.union(
  [
    v.strictObject({ column: filled, in: v.array(v.string()) }),
    v.strictObject({ column: filled, notIn: v.array(v.string()) }),
  ],
  'It must have a column, and in or notIn, a list of texts.',
);
export type PassOver = v.InferOutput<typeof PassOver>;

/** How records of other software become consents (docs/imports.md, Mapping files). */
export const Mapping = v.strictObject({
  format: v.optional(v.picklist(['csv', 'jsonl'], 'It must be csv or jsonl.')),
  delimiter: v.optional(v.pipe(v.string(), v.length(1, 'It must be one character.')), ','),
  encoding: v.optional(filled, 'utf-8'),
  /** The columns that together tell one record from another. */
  key: v.pipe(v.array(filled), v.minLength(1, 'It must name a column at least.')),
  passOver: v.optional(v.array(PassOver), []),
  project: Source,
  notice: Source,
  /** Number or id; without it the version that was current at the time. */
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
    ...[project, notice, lang, channel, time, ...passOver],
    ...(version ? [version] : []),
    ...[...Object.values(userData), ...Object.values(proof)],
    ...(revocation ? [revocation.time, revocation.channel, ...Object.values(revocation.proof)] : []),
  ];
  return [...new Set([...key, ...sources.flatMap((source) => ('column' in source ? [source.column] : []))])];
};
