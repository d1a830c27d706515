import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import type { Given } from '../schema/scalar.ts';
import { identifier, isGiven, positiveInteger, ruleMessage } from '../schema/scalar.ts';

const someNotices = ruleMessage('missing', 'Must name at least one notice.');
const tooManyNotices = ruleMessage('too-many', `May name at most ${limits.notices} notices. Send several requests.`);
const repeatedNotice = ruleMessage('repeated', 'Must name each notice only once.');

const listOf = <Reference extends v.GenericSchema<string, string | number>>(reference: Reference) =>
  v.pipe(
    v.array(reference),
    v.nonEmpty(someNotices),
    v.maxLength(limits.notices, tooManyNotices),
    v.check((references) => new Set(references).size === references.length, repeatedNotice),
  );

/** The PID of a notice. Its title distinguishes it from other numbers in documents. */
export const Pid = v.pipe(positiveInteger, v.title('PID'));

/** One PID, or an array of them. */
export const Pids = v.union(
  [Pid, listOf(Pid)],
  ruleMessage('malformed', 'Must be a notice PID, a whole number from 1, or an array of notice PIDs.'),
);

/** One notice version id, or an array of them. */
export const VersionIds = v.union(
  [identifier, listOf(identifier)],
  ruleMessage('malformed', 'Must be a notice version id or an array of notice version ids.'),
);

export const NoticeRequest = v.strictObject({
  pid: v.pipe(Pids, v.description('PIDs of notices, one or an array.')),
});

export const NoticeListRequest = v.strictObject({
  pid: v.optional(v.pipe(Pid, v.description('PID of a notice. Default: all notices of the account.'))),
});

export const NoticeVersionRequest = v.strictObject({
  id: v.pipe(identifier, v.description('Id of a notice version, current or earlier.')),
});

/** A notice as a caller names it: by its PID for the current version, or one version. */
export type NoticeReference = { readonly pid: number } | { readonly versionId: string };

interface NoticeParameters {
  readonly consentInformationPid?: number | number[] | undefined;
  readonly consentInformationVersionId?: string | string[] | undefined;
}

/** The notices in a request, and whether they came as an array. */
export const referTo = ({
  consentInformationPid: pids,
  consentInformationVersionId: versionIds,
}: NoticeParameters) => ({
  isList: Array.isArray(pids ?? versionIds),
  notices: [
    ...[pids ?? []].flat().map((pid): NoticeReference => ({ pid })),
    ...[versionIds ?? []].flat().map((versionId): NoticeReference => ({ versionId })),
  ],
});

/** Whether a request names its notices by PID. It never mixes PIDs and versions. */
export const isNamedByPid = ({ notices }: { readonly notices: readonly NoticeReference[] }): boolean =>
  notices.some((reference) => 'pid' in reference);

/** Whether parameters name notices both by PID and by version. */
export const noticeNamedTwice = (given: Given): boolean =>
  isGiven(given.consentInformationPid) && isGiven(given.consentInformationVersionId);
