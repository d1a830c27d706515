import * as v from 'valibot';
import { Problem } from '../../api/problem.ts';
import type { Project } from '../../identity/project.ts';
import type { LineageVersion } from '../../notices/lineage.ts';
import { timeOf } from '../../runtime/identifier.ts';
import { findUnreadable } from '../../schema/visible-text.ts';
import { SomeUserData } from '../consent-request.ts';
import type { UserData } from '../person-data.ts';
import { GivenProof } from '../person-data.ts';
import { checkRecordSize } from '../recording.ts';
import { checkProofSize } from '../revocation.ts';
import type { ConsentLine } from './lines.ts';

/** What consents need to know of a version to refer to it. */
export type NameableVersion = Pick<LineageVersion, 'id' | 'pid' | 'name' | 'version' | 'publishedAt' | 'contentHash'>;

/** What consents may refer to in an account. */
export interface Nameable {
  /** Projects by UID. */
  readonly projects: ReadonlyMap<string, Pick<Project, 'uid' | 'id'>>;
  /** The versions of its notices by id. */
  readonly lineage: ReadonlyMap<string, NameableVersion>;
}

const toPath = (root: readonly string[], issue: v.BaseIssue<unknown>): string => {
  const [first, ...others] = [...root, ...(issue.path ?? []).map(({ key }) => String(key))];
  return first === undefined ? '' : `${[first, ...others.map((name) => `[${name}]`)].join('')}: `;
};

/** Valibot's own messages contain the received value, which may be personal. */
const explain = ({ message }: v.BaseIssue<unknown>): string =>
  message.startsWith('Invalid ') ? 'It is missing, or not what it must be.' : message.replace(/^[a-z-]+: /, '');

/**
 * What is wrong with a value, in the words of an answer, without the value.
 *
 * @param root names of the place of the value
 */
export const explainIssues = (issues: readonly v.BaseIssue<unknown>[], ...root: readonly string[]): string[] =>
  issues.map((issue) => toPath(root, issue) + explain(issue));

const check = (name: string, schema: v.GenericSchema, value: unknown): string[] => {
  const { issues } = v.safeParse(schema, value);
  return issues === undefined ? [] : explainIssues(issues, name);
};

const tooLarge = (check: () => void): string[] => {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Problem) return [error.detail];
    throw error;
  }
};

const projectFaults = (line: ConsentLine, { projects }: Nameable): string[] => {
  const project = projects.get(line.projectUid);
  if (project === undefined) return ['projectUid: The account has no project of this UID; `project create` makes one.'];
  return project.id === line.projectId
    ? []
    : [
        'projectId: The project of this UID has another id here. Import the folder of the export into an account without this project.',
      ];
};

const versionFaults = (line: ConsentLine, { lineage }: Nameable): string[] => {
  const version = lineage.get(line.consentInformationVersionId);
  if (version === undefined) {
    return [
      'consentInformationVersionId: The account has no such version. Import the folder of the export, which has the notices too.',
    ];
  }
  return version.pid === line.consentInformationPid && version.contentHash === line.contentHash
    ? []
    : ['consentInformationVersionId: The version has another PID or another content here.'];
};

const timeFaults = ({ id, time, revokeTime, eraseTime }: ConsentLine, now: Date): string[] => {
  const given = new Date(time);
  const faults: string[] = [];
  if (given > now) faults.push('time: It is in the future.');
  if (given.getTime() < 0) faults.push('time: It is before 1970.');
  else if (timeOf(id).getTime() !== given.getTime()) faults.push('id: It does not begin with the time of the consent.');
  for (const [name, end] of Object.entries({ revokeTime, eraseTime })) {
    if (end === null) continue;
    if (new Date(end) < given) faults.push(`${name}: It is before the consent.`);
    if (new Date(end) > now) faults.push(`${name}: It is in the future.`);
  }
  return faults;
};

const revocationFaults = ({ id, revokeTime, revokeChannel, revokeProof, revokeObserved }: ConsentLine): string[] => {
  if (revokeTime === null) {
    const isInForce = [revokeChannel, revokeProof, revokeObserved].every((said) => said === null);
    return isInForce ? [] : ['revokeTime: A revocation has a time.'];
  }
  if (revokeChannel === null) return ['revokeChannel: A revocation has a channel.'];
  if (revokeProof === null) return ['revokeProof: A revocation has a proof.'];
  return [
    ...check('revokeProof', GivenProof, revokeProof),
    ...tooLarge(() => checkProofSize({ id, channel: revokeChannel, proof: revokeProof })),
  ];
};

const isEmpty = (map: object | null): boolean => map === null || Object.keys(map).length === 0;

const contentFaults = (line: ConsentLine): string[] => {
  const { proof, userData, revokeTime, revokeProof, eraseTime } = line;
  if (eraseTime !== null) {
    const isErased = [proof, userData, revokeProof].every(isEmpty) && revokeTime !== null;
    return isErased ? [] : ['eraseTime: An erased consent has no proof and no userData, and has ended.'];
  }
  return [
    ...Object.entries({ proof, userData, revokeProof }).flatMap(([name, members]) => textFaults(name, members)),
    ...check('proof', GivenProof, proof),
    ...check('userData', SomeUserData, userData),
    ...tooLarge(() => checkRecordSize({ proof, userData })),
    ...revocationFaults(line),
  ];
};

/**
 * Why a consent cannot be imported: what `add` would refuse, and what is impossible. Every reason names the member and
 * never contains its value, which may be personal.
 */
export const findFaults = (line: ConsentLine, nameable: Nameable, now: Date): string[] => [
  ...projectFaults(line, nameable),
  ...versionFaults(line, nameable),
  ...timeFaults(line, now),
  ...contentFaults(line),
];

const textsOf = (members: UserData): string[] =>
  Object.entries(members).flatMap(([name, member]) => [
    name,
    ...(typeof member === 'string' ? [member] : [member.label, member.value]),
  ]);

/** Faults of texts that no request could have, in names, labels and values. */
const textFaults = (where: string, members: UserData | null): string[] => {
  const wrong = textsOf(members ?? {})
    .map(findUnreadable)
    .find((fault) => fault !== undefined);
  return wrong === undefined ? [] : [`${where}: ${wrong}`];
};
