import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Nameable, NameableVersion } from '../../../shared/consents/exchange/faults.ts';
import { deriveIdentifier } from '../../../shared/consents/exchange/import.ts';
import type { ConsentLine } from '../../../shared/consents/exchange/lines.ts';
import { identifierPattern } from '../../../shared/runtime/identifier.ts';
import { isMap } from '../../../shared/schema/scalar.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { channels, languages } from '../../../shared/schema/vocabulary.ts';
import { CommandError } from '../../errors.ts';
import { failReading } from '../../input/files.ts';
import { encodingOfMark } from '../../input/records.ts';
import { explainDoubled, TimeSource, timeReader } from './import-times.ts';

/** How a suggested mapping marks what somebody must fill in. */
export const blank = 'FILL IN';

const filled = v.pipe(
  v.string(),
  v.nonEmpty('It must not be empty.'),
  v.check((text) => !text.startsWith(blank), `Fill it in: it still says ${blank}.`),
);

/** Words of the other software -> their values here. */
const Words = v.record(filled, v.string());

const column = { column: filled, values: v.optional(Words), default: v.optional(filled) };

/** Where a text comes from: a column; a path into a line of JSON, such as `subject.email`; or a fixed value. */
const Source = v.union(
  [v.strictObject(column), v.strictObject({ value: filled })],
  'Give either a column, with optional values and a default, or a fixed value for every line.',
);
type Source = v.InferOutput<typeof Source>;

/** A member of userData, with a label if the form field had one. */
const Member = v.union(
  [
    v.strictObject({ ...column, label: v.optional(filled) }),
    v.strictObject({ value: filled, label: v.optional(filled) }),
  ],
  'Give a column or a value, with an optional label.',
);

const several = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.record(filled, schema), v.minEntries(1, 'Name at least one member.'));

/** How records of other software become consents (docs/import-export.md, Mapping files). */
const Mapping = v.strictObject({
  format: v.optional(v.picklist(['csv', 'jsonl'], 'Use csv or jsonl.')),
  delimiter: v.optional(v.pipe(v.string(), v.length(1, 'Give one character.')), ','),
  encoding: v.optional(filled, 'utf-8'),
  /** Texts that mean the same as an empty cell, in any column. */
  null: v.optional(v.array(filled, 'Give a list of texts.'), []),
  /** The columns that together identify a record. */
  key: v.pipe(v.array(filled), v.minLength(1, 'Name at least one column.')),
  project: Source,
  notice: Source,
  /** Number or id; if absent, the version current at the time. */
  version: v.optional(Source),
  time: TimeSource,
  lang: v.optional(Source),
  channel: v.optional(Source),
  userData: several(Member),
  proof: several(Source),
  revocation: v.optional(
    v.strictObject({
      time: TimeSource,
      channel: v.optional(Source),
      proof: several(Source),
    }),
  ),
});
export type Mapping = v.InferOutput<typeof Mapping>;

/** What every line has where the mapping does not say it. */
const usual = { lang: { value: 'eng' }, channel: { value: 'web' } } as const;

/** What an import sets in every line because the mapping does not have it. */
export interface Assumed {
  /** The member of the mapping that would say it, such as `channel`. */
  readonly member: string;
  readonly value: string;
}

export const listAssumed = ({ lang, channel, revocation }: Mapping): readonly Assumed[] => [
  ...(lang === undefined ? [{ member: 'lang', ...usual.lang }] : []),
  ...(channel === undefined ? [{ member: 'channel', ...usual.channel }] : []),
  ...(revocation !== undefined && revocation.channel === undefined
    ? [{ member: 'revocation.channel', ...usual.channel }]
    : []),
];

/** @throws CommandError usage that says what is wrong, and where */
export const readMapping = async (file: string): Promise<Mapping> => {
  const bytes = await readFile(file).catch(failReading(file));
  // PowerShell writes UTF-16 where it writes to a file.
  const text = new TextDecoder(encodingOfMark(bytes)).decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      `${escapeInvisible(file)} is not JSON, as a mapping file is (${error instanceof Error ? error.message : ''}). \`consent import --suggest-mapping\` prints one.`,
      'usage',
    );
  }
  const { success, output, issues } = v.safeParse(Mapping, value);
  if (success) return output;
  const wrong = issues.slice(0, 5).map(tell).join(' ');
  throw new CommandError(`${escapeInvisible(file)} is not a mapping file. ${wrong}`, 'usage');
};

/** Valibot's messages in the words of the docs. A mapping file holds no personal data, so messages may repeat its content. */
const explain = (issue: v.BaseIssue<unknown>): string => {
  const { message, received } = issue;
  if (!message.startsWith('Invalid ')) return message;
  if (received === 'undefined') return 'This member is required.';
  return issue.type === 'strict_object' && issue.expected === 'never'
    ? 'This member is unknown.'
    : `It must be ${issue.expected ?? 'something else'}, not ${received}.`;
};

const tell = (issue: v.BaseIssue<unknown>): string => {
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return `${path === '' ? 'the whole file' : escapeInvisible(path)}: ${explain(issue)}`;
};

/** All columns that a mapping reads. */
export const columnsOf = (mapping: Mapping): string[] => {
  const { key, project, notice, version, time, lang, channel, userData, proof, revocation } = mapping;
  const sources = [project, notice, version, lang, channel, time, ...Object.values(userData), ...Object.values(proof)];
  if (revocation) sources.push(revocation.time, revocation.channel, ...Object.values(revocation.proof));
  const columns = sources.flatMap((source) => (source !== undefined && 'column' in source ? [source.column] : []));
  return [...new Set([...key, ...columns])];
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

/** A consent, with whether a time is in an hour that comes twice; or why a record cannot be imported. */
export type Mapped =
  | { readonly line: ConsentLine; readonly isDoubled?: boolean }
  | { readonly faults: readonly string[] };

/** What the mapping of records needs. */
export interface MappingWork extends Nameable {
  readonly accountId: string;
  readonly source: string;
  readonly importKey: Uint8Array;
  readonly mapping: Mapping;
}

/** Members that records of other software never have. */
const unknown = {
  noticeNamedBy: null,
  observed: null,
  revokeObserved: null,
  eraseTime: null,
  imported: null,
} as const;

/** @throws CommandError usage when the mapping itself is wrong */
export const recordMapper = (work: MappingWork): ((cells: Cells) => Mapped) => {
  const { accountId, source, importKey, mapping, projects, lineage } = work;
  const readTime = timeReader(mapping.time);
  const readRevocation = revocationReader(mapping);
  const chooseVersion = versionChooser(mapping, lineage);
  return (raw) => {
    const record = new Reading(raw, mapping.null);
    const key = record.key(mapping.key);
    const project = record.named('project', mapping.project, (uid) => projects.get(uid), notAProject);
    const time = record.time('time', mapping.time, readTime);
    const version = chooseVersion(record, time?.moment);
    const lang = record.oneOf('lang', languages, mapping.lang ?? usual.lang);
    const channel = record.oneOf('channel', channels, mapping.channel ?? usual.channel);
    const said = {
      proof: record.texts(mapping.proof),
      userData: record.userData(mapping.userData),
      ...readRevocation(record, time?.moment),
    };
    const { faults, isDoubled } = record;
    if (!(project && time && version && lang && channel) || faults.length > 0) return { faults };
    const { pid, id: versionId, contentHash } = version;
    return {
      isDoubled,
      line: {
        id: deriveIdentifier(importKey, { accountId, source, key, projectUid: project.uid, pid, time: time.moment }),
        projectUid: project.uid,
        projectId: project.id,
        consentInformationPid: pid,
        consentInformationVersionId: versionId,
        contentHash,
        lang,
        channel,
        time: time.moment.toISOString(),
        ...unknown,
        ...said,
      },
    };
  };
};

const notAProject = 'is not a project of the account. `project list` shows all.';
const notANotice = 'is not a notice of the account. `notice list` shows all.';
const older = 'The notice had no version then. Set version in the mapping to the number of a version.';

const versionChooser = ({ notice, version }: Mapping, lineage: Nameable['lineage']) => {
  const versions = [...lineage.values()].sort((one, other) => one.version - other.version);
  const byNotice = new Map<string, readonly NameableVersion[]>([
    ...Map.groupBy(versions, ({ pid }) => String(pid)),
    ...Map.groupBy(versions, ({ name }) => name),
  ]);
  return (record: Reading, time: Date | undefined): NameableVersion | undefined => {
    const known = record.named('notice', notice, (name) => byNotice.get(name), notANotice);
    if (known === undefined) return undefined;
    if (version !== undefined) {
      const find = (text: string) =>
        known.find((each) => (identifierPattern.test(text) ? each.id === text : String(each.version) === text));
      return record.named('version', version, find, 'is not a version of the notice.');
    }
    return (
      time && (known.findLast(({ publishedAt }) => new Date(publishedAt) <= time) ?? record.refuse('version', older))
    );
  };
};

const maybeNull = 'If this text means that there is none, add it to "null" in the mapping.';

/** Before 1971 are the zeros of programs, not revocations. */
const firstRevocation = new Date('1971-01-01');

const revocationReader = ({ revocation }: Mapping) => {
  const none = { revokeTime: null, revokeChannel: null, revokeProof: null };
  if (revocation === undefined) return () => none;
  const { time: source, channel = usual.channel, proof } = revocation;
  const read = timeReader(source);
  return (record: Reading, given: Date | undefined) => {
    if (record.cells(source.column).trim() === '') return none;
    const time = record.time('revocation.time', source, read, maybeNull);
    if (given && time && time.moment < given) {
      const { second } = time;
      if (second !== undefined && second.moment >= given) {
        record.refuse('revocation.time', `It is before the consent. ${explainDoubled(source.zone, second.offset)}`);
      } else if (time.moment < firstRevocation) {
        record.refuse('revocation.time', `It is before the consent. ${maybeNull}`);
      }
    }
    return {
      revokeTime: time?.moment.toISOString() ?? null,
      revokeChannel: record.oneOf('revocation.channel', channels, channel) ?? null,
      revokeProof: record.texts(proof),
    };
  };
};

/** How messages name the origin of a text; a fixed value comes from the mapping itself. */
const nameSource = (source: Source): string =>
  'column' in source ? `column ${source.column}` : 'the fixed value in the mapping';

/** How messages about the text itself begin. They do not repeat a column's text, which may be personal. */
const nameText = (source: Source): string =>
  'column' in source ? `The text in column ${source.column}` : `"${escapeInvisible(source.value)}" in the mapping`;

/** One record being read: its cells, and what is wrong with it. Messages name columns and never repeat their content. */
class Reading {
  readonly faults: string[] = [];
  readonly cells: Cells;
  isDoubled = false;

  constructor(cells: Cells, nulls: readonly string[]) {
    this.cells = (column) => {
      const text = cells(column);
      return nulls.includes(text.trim()) ? '' : text;
    };
  }

  refuse(what: string, reason: string): undefined {
    this.faults.push(`${what}: ${reason}`);
    return undefined;
  }

  key(columns: readonly string[]): string {
    const parts = columns.map((column) => this.cells(column).trim());
    if (parts.every((part) => part === '')) this.refuse('key', `Column ${columns.join(', ')} is empty.`);
    return JSON.stringify(parts);
  }

  time(what: string, { column }: TimeSource, read: ReturnType<typeof timeReader>, hint?: string) {
    const text = this.cells(column).trim();
    if (text === '') return this.refuse(what, `Column ${column} is empty.`);
    const time = read(text);
    if ('moment' in time) {
      if (time.second !== undefined) this.isDoubled = true;
      return time;
    }
    return this.refuse(what, hint === undefined || !time.isUnread ? time.fault : `${time.fault} ${hint}`);
  }

  /** What a source says; undefined for a word that the mapping does not translate, which is a fault. */
  #read(what: string, source: Source): string | undefined {
    if ('value' in source) return source.value;
    const text = this.cells(source.column);
    const { values, default: otherwise } = source;
    if (text.trim() === '') return otherwise ?? '';
    if (values === undefined) return text;
    const word = text.trim();
    const meant = Object.hasOwn(values, word) ? values[word] : otherwise;
    return (
      meant ?? this.refuse(what, `The mapping does not translate the text in ${nameSource(source)}. Add it to values.`)
    );
  }

  /** A required text. */
  #word(what: string, source: Source): string | undefined {
    const text = this.#read(what, source)?.trim();
    return text === '' ? this.refuse(what, `There is no text in ${nameSource(source)}.`) : text;
  }

  /** What a name stands for. @param unknown completes a sentence */
  named<Found>(what: string, source: Source, find: (name: string) => Found | undefined, unknown: string) {
    const name = this.#word(what, source);
    return name === undefined ? undefined : (find(name) ?? this.refuse(what, `${nameText(source)} ${unknown}`));
  }

  /** One of a list of words. */
  oneOf<Word extends string>(what: string, words: readonly Word[], source: Source): Word | undefined {
    const find = (text: string) => words.find((word) => word === text);
    return this.named(what, source, find, `is not one of ${words.join(', ')}. Add it to values in the mapping.`);
  }

  /** Texts that are present; an empty cell leaves its member out. */
  texts(sources: Readonly<Record<string, Source>>): Record<string, string> {
    const texts = Object.entries(sources).map(([name, source]) => [name, this.#read(name, source) ?? ''] as const);
    return Object.fromEntries(texts.filter(([, text]) => text.trim() !== ''));
  }

  userData(members: Mapping['userData']): ConsentLine['userData'] {
    const texts = Object.entries(this.texts(members));
    return Object.fromEntries(
      texts.map(([name, value]) => {
        const label = members[name]?.label;
        return [name, label === undefined ? value : { label, value }];
      }),
    );
  }
}
