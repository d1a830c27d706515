import type { Project } from '../accounts/project.ts';
import { parseProject } from '../accounts/project.ts';
import type { NamedVersion } from '../notices/reference.ts';
import { referenceKey, toNamedVersion } from '../notices/reference.ts';
import type { NoticeReference } from '../notices/request.ts';
import type { ParameterError } from '../problem.ts';
import { invalidParameters } from '../problem.ts';
import type { Item, Key } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import type { NewConsents } from './request.ts';

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
export interface Named {
  readonly projectUid?: string | undefined;
  readonly notices: readonly NoticeReference[];
  /** Whether the notices were given as an array. */
  readonly isList: boolean;
}

/** Where what is named is read. */
export const namedKeys = (accountId: string, { projectUid, notices }: Named): Key[] => [
  ...(projectUid === undefined ? [] : [keyOf.project(accountId, projectUid)]),
  ...notices.map((reference) => referenceKey(accountId, reference)),
];

/**
 * The project and the notice versions that are named.
 *
 * @param items those of `namedKeys`, perhaps with others after them
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const parseNamed = (
  { projectUid, notices, isList }: Named,
  items: readonly (Item | undefined)[],
): { project: Project | undefined; versions: NamedVersion[] } => {
  const [project, ...found] = projectUid === undefined ? [undefined, ...items] : items;
  const errors = projectUid !== undefined && project === undefined ? [unknownProject] : [];
  const versions = notices.flatMap((reference, i) => {
    const item = found[i];
    if (item !== undefined) return [toNamedVersion(reference, item)];
    errors.push(unknownNotice(reference, isList ? `[${i}]` : ''));
    return [];
  });
  if (errors.length > 0) throw invalidParameters(...errors);
  return { project: project && parseProject(project), versions };
};

/**
 * The project and the notice versions that new consents name.
 *
 * @param items those of `namedKeys`
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const findNamed = (
  request: NewConsents,
  items: readonly (Item | undefined)[],
): { project: Project; versions: NamedVersion[] } => {
  const { project, versions } = parseNamed(request, items);
  if (project === undefined) throw new Error('New consents name no project.');
  return { project, versions };
};
