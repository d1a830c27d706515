<?php
// Made of docs/openapi.json by `npm run generate`; not to be edited.

declare(strict_types=1);

namespace ConsentRegister;

/**
 * The requests and answers as array shapes, for PHPStan and PhpStorm. Nothing needs this file at run time.
 *
 * @phpstan-type LoginRequest array{
 *   email: string,
 *   password: string,
 * }
 * @phpstan-type RefreshTokenRequest array{
 *   refresh_token: string,
 * }
 * @phpstan-type AddConsentRequest array{
 *   projectUid: string,
 *   consentInformationPid?: int|list<int>,
 *   consentInformationVersionId?: Identifier|list<Identifier>,
 *   lang?: Lang,
 *   channel?: Channel,
 *   proof: GivenProof,
 *   userData: GivenUserData,
 * }
 * @phpstan-type SearchConsentsRequest array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   consentInformationVersionId?: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   first?: bool,
 *   page?: int,
 *   perPage?: int,
 *   userData: SearchedUserData,
 * }
 * @phpstan-type RevokeConsentRequest array{
 *   id: Identifier,
 *   channel?: Channel,
 *   proof: GivenProof,
 * }
 * @phpstan-type GetNoticesRequest array{
 *   pid: int|list<int>,
 * }
 * @phpstan-type GetEvidenceRequest array{
 *   id: Identifier,
 *   at?: string,
 *   treeSize?: int,
 * }
 * @phpstan-type CheckPeopleRequest array{
 *   pid: int,
 *   people: list<GivenPerson>,
 * }
 * @phpstan-type MakeLinksRequest array{
 *   people: list<LinkedPerson>,
 *   pid?: int,
 *   days?: int,
 * }
 * @phpstan-type ListConsentsRequest array{
 *   from?: string,
 *   until?: string,
 *   state?: ConsentState,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   consentInformationVersionId?: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   userData?: SearchedUserData,
 *   after?: Identifier,
 *   perPage?: int,
 * }
 * @phpstan-type ListDueConsentsRequest array{
 *   days?: int,
 *   reason?: DueReason,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   after?: Identifier,
 *   perPage?: int,
 * }
 * @phpstan-type ListNoticesRequest array{
 *   pid?: int,
 * }
 * @phpstan-type GetNoticeVersionRequest array{
 *   id: Identifier,
 * }
 * @phpstan-type ListProjectsRequest array{
 *   after?: string,
 *   perPage?: int,
 * }
 * @phpstan-type GetOverviewRequest array{
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   months?: int,
 * }
 * @phpstan-type RequestConfirmationRequest array{
 *   projectUid: string,
 *   consentInformationPid?: int|list<int>,
 *   consentInformationVersionId?: Identifier|list<Identifier>,
 *   lang?: Lang,
 *   channel?: Channel,
 *   proof: GivenProof,
 *   userData: GivenUserData,
 * }
 * @phpstan-type RequestErasureRequest array{
 *   ids?: Identifier|list<Identifier>,
 *   extent?: ErasureExtent,
 *   reason?: ErasureReason,
 *   reference?: string,
 *   receivedOn?: string,
 *   withdraw?: Identifier,
 * }
 * @phpstan-type ListErasureRequestsRequest array{
 *   after?: Identifier,
 *   perPage?: int,
 * }
 * @phpstan-type ChangePasswordRequest array{
 *   currentPassword: string,
 *   newPassword: string,
 * }
 * @phpstan-type GivenProof array<string, string>
 * @phpstan-type GivenUserData array<string, string|array{
 *   label: string,
 *   value: string,
 * }>
 * @phpstan-type GivenPerson array<string, string|array{
 *   label: string,
 *   value: string,
 * }>
 * @phpstan-type LinkedPerson array{
 *   email?: string,
 *   mobile_phone?: string,
 *   phone?: string,
 *   tax_code?: string,
 * }
 * @phpstan-type SearchedUserData array<string, string|array{
 *   label: string,
 *   value: string,
 * }>
 * @phpstan-type AddedConsent array{
 *   consentId: Identifier,
 *   consentInformationVersionId: Identifier,
 *   consentInformationPid: int,
 *   time: string,
 * }
 * @phpstan-type AddedConsentList array{
 *   data: list<AddedConsent>,
 * }
 * @phpstan-type AddedConsents AddedConsent|AddedConsentList
 * @phpstan-type ChangedPassword array{}
 * @phpstan-type Channel 'web'|'web.form'|'web.social.login'|'email'|'app.form'
 * @phpstan-type CheckReason 'none'|'revoked'|'expired'|'superseded'
 * @phpstan-type CheckedPeople array{
 *   data: list<CheckedPerson>,
 * }
 * @phpstan-type CheckedPerson array{
 *   allowed: bool,
 *   reason: CheckReason|null,
 * }
 * @phpstan-type ConsentInformation array{
 *   id: Identifier,
 *   pid: int,
 *   version: int,
 *   validityDays: int,
 *   notification: bool,
 *   title: array<Lang, string>,
 *   descriptionHtml: array<Lang, string>,
 * }
 * @phpstan-type ConsentPage array{
 *   page: string,
 *   totalPages: int,
 *   results: int,
 *   resultsPerPage: int,
 *   totalResults: int,
 *   data: list<ConsentRecord>,
 * }
 * @phpstan-type ConsentRecord array{
 *   id: Identifier,
 *   projectUid: string,
 *   projectId: Identifier,
 *   consentInformationPid: int,
 *   consentInformationVersionId: Identifier,
 *   lang: Lang,
 *   time: string,
 *   channel: Channel,
 *   channelData: array{},
 *   proof: Proof,
 *   userData: UserData,
 *   revoked: bool,
 *   revokeTime: string|null,
 *   revokeChannel: Channel|null,
 *   revokeChannelData: array{}|null,
 *   revokeProof: Proof|null,
 * }
 * @phpstan-type ConsentState 'active'|'revoked'|'expired'|'superseded'|'erased'
 * @phpstan-type DueConsent array{
 *   id: Identifier,
 *   projectUid: string,
 *   consentInformationPid: int,
 *   consentInformationVersionId: Identifier,
 *   consentInformationVersion: int,
 *   lang: Lang,
 *   channel: Channel,
 *   time: string,
 *   userData: array<string, string|LabelledValue>,
 *   reasons: list<DueSince>,
 *   due: string,
 * }
 * @phpstan-type DueConsents array{
 *   data: list<DueConsent>,
 *   next: Identifier|null,
 * }
 * @phpstan-type DueReason 'expires'|'superseded'|'language'
 * @phpstan-type DueSince array{
 *   reason: DueReason,
 *   since: string,
 * }
 * @phpstan-type EndedSession array{}
 * @phpstan-type ErasureExtent 'evidence'|'everything'
 * @phpstan-type ErasureReason 'no-longer-needed'|'consent-revoked'|'objected'|'unlawful'|'legal-obligation'|'child'
 * @phpstan-type ErasureRequestState 'open'|'erasing'|'done'|'refused'|'withdrawn'
 * @phpstan-type FoundConsents ConsentPage|LatestConsent
 * @phpstan-type Identifier string
 * @phpstan-type LabelledValue array{
 *   label: string,
 *   value: string,
 * }
 * @phpstan-type Lang 'ita'|'eng'|'spa'|'deu'|'fra'|'tur'|'por'|'rus'|'ukr'
 * @phpstan-type LatestConsent array{
 *   data: ConsentRecord|null,
 * }
 * @phpstan-type ListedConsent array{
 *   id: Identifier,
 *   projectUid: string,
 *   projectId: Identifier,
 *   consentInformationPid: int,
 *   consentInformationVersionId: Identifier,
 *   consentInformationVersion: int,
 *   lang: Lang,
 *   channel: Channel,
 *   receivedBy: ReceivedBy|null,
 *   time: string,
 *   userData: array<string, string|LabelledValue>,
 *   imported: bool,
 *   state: ConsentState,
 *   since: string,
 *   revokeTime: string|null,
 *   expiryTime: string|null,
 *   supersedeTime: string|null,
 *   eraseTime: string|null,
 *   revokeChannel: Channel|null,
 *   revokeReceivedBy: ReceivedBy|null,
 *   revokeLink: UsedLink|null,
 * }
 * @phpstan-type ListedConsents array{
 *   data: list<ListedConsent>,
 *   next: Identifier|null,
 * }
 * @phpstan-type ListedNotice array{
 *   pid: int,
 *   name: string,
 *   title?: array<Lang, string>,
 *   retiredAt: string|null,
 *   versions: list<ListedVersion>,
 * }
 * @phpstan-type ListedNotices array{
 *   data: list<ListedNotice>,
 * }
 * @phpstan-type ListedProject array{
 *   uid: string,
 *   id: Identifier,
 *   name: string,
 * }
 * @phpstan-type ListedProjects array{
 *   data: list<ListedProject>,
 *   next: string|null,
 *   accountName: string,
 * }
 * @phpstan-type ListedVersion array{
 *   id: Identifier,
 *   version: int,
 *   publishedAt: string,
 *   currentUntil: string|null,
 *   publishedBy: string,
 *   contentHash: string,
 *   languages: list<string>,
 *   validityDays: int,
 *   askAgain: bool,
 * }
 * @phpstan-type MadeLink array{
 *   page: string,
 *   oneClick: string|null,
 *   headers: array<string, string>|null,
 * }
 * @phpstan-type MadeLinks array{
 *   data: list<MadeLink>,
 * }
 * @phpstan-type NoticeDataKind array{
 *   name: string,
 *   type?: string,
 *   optional?: bool,
 *   sensitive?: bool,
 *   special?: bool,
 * }
 * @phpstan-type NoticeParty array{
 *   name: string,
 *   address?: string,
 *   contact?: string,
 *   email?: string,
 *   phone?: string,
 *   url?: string,
 * }
 * @phpstan-type NoticeRecourse array{
 *   name: string,
 *   type?: string,
 *   url?: string,
 * }
 * @phpstan-type NoticeStorage array{
 *   name: string,
 *   duration?: string,
 * }
 * @phpstan-type NoticeTerm array{
 *   name: string,
 *   type?: string,
 * }
 * @phpstan-type NoticeVersion array{
 *   id: Identifier,
 *   pid: int,
 *   version: int,
 *   validityDays: int,
 *   notification: bool,
 *   title: array<Lang, string>,
 *   descriptionHtml: array<Lang, string>,
 *   name: string,
 *   publishedAt: string,
 *   currentUntil: string|null,
 *   publishedBy: string,
 *   contentHash: string,
 *   askAgain: bool,
 *   retentionDays?: int,
 *   controller?: NoticeParty,
 *   purposes?: list<NoticeTerm>,
 *   recipients?: list<NoticeParty>,
 *   personalData?: list<NoticeDataKind>,
 *   processing?: list<NoticeTerm>,
 *   dataSources?: list<NoticeTerm>,
 *   storageLocations?: list<NoticeTerm>,
 *   storagePeriod?: NoticeStorage,
 *   processingLocations?: list<NoticeTerm>,
 *   jurisdictions?: list<NoticeTerm>,
 *   lawfulBasis?: NoticeTerm,
 *   consentType?: string,
 *   withdrawal?: NoticeRecourse,
 *   rights?: list<NoticeRecourse>,
 *   authority?: NoticeParty,
 * }
 * @phpstan-type Notices array{
 *   data: array<int, ConsentInformation>,
 * }
 * @phpstan-type Overview array{
 *   countedUntil: string|null,
 *   data: list<OverviewMonth>,
 *   versions: list<OverviewVersion>,
 *   unconfirmedRequests: int,
 * }
 * @phpstan-type OverviewMonth array{
 *   month: string,
 *   given: int,
 *   revoked: int,
 *   expired: int,
 *   superseded: int,
 *   erased: int,
 *   active: int,
 * }
 * @phpstan-type OverviewVersion array{
 *   consentInformationPid: int,
 *   consentInformationVersionId: Identifier,
 *   consentInformationVersion: int,
 *   given: int,
 *   revoked: int,
 *   expired: int,
 *   superseded: int,
 *   erased: int,
 *   active: int,
 * }
 * @phpstan-type Proof array<string, string>
 * @phpstan-type ReceivedBy 'telephone'|'letter'|'in-person'|'fax'|'other'
 * @phpstan-type RequestedConfirmation array{
 *   id: Identifier,
 *   endTime: string,
 * }
 * @phpstan-type RequestedErasure array{
 *   id: Identifier,
 *   state: ErasureRequestState,
 *   consentIds: list<Identifier>,
 *   extent: ErasureExtent,
 *   reason: ErasureReason,
 *   reference: string|null,
 *   receivedOn: string,
 *   dueOn: string,
 *   requestTime: string,
 *   userId: int,
 *   endTime: string|null,
 *   erased: int,
 *   refusal: string|null,
 * }
 * @phpstan-type RequestedErasures array{
 *   data: list<RequestedErasure>,
 *   damaged: list<string>,
 *   next: Identifier|null,
 * }
 * @phpstan-type RevokedConsent array{
 *   revoked: true,
 *   consentId: Identifier,
 *   consentInformationId: Identifier,
 *   time: string,
 * }
 * @phpstan-type SignedEvidence array{
 *   protected: string,
 *   signature: string,
 *   statement: array<string, mixed>,
 *   log?: array<string, mixed>,
 * }
 * @phpstan-type TokenSet array{
 *   token_type: 'Bearer',
 *   expires_in: int,
 *   access_token: string,
 *   refresh_token: string,
 * }
 * @phpstan-type UsedLink array{
 *   key: 'email'|'mobile_phone'|'phone'|'tax_code',
 *   userId: int,
 *   day: string,
 * }
 * @phpstan-type UserData array<string, string|LabelledValue>
 * @phpstan-type UserDetails array{
 *   id: int,
 *   name: string,
 *   email: string,
 *   email_verified_at: string,
 *   created_at: string,
 *   updated_at: string,
 * }
 * @phpstan-type Problem array{
 *   type: string,
 *   title: string,
 *   status: int,
 *   detail: string,
 *   code: string,
 *   requestId: string,
 *   errors?: list<ParameterError>,
 * }
 * @phpstan-type ParameterError array{
 *   field: string,
 *   code: string,
 *   detail: string,
 * }
 * @phpstan-type Credentials LoginRequest
 * @phpstan-type NewConsent array{
 *   projectUid: string,
 *   consentInformationPid: int,
 *   lang?: Lang,
 *   channel?: Channel,
 *   proof: GivenProof,
 *   userData: GivenUserData,
 * }|array{
 *   projectUid: string,
 *   consentInformationVersionId: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   proof: GivenProof,
 *   userData: GivenUserData,
 * }
 * @phpstan-type NewConsents array{
 *   projectUid: string,
 *   consentInformationPid: list<int>,
 *   lang?: Lang,
 *   channel?: Channel,
 *   proof: GivenProof,
 *   userData: GivenUserData,
 * }|array{
 *   projectUid: string,
 *   consentInformationVersionId: list<Identifier>,
 *   lang?: Lang,
 *   channel?: Channel,
 *   proof: GivenProof,
 *   userData: GivenUserData,
 * }
 * @phpstan-type ConsentCriteria array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   lang?: Lang,
 *   channel?: Channel,
 *   perPage?: int,
 *   userData: SearchedUserData,
 * }|array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationVersionId?: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   perPage?: int,
 *   userData: SearchedUserData,
 * }
 * @phpstan-type LatestSearch array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   lang?: Lang,
 *   channel?: Channel,
 *   userData: SearchedUserData,
 *   first: true,
 * }|array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationVersionId?: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   userData: SearchedUserData,
 *   first: true,
 * }
 * @phpstan-type PageSearch array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   lang?: Lang,
 *   channel?: Channel,
 *   page?: int,
 *   perPage?: int,
 *   userData: SearchedUserData,
 *   first?: false,
 * }|array{
 *   id?: Identifier,
 *   projectUid?: string,
 *   consentInformationVersionId?: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   page?: int,
 *   perPage?: int,
 *   userData: SearchedUserData,
 *   first?: false,
 * }
 * @phpstan-type Revocation RevokeConsentRequest
 * @phpstan-type NoticeRequest GetNoticesRequest
 * @phpstan-type Notice ConsentInformation
 * @phpstan-type ConsentListing array{
 *   from?: string,
 *   until?: string,
 *   state?: ConsentState,
 *   projectUid?: string,
 *   consentInformationPid?: int,
 *   lang?: Lang,
 *   channel?: Channel,
 *   userData?: SearchedUserData,
 *   after?: Identifier,
 *   perPage?: int,
 * }|array{
 *   from?: string,
 *   until?: string,
 *   state?: ConsentState,
 *   projectUid?: string,
 *   consentInformationVersionId?: Identifier,
 *   lang?: Lang,
 *   channel?: Channel,
 *   userData?: SearchedUserData,
 *   after?: Identifier,
 *   perPage?: int,
 * }
 * @phpstan-type NoticeListing ListNoticesRequest
 * @phpstan-type NoticeVersionRequest GetNoticeVersionRequest
 * @phpstan-type EvidenceRequest GetEvidenceRequest
 * @phpstan-type ProjectListing ListProjectsRequest
 * @phpstan-type OverviewRequest GetOverviewRequest
 */
interface Schema
{
}
