import type { components, operations, paths } from './schema.ts';

type Schemas = components['schemas'];

export type OperationName = keyof operations;
export type RequestOf<Name extends OperationName> = NonNullable<
  operations[Name]['requestBody']
>['content']['application/json'];
export type AnswerOf<Name extends OperationName> = operations[Name]['responses'][200]['content']['application/json'];

/** How the client calls an operation. */
export interface Definition {
  readonly path: keyof paths;
  /** Every answer of the operation has one of these members, or none at all if there are none. An answer without them did not come from the service. */
  readonly answers: readonly string[];
  /** Whether the operation accepts an Idempotency-Key, which makes it safe to repeat. */
  readonly takesKey: boolean;
}

type PidXorVersion<Pid, VersionId> =
  | { readonly consentInformationPid: Pid; readonly consentInformationVersionId?: never }
  | { readonly consentInformationVersionId: VersionId; readonly consentInformationPid?: never };
type NoticeMember = 'consentInformationPid' | 'consentInformationVersionId';

export type Identifier = Schemas['Identifier'];
export type UserData = Schemas['UserData'];
export type Proof = Schemas['Proof'];
export type Lang = Schemas['Lang'];
export type Channel = Schemas['Channel'];
export type Problem = Schemas['Problem'];
export type ParameterError = Schemas['ParameterError'];
export type TokenSet = Schemas['TokenSet'];
export type UserDetails = Schemas['UserDetails'];
export type Credentials = RequestOf<'login'>;

type Agreement = Omit<RequestOf<'addConsent'>, NoticeMember>;
/** Consents to one notice; the answer is a single consent. */
export type NewConsent = Agreement & PidXorVersion<number, Identifier>;
/** Consents to several notices, recorded together or not at all; the answer is a list. */
export type NewConsents = Agreement & PidXorVersion<readonly number[], readonly Identifier[]>;
export type AddedConsent = Schemas['AddedConsent'];
export type AddedConsents = Exclude<AnswerOf<'addConsent'>, AddedConsent>;

type PidOrVersionOrNone = PidXorVersion<number, Identifier> | { readonly [Member in NoticeMember]?: never };

/** What the consents to search for have in common. */
export type ConsentCriteria = Omit<RequestOf<'searchConsents'>, NoticeMember | 'first' | 'page' | 'perPage'> &
  PidOrVersionOrNone;
export type LatestSearch = ConsentCriteria & { readonly first: true; readonly page?: never; readonly perPage?: never };
export type PageSearch = ConsentCriteria &
  Pick<RequestOf<'searchConsents'>, 'page' | 'perPage'> & { readonly first?: false };
export type ConsentRecord = Schemas['ConsentRecord'];
export type ConsentPage = Extract<AnswerOf<'searchConsents'>, { totalPages: number }>;
export type LatestConsent = Exclude<AnswerOf<'searchConsents'>, ConsentPage>;

export type Revocation = RequestOf<'revokeConsent'>;
export type RevokedConsent = Schemas['RevokedConsent'];

export interface NoticeRequest {
  readonly pid: number | readonly number[];
}
export type Notice = Schemas['ConsentInformation'];
export type Notices = Schemas['Notices'];

/** A filter for the list; without it, all consents. */
export type ConsentListing = Omit<RequestOf<'listConsents'>, NoticeMember> & PidOrVersionOrNone;
export type ConsentState = NonNullable<RequestOf<'listConsents'>['state']>;
export type ListedConsent = Schemas['ListedConsent'];
export type ListedConsents = Schemas['ListedConsents'];
export type ListedNotice = Schemas['ListedNotice'];
export type ListedNotices = Schemas['ListedNotices'];
export type ListedVersion = Schemas['ListedVersion'];
export type NoticeVersion = Schemas['NoticeVersion'];
export type ListedProject = Schemas['ListedProject'];
export type ListedProjects = Schemas['ListedProjects'];
export type Overview = Schemas['Overview'];
export type SignedEvidence = Schemas['SignedEvidence'];
