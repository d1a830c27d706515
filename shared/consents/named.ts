import type { Project } from '../accounts/project.ts';
import { parseProject, projectKey } from '../accounts/project.ts';
import { referenceKey, toConsentedVersion } from '../notices/reference.ts';
import type { ParameterError } from '../problem.ts';
import { invalidParameters } from '../problem.ts';
import type { Item, Key } from '../store/client.ts';
import type { ConsentedVersion } from './consent.ts';
import type { ConsentSearch, NewConsents, NoticeReference } from './request.ts';
import { referTo } from './request.ts';

const unknownProject: ParameterError = {
  field: 'projectUid',
  code: 'unknown',
  detail: 'The account has no project with this UID.',
};

const unknownNotice = (reference: NoticeReference, index: string): ParameterError => ({
  field: ('pid' in reference ? 'consentInformationPid' : 'consentInformationVersionId') + index,
  code: 'unknown',
  detail: 'The account has no such notice.',
});

/** What a request names of the account. */
interface Named {
  readonly projectUid?: string | undefined;
  readonly notices: readonly NoticeReference[];
  /** Whether the notices were given as an array. */
  readonly isList: boolean;
}

const filtersOf = ({ projectUid, consentInformationPid, consentInformationVersionId }: ConsentSearch): Named => ({
  projectUid,
  ...referTo({ consentInformationPid, consentInformationVersionId }),
});

const keysOf = (accountId: string, { projectUid, notices }: Named): Key[] => [
  ...(projectUid === undefined ? [] : [projectKey(accountId, projectUid)]),
  ...notices.map((reference) => referenceKey(accountId, reference)),
];

/** @throws Problem parameters.invalid, listing every one that the account does not have */
const parseNamed = (
  { projectUid, notices, isList }: Named,
  items: readonly (Item | undefined)[],
): { project: Project | undefined; versions: ConsentedVersion[] } => {
  const [project, ...found] = projectUid === undefined ? [undefined, ...items] : items;
  const errors = projectUid !== undefined && project === undefined ? [unknownProject] : [];
  const versions = notices.flatMap((reference, i) => {
    const item = found[i];
    if (item !== undefined) return [toConsentedVersion(reference, item)];
    errors.push(unknownNotice(reference, isList ? `[${i}]` : ''));
    return [];
  });
  if (errors.length > 0) throw invalidParameters(...errors);
  return { project: project && parseProject(project), versions };
};

/** Where the project and the notices that new consents name are read. */
export const subjectKeys = (accountId: string, request: NewConsents): Key[] => keysOf(accountId, request);

/**
 * The project and the notice versions that new consents name.
 *
 * @param items those of `subjectKeys`
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const findSubject = (
  request: NewConsents,
  items: readonly (Item | undefined)[],
): { project: Project; versions: ConsentedVersion[] } => {
  const { project, versions } = parseNamed(request, items);
  if (project === undefined) throw new Error('New consents name no project.');
  return { project, versions };
};

/** Where the project and the notice that a search filters by are read. */
export const filterKeys = (accountId: string, search: ConsentSearch): Key[] => keysOf(accountId, filtersOf(search));

/**
 * Tells a search that may find nothing from one that cannot find anything: a filter may name a project or a notice that the
 * account does not have.
 *
 * @param items those of `filterKeys`, perhaps with others after them
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const checkFilters = (search: ConsentSearch, items: readonly (Item | undefined)[]): void => {
  parseNamed(filtersOf(search), items);
};
