import type { ConsentLine } from '../../../../shared/consents/exchange/consent-line.ts';
import { deriveIdentifier } from '../../../../shared/consents/exchange/derived-id.ts';
import type { Nameable } from '../../../../shared/consents/exchange/line-faults.ts';
import type { Lineage, LineageVersion } from '../../../../shared/notices/lineage.ts';
import { channels, languages } from '../../../../shared/schema/vocabulary.ts';
import type { Cells } from './cells.ts';
import { nameText } from './cells.ts';
import { currentAt, findVersion, groupVersions } from './choose-version.ts';
import type { Mapping, PassOver, TimeSource } from './mapping.ts';
import { Reading } from './reading.ts';
import { timeReader } from './time.ts';

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

const versionChooser = ({ notice, version }: Mapping, lineage: Lineage) => {
  const byNotice = groupVersions(lineage.values());
  return (reading: Reading, time: Date | undefined): LineageVersion | undefined => {
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
        ...{ projectUid: project.uid, projectId: project.id },
        ...{ consentInformationPid: pid, consentInformationVersionId: versionId, contentHash },
        ...{ lang, channel, time: time.toISOString(), ...unknown, ...said },
      },
    };
  };
};
