import * as v from 'valibot';
import { limits } from '../limits.ts';
import { Pid, Pids, VersionIds } from '../notices/request.ts';
import { boolean, filledText, identifier, isMap, positiveInteger, says } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { findableValues, GivenProof, GivenUserData, isBlank, UserData } from './evidence.ts';

type Given = Readonly<Record<string, unknown>>;

/** A rule on several parameters, reported on one of them; checked even when other parameters are wrong. */
const rule = <Request extends object>(field: string, message: string, isBroken: (given: Given) => boolean) =>
  v.rawCheck<Request>(({ dataset, addIssue }) => {
    const given: unknown = dataset.value;
    if (!isMap(given) || !isBroken(given)) return;
    addIssue({ message, path: [{ type: 'object', origin: 'value', input: given, key: field, value: given[field] }] });
  });

const excludes = (other: string): string =>
  says('conflict', `Cannot be given together with ${other}; send only one of the two.`);

const isGiven = (value: unknown): boolean => value !== undefined;

const noticeGivenTwice = (given: Given): boolean =>
  isGiven(given.consentInformationPid) && isGiven(given.consentInformationVersionId);

const noticeMissing = (given: Given): boolean =>
  !isGiven(given.consentInformationPid) && !isGiven(given.consentInformationVersionId);

/** A notice as a caller names it: the version current now, or one version. */
export type NoticeReference = { readonly pid: number } | { readonly versionId: string };

interface NoticeParameters {
  readonly consentInformationPid?: number | number[] | undefined;
  readonly consentInformationVersionId?: string | string[] | undefined;
}

/** The notices that a request names, and whether it gives them as an array. */
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

export const ProjectUid = filledText(limits.keyCharacters);

/** userData of a consent, which is somebody's. */
export const SomeUserData = v.pipe(
  GivenUserData,
  v.minEntries(1, says('missing', 'Must have at least one member, as userData[email].')),
);

export const PerPage = v.pipe(
  positiveInteger,
  v.maxValue(limits.perPage, says('out-of-range', `Must be at most ${limits.perPage}.`)),
);

/** Specification 4.4. `isList` tells whether the notices were given as an array, which the answer then is too. */
export const NewConsents = v.pipe(
  v.strictObject({
    projectUid: ProjectUid,
    consentInformationPid: v.optional(Pids),
    consentInformationVersionId: v.optional(VersionIds),
    lang: v.optional(Lang, 'eng'),
    channel: v.optional(Channel, 'web'),
    proof: GivenProof,
    userData: SomeUserData,
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeGivenTwice),
  rule(
    'consentInformationPid',
    says('missing', 'This parameter or consentInformationVersionId is required.'),
    noticeMissing,
  ),
  v.transform(({ projectUid, lang, channel, proof, userData, ...notices }) => ({
    projectUid,
    ...referTo(notices),
    lang,
    channel,
    proof,
    userData,
    values: findableValues(userData),
  })),
);
export type NewConsents = v.InferOutput<typeof NewConsents>;

const searchesAll = ({ userData, id, projectUid }: Given): boolean =>
  isMap(userData) && Object.keys(userData).length === 0 && !isGiven(id) && !isGiven(projectUid);

const searchesBlank = ({ userData, id }: Given): boolean =>
  !isGiven(id) && v.is(UserData, userData) && Object.keys(userData).length > 0 && isBlank(userData);

/** What a search has where it does not say; not in its schema, where `page` must be known to be given or not. */
export const searchDefaults = { first: false, page: 1, perPage: limits.perPageDefault } as const;

/**
 * Specification 4.5. The search values come out normalised, without blank ones, which count as absent (open point 3);
 * `page` and `perPage` have their defaults.
 */
export const ConsentSearch = v.pipe(
  v.strictObject({
    id: v.optional(identifier),
    projectUid: v.optional(ProjectUid),
    consentInformationPid: v.optional(Pid),
    consentInformationVersionId: v.optional(identifier),
    lang: v.optional(Lang),
    channel: v.optional(Channel),
    first: v.optional(boolean),
    page: v.optional(positiveInteger),
    perPage: v.optional(PerPage),
    userData: GivenUserData,
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeGivenTwice),
  rule('page', excludes('first'), ({ first, page }) => first === true && isGiven(page)),
  rule('perPage', excludes('first'), ({ first, perPage }) => first === true && isGiven(perPage)),
  rule('userData', says('missing', 'May be empty only beside id or projectUid.'), searchesAll),
  rule('userData', says('missing', 'Has no value to search for; give one or leave its members out.'), searchesBlank),
  v.transform(({ userData, first, page, perPage, ...filters }) => ({
    ...filters,
    first: first ?? searchDefaults.first,
    page: page ?? searchDefaults.page,
    perPage: perPage ?? searchDefaults.perPage,
    values: findableValues(userData),
  })),
);
export type ConsentSearch = v.InferOutput<typeof ConsentSearch>;

/** Specification 4.6. */
export const Revocation = v.strictObject({ id: identifier, channel: v.optional(Channel, 'web'), proof: GivenProof });
export type Revocation = v.InferOutput<typeof Revocation>;
