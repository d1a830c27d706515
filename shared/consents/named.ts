import type { ParameterError } from '../api/problem.ts';
import { invalidParameters } from '../api/problem.ts';
import type { Account } from '../identity/account.ts';
import { tellNotices, tellProjects } from '../identity/account.ts';
import type { Project } from '../identity/project.ts';
import { parseProject } from '../identity/project.ts';
import type { NoticeReference } from '../notices/notice-request.ts';
import type { NamedVersion } from '../notices/reference.ts';
import { referenceKey, toNamedVersion } from '../notices/reference.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import type { NewConsents } from './consent-request.ts';

const unknownProject = ({ roster }: Account): ParameterError => ({
  field: 'projectUid',
  code: 'unknown',
  detail: `The account has no project with this UID.${tellProjects(roster)}`,
});

/** What is wrong with a notice. */
type Fault = Omit<ParameterError, 'field'>;

const unknownNotice = ({ roster }: Account): Fault => ({
  code: 'unknown',
  detail: `The account has no such notice.${tellNotices(roster)}`,
});

const retiredNotice: Fault = {
  code: 'retired',
  detail: 'This notice is retired: nothing new is recorded for it. Show and send another notice.',
};

const toError = (reference: NoticeReference, index: string, fault: Fault): ParameterError => ({
  field: ('pid' in reference ? 'consentInformationPid' : 'consentInformationVersionId') + index,
  ...fault,
});

/** The project and the notices that a request names. */
export interface Named {
  readonly projectUid?: string | undefined;
  readonly notices: readonly NoticeReference[];
  /** Whether the notices were given as an array. */
  readonly isList: boolean;
}

/** The keys of the project and the notices that a request names. */
export const namedKeys = (accountId: string, { projectUid, notices }: Named) => ({
  project: projectUid === undefined ? undefined : keyOf.project(accountId, projectUid),
  notices: notices.map((reference) => referenceKey(accountId, reference)),
});

/** The items of `namedKeys`. */
export type NamedItems = ItemsOf<ReturnType<typeof namedKeys>>;

/**
 * The project and the notice versions that a request names.
 *
 * @param account in whose roster are those that it has
 * @param findFault finds further faults of a notice
 * @throws Problem parameters.invalid, with every project and notice that the account does not have or that has a fault
 */
export const parseNamed = (
  { projectUid, notices, isList }: Named,
  items: NamedItems,
  account: Account,
  findFault: (version: NamedVersion) => Fault | undefined = () => undefined,
): { project: Project | undefined; versions: NamedVersion[] } => {
  const { project } = items;
  const errors: ParameterError[] = projectUid !== undefined && project === undefined ? [unknownProject(account)] : [];
  const versions = notices.flatMap((reference, i) => {
    const item = items.notices[i];
    const version = item && toNamedVersion(reference, item);
    const fault = version ? findFault(version) : unknownNotice(account);
    if (fault) errors.push(toError(reference, isList ? `[${i}]` : '', fault));
    return version ?? [];
  });
  if (errors.length > 0) throw invalidParameters(...errors);
  return { project: project && parseProject(project), versions };
};

/**
 * The project and the notice versions that new consents name.
 *
 * @throws Problem parameters.invalid, with every project and notice that the account does not have, and every retired
 * notice
 */
export const findNamed = (
  request: NewConsents,
  items: NamedItems,
  account: Account,
): { project: Project; versions: NamedVersion[] } => {
  const { project, versions } = parseNamed(request, items, account, ({ retiredAt }) =>
    retiredAt === undefined ? undefined : retiredNotice,
  );
  if (project === undefined) throw new Error('New consents name no project.');
  return { project, versions };
};
