import { DateTime, IANAZone } from 'luxon';
import type { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { deriveIdentifier } from '../../../../shared/consents/exchange/imported-consent.ts';
import type { Nameable, NameableVersion } from '../../../../shared/consents/exchange/line-faults.ts';
import { identifierPattern } from '../../../../shared/identifier.ts';
import { channels, languages } from '../../../../shared/schema/vocabulary.ts';
import { CommandError } from '../../../command-error.ts';
import type { Cells, Mapping, PassOver, Source, TimeSource } from './mapping.ts';
import { nameSource, nameText, readSource } from './mapping.ts';

/** The outcome of a record: a consent, a skipped record, the header, a consent erased here, or a record that cannot be imported, with reasons. */
export type Mapped =
  | { readonly line: ConsentLine }
  | { readonly isPassedOver: true }
  | { readonly isHeader: true }
  | { readonly isErased: true }
  | { readonly faults: readonly string[] };

/** What the mapping of records needs. */
export interface MappingWork extends Nameable {
  readonly accountId: string;
  readonly source: string;
  readonly importKey: Uint8Array;
  readonly mapping: Mapping;
}

const isPassedOver = (rules: readonly PassOver[], cells: Cells): boolean =>
  rules.some((rule) => {
    const text = cells(rule.column).trim();
    return 'in' in rule ? rule.in.includes(text) : !rule.notIn.includes(text);
  });

const momentReader = (what: string, source: TimeSource) => {
  const read = timeReader(source);
  const { column, format } = source;
  return (reading: Reading): Date | undefined => {
    const text = reading.cells(column).trim();
    if (text === '') return reading.refuse(`${what}: Column ${column} is empty.`);
    const moment = read(text);
    if (moment === undefined)
      return reading.refuse(`${what}: The text in column ${column} is not a time in the format ${format}.`);
    return moment.getTime() < 0 ? reading.refuse(`${what}: The time is before 1970.`) : moment;
  };
};

const older = 'The notice had no version then. Set version in the mapping to the number of a version.';

const versionChooser = ({ notice, version }: Mapping, lineage: Nameable['lineage']) => {
  const byNotice = groupVersions(lineage.values());
  return (reading: Reading, time: Date | undefined): NameableVersion | undefined => {
    const name = reading.word('notice', notice);
    if (name === undefined) return undefined;
    const versions = byNotice.get(name);
    if (versions === undefined) {
      return reading.refuse(`notice: ${nameText(notice)} is not a notice of the account. \`notice list\` shows all.`);
    }
    if (version === undefined) return time && (currentAt(versions, time) ?? reading.refuse(`version: ${older}`));
    const text = reading.word('version', version);
    if (text === undefined) return undefined;
    return (
      findVersion(versions, text) ?? reading.refuse(`version: ${nameText(version)} is not a version of the notice.`)
    );
  };
};

const revocationReader = ({ revocation }: Mapping) => {
  const none = { revokeTime: null, revokeChannel: null, revokeProof: null };
  if (revocation === undefined) return () => none;
  const readTime = momentReader('revocation.time', revocation.time);
  return (reading: Reading) => {
    if (reading.cells(revocation.time.column).trim() === '') return none;
    return {
      revokeTime: readTime(reading)?.toISOString() ?? null,
      revokeChannel: reading.oneOf('revocation.channel', channels, revocation.channel) ?? null,
      revokeProof: reading.texts(revocation.proof),
    };
  };
};

const readUserData = (reading: Reading, { userData }: Mapping): ConsentLine['userData'] =>
  Object.fromEntries(
    Object.entries(reading.texts(userData)).map(([name, value]) => {
      const label = userData[name]?.label;
      return [name, label === undefined ? value : { label, value }];
    }),
  );

const readKey = (reading: Reading, { key }: Mapping): string => {
  const parts = key.map((column) => reading.cells(column).trim());
  if (parts.every((part) => part === '')) reading.refuse(`key: Column ${key.join(', ')} is empty.`);
  return JSON.stringify(parts);
};

const readProject = (reading: Reading, { project }: Mapping, { projects }: Nameable) => {
  const uid = reading.word('project', project);
  if (uid === undefined) return undefined;
  return (
    projects.get(uid) ??
    reading.refuse(`project: ${nameText(project)} is not a project of the account. \`project list\` shows all.`)
  );
};

/** Members that records of other software never have. */
const unknown = {
  noticeNamedBy: null,
  proofId: null,
  observed: null,
  revokeObserved: null,
  eraseTime: null,
  imported: null,
} as const;

/** @throws CommandError usage when the mapping itself is wrong */
export const recordMapper = ({
  accountId,
  source,
  importKey,
  mapping,
  ...nameable
}: MappingWork): ((cells: Cells) => Mapped) => {
  const readTime = momentReader('time', mapping.time);
  const chooseVersion = versionChooser(mapping, nameable.lineage);
  const readRevocation = revocationReader(mapping);
  return (cells) => {
    if (isPassedOver(mapping.passOver, cells)) return { isPassedOver: true };
    const reading = new Reading(cells);
    const key = readKey(reading, mapping);
    const project = readProject(reading, mapping, nameable);
    const time = readTime(reading);
    const version = chooseVersion(reading, time);
    const lang = reading.oneOf('lang', languages, mapping.lang);
    const channel = reading.oneOf('channel', channels, mapping.channel);
    const proof = reading.texts(mapping.proof);
    const said = { proof, userData: readUserData(reading, mapping), ...readRevocation(reading) };
    const { faults } = reading;
    if (!(project && time && version && lang && channel) || faults.length > 0) return { faults };
    const { pid, id: versionId, contentHash } = version;
    return {
      line: {
        id: deriveIdentifier(importKey, { accountId, source, key, projectUid: project.uid, pid, time }),
        projectUid: project.uid,
        projectId: project.id,
        consentInformationPid: pid,
        consentInformationVersionId: versionId,
        contentHash,
        lang,
        channel,
        time: time.toISOString(),
        ...unknown,
        ...said,
      },
    };
  };
};

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/;

/** If an hour occurs twice because clocks go back, the first one counts. */
const takeFirst = (time: DateTime): DateTime => time.getPossibleOffsets()[0] ?? time;

const fromEpoch = (text: string, unit: number): Date | undefined =>
  /^-?\d{1,13}(?:\.\d+)?$/.test(text) ? new Date(Math.trunc(Number(text) * unit)) : undefined;

/** Times within four-digit years. No id can begin with a time far beyond. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isWritable = (moment: Date): boolean => Math.abs(moment.getTime()) <= latest;

const toDate = (time: DateTime): Date | undefined => (time.isValid ? takeFirst(time).toJSDate() : undefined);

const isLocale = (locale: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
};

/** @throws CommandError usage */
const checkSource = ({ format, zone, locale }: TimeSource): void => {
  if (!IANAZone.isValidZone(zone)) {
    throw new CommandError('The mapping names an unknown time zone. Use a name such as Europe/Rome or UTC.', 'usage');
  }
  if (!isLocale(locale)) {
    throw new CommandError('The mapping names an unknown locale. Use a name such as it or de-AT.', 'usage');
  }
  if (!/^(?:iso|epoch-(?:milli)?seconds)$/.test(format) && !/y/.test(format)) {
    throw new CommandError(
      'The mapping has an unknown time format. Use iso, epoch-seconds, epoch-milliseconds, or tokens such as dd/MM/yyyy HH:mm.',
      'usage',
    );
  }
};

const formatReader = ({ format, zone, locale }: TimeSource): ((text: string) => Date | undefined) => {
  if (format === 'epoch-seconds') return (text) => fromEpoch(text, 1_000);
  if (format === 'epoch-milliseconds') return (text) => fromEpoch(text, 1);
  if (format !== 'iso') return (text) => toDate(DateTime.fromFormat(text, format, { zone, locale }));
  return (text) => {
    if (!iso.test(text)) return undefined;
    const written = text
      .replace(/\s?UTC$/, 'Z')
      .replace(' ', 'T')
      .replace(/\s/, '');
    return toDate(DateTime.fromISO(written, { zone }));
  };
};

/**
 * Reads times as a mapping says. A date alone is the start of its day. Undefined for a text in another format.
 *
 * @throws CommandError usage when the mapping itself is wrong
 */
const timeReader = (source: TimeSource): ((text: string) => Date | undefined) => {
  checkSource(source);
  const read = formatReader(source);
  return (text) => {
    const moment = read(text);
    return moment !== undefined && isWritable(moment) ? moment : undefined;
  };
};

/** One record being read: its cells, and what is wrong with it. Messages name columns and never repeat their content. */
class Reading {
  readonly faults: string[] = [];
  readonly cells: Cells;

  constructor(cells: Cells) {
    this.cells = cells;
  }

  refuse(reason: string): undefined {
    this.faults.push(reason);
    return undefined;
  }

  /** A required text. */
  word(what: string, source: Source): string | undefined {
    const text = readSource(source, this.cells)?.trim();
    if (text === undefined) {
      return this.refuse(
        `${what}: The mapping does not translate the text in ${nameSource(source)}. Add it to values.`,
      );
    }
    return text === '' ? this.refuse(`${what}: There is no text in ${nameSource(source)}.`) : text;
  }

  /** One of a list of words. */
  oneOf<Word extends string>(what: string, words: readonly Word[], source: Source): Word | undefined {
    const text = this.word(what, source);
    if (text === undefined) return undefined;
    return (
      words.find((word) => word === text) ??
      this.refuse(`${what}: ${nameText(source)} is not one of ${words.join(', ')}. Add it to values in the mapping.`)
    );
  }

  /** Texts that are present; an empty cell leaves its member out. */
  texts(sources: Readonly<Record<string, Source>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(sources).flatMap(([name, source]) => {
        const text = readSource(source, this.cells);
        if (text === undefined)
          this.refuse(`${name}: The mapping does not translate the text in ${nameSource(source)}. Add it to values.`);
        return text === undefined || text.trim() === '' ? [] : [[name, text]];
      }),
    );
  }
}

/** All versions of all notices of an account, by the notice's name and PID, oldest first. */
export type Versions = ReadonlyMap<string, readonly NameableVersion[]>;

const groupVersions = (lineage: Iterable<NameableVersion>): Versions => {
  const versions = [...lineage].sort((one, other) => one.version - other.version);
  return new Map([...Map.groupBy(versions, ({ pid }) => String(pid)), ...Map.groupBy(versions, ({ name }) => name)]);
};

/** The version with a number or an id. */
const findVersion = (versions: readonly NameableVersion[], text: string): NameableVersion | undefined =>
  versions.find(({ id, version }) => (identifierPattern.test(text) ? id === text : String(version) === text));

/** The version that was current at a moment; undefined before the first. */
const currentAt = (versions: readonly NameableVersion[], moment: Date): NameableVersion | undefined =>
  versions.findLast(({ publishedAt }) => new Date(publishedAt) <= moment);
