import type { ParameterError } from './problem.ts';
import { invalidParameters } from './problem.ts';
import type { ConsentSearch, NewConsents, NoticeReference } from './schema/consent-request.ts';
import { batchGet } from './store/batch-get.ts';
import type { Table } from './store/client.ts';
import type { ConsentedVersion } from './store/consent.ts';
import { referenceKey, toConsentedVersion } from './store/notice-reference.ts';
import type { Project } from './store/project.ts';
import { parseProject, projectKey } from './store/project.ts';

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

/**
 * The project and the notice versions that a request names, in one round trip.
 *
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const findSubject = async (
  table: Table,
  accountId: string,
  { projectUid, notices, isList }: Pick<NewConsents, 'projectUid' | 'notices' | 'isList'>,
): Promise<{ project: Project; versions: ConsentedVersion[] }> => {
  const keys = [projectKey(accountId, projectUid), ...notices.map((reference) => referenceKey(accountId, reference))];
  const [project, ...items] = await batchGet(table, keys, { consistent: true });
  const versions: ConsentedVersion[] = [];
  const errors = project === undefined ? [unknownProject] : [];
  for (const [i, reference] of notices.entries()) {
    const item = items[i];
    if (item === undefined) errors.push(unknownNotice(reference, isList ? `[${i}]` : ''));
    else versions.push(toConsentedVersion(reference, item));
  }
  if (project === undefined || errors.length > 0) throw invalidParameters(...errors);
  return { project: parseProject(project), versions };
};

/**
 * Tells a search that found nothing from one that could not find anything: a filter may name a project or a notice that
 * the account does not have.
 *
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const checkFilters = async (
  table: Table,
  accountId: string,
  { projectUid, consentInformationPid: pid, consentInformationVersionId: versionId }: ConsentSearch,
): Promise<void> => {
  const named = [
    ...(projectUid === undefined ? [] : [{ key: projectKey(accountId, projectUid), error: unknownProject }]),
    ...[...(pid === undefined ? [] : [{ pid }]), ...(versionId === undefined ? [] : [{ versionId }])].map(
      (reference) => ({ key: referenceKey(accountId, reference), error: unknownNotice(reference, '') }),
    ),
  ];
  const items = await batchGet(
    table,
    named.map(({ key }) => key),
    { consistent: false },
  );
  const errors = named.filter((_, i) => items[i] === undefined).map(({ error }) => error);
  if (errors.length > 0) throw invalidParameters(...errors);
};
