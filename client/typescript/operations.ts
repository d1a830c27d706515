import type * as Schema from './schema.ts';

/** Every type of the OpenAPI document, by its name there. */
export type * from './schema.ts';

export type OperationName = keyof Schema.operations;
export type RequestOf<Name extends OperationName> = NonNullable<
  Schema.operations[Name]['requestBody']
>['content']['application/json'];
export type AnswerOf<Name extends OperationName> =
  Schema.operations[Name]['responses'][200]['content']['application/json'];

type PidXorVersion<Pid, VersionId> =
  | { readonly consentInformationPid: Pid; readonly consentInformationVersionId?: never }
  | { readonly consentInformationVersionId: VersionId; readonly consentInformationPid?: never };
type PidOrVersionOrNone =
  | PidXorVersion<number, Schema.Identifier>
  | { readonly consentInformationPid?: never; readonly consentInformationVersionId?: never };
type WithoutNotice<Request> = Omit<Request, 'consentInformationPid' | 'consentInformationVersionId'>;

export type Credentials = Schema.LoginRequest;

/** Consents to one notice; the answer is a single consent. */
export type NewConsent = WithoutNotice<Schema.AddConsentRequest> & PidXorVersion<number, Schema.Identifier>;
/** Consents to several notices, recorded together or not at all; the answer is a list. */
export type NewConsents = WithoutNotice<Schema.AddConsentRequest> &
  PidXorVersion<readonly number[], readonly Schema.Identifier[]>;
/** The answer to several notices. */
export type AddedConsents = Schema.AddedConsentList;

/** What the consents to search for have in common. */
export type ConsentCriteria = Omit<WithoutNotice<Schema.SearchConsentsRequest>, 'first' | 'page' | 'perPage'> &
  PidOrVersionOrNone;
export type LatestSearch = ConsentCriteria & { readonly first: true; readonly page?: never; readonly perPage?: never };
export type PageSearch = ConsentCriteria &
  Pick<Schema.SearchConsentsRequest, 'page' | 'perPage'> & { readonly first?: false };

export type Revocation = Schema.RevokeConsentRequest;

export interface NoticeRequest {
  readonly pid: number | readonly number[];
}
export type Notice = Schema.ConsentInformation;

/** A filter for the list; without it, all consents. */
export type ConsentListing = WithoutNotice<Schema.ListConsentsRequest> & PidOrVersionOrNone;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends CallOptions {
  /** By default, each call gets a new key. Repeat a failed request with its key, and it is recorded once. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * The operations of a consent register. They log in, refresh tokens and repeat requests after temporary failures.
 * All throw ConsentRegisterError, or the reason of the signal.
 */
export interface Client {
  /** Logs in now, by default with the client's credentials. Other credentials are used only this once. */
  login(credentials?: Credentials, options?: CallOptions): Promise<Schema.TokenSet>;
  /** Refreshes now, by default with the client's token. */
  refreshToken(request?: Schema.RefreshTokenRequest, options?: CallOptions): Promise<Schema.TokenSet>;
  details(options?: CallOptions): Promise<Schema.UserDetails>;
  /** Ends the session of the client's token. The next call logs in again, if the client has credentials. */
  logout(options?: CallOptions): Promise<void>;
  /**
   * Changes the password of the client's user, whose other sessions end. This client keeps its tokens; where it logs in by itself, give the new
   * password to the next one.
   */
  changePassword(request: Schema.ChangePasswordRequest, options?: CallOptions): Promise<void>;
  addConsent(consent: NewConsent, options?: WriteOptions): Promise<Schema.AddedConsent>;
  addConsent(consents: NewConsents, options?: WriteOptions): Promise<AddedConsents>;
  addConsent(request: NewConsent | NewConsents, options?: WriteOptions): Promise<Schema.AddedConsent | AddedConsents>;
  searchConsents(search: LatestSearch, options?: CallOptions): Promise<Schema.LatestConsent>;
  searchConsents(search: PageSearch, options?: CallOptions): Promise<Schema.ConsentPage>;
  searchConsents(
    search: LatestSearch | PageSearch,
    options?: CallOptions,
  ): Promise<Schema.LatestConsent | Schema.ConsentPage>;
  /**
   * All records, newest first and each once, even if consents are added or erased in the meantime. It lists their ids, `perPage` at a time, and asks
   * for each record alone, so a person may have any number of consents of any size.
   */
  searchAll(
    search: ConsentCriteria & { readonly perPage?: number },
    options?: CallOptions,
  ): AsyncGenerator<Schema.ConsentRecord, void, undefined>;
  revokeConsent(request: Revocation, options?: WriteOptions): Promise<Schema.RevokedConsent>;
  getNotices(request: NoticeRequest, options?: CallOptions): Promise<Schema.Notices>;
  getEvidence(request: Schema.GetEvidenceRequest, options?: CallOptions): Promise<Schema.SignedEvidence>;
  /** The document of `getEvidence`, byte for byte: keep, pass on and verify it so (docs/evidence-format.md, Document). */
  getEvidenceFile(request: Schema.GetEvidenceRequest, options?: CallOptions): Promise<Uint8Array>;
  /** Whether each of up to 100 people may be written to now, in the order of the request. */
  checkPeople(request: Schema.CheckPeopleRequest, options?: CallOptions): Promise<Schema.CheckedPeople>;
  /** The links of up to 100 people, in the order of the request. Whoever has a link may withdraw: send it to that person alone. */
  makeLinks(request: Schema.MakeLinksRequest, options?: CallOptions): Promise<Schema.MadeLinks>;
  /** A page of a list. The list continues if `next` is not null, even after an empty page. */
  listConsents(listing?: ConsentListing, options?: CallOptions): Promise<Schema.ListedConsents>;
  /** A page of the consents whose people must be asked again, and why. The list continues if `next` is not null, even after an empty page. */
  listDueConsents(request?: Schema.ListDueConsentsRequest, options?: CallOptions): Promise<Schema.DueConsents>;
  /** By default all notices. */
  listNotices(request?: Schema.ListNoticesRequest, options?: CallOptions): Promise<Schema.ListedNotices>;
  getNoticeVersion(request: Schema.GetNoticeVersionRequest, options?: CallOptions): Promise<Schema.NoticeVersion>;
  /** A page of the projects. The list continues if `next` is not null. */
  listProjects(request?: Schema.ListProjectsRequest, options?: CallOptions): Promise<Schema.ListedProjects>;
  /** By default for all projects and twelve months. */
  getOverview(request?: Schema.GetOverviewRequest, options?: CallOptions): Promise<Schema.Overview>;
  /** Mails a link to `userData.email`, behind which the consents are recorded: only the mailbox can confirm them. It may take five seconds. */
  requestConfirmation(request: NewConsent | NewConsents, options?: WriteOptions): Promise<Schema.RequestedConfirmation>;
  /** Asks the operator to erase consents, or withdraws such a request. It erases nothing itself. */
  requestErasure(request: Schema.RequestErasureRequest, options?: WriteOptions): Promise<Schema.RequestedErasure>;
  /** A page of the requests to erase consents, newest first. The list continues if `next` is not null. */
  listErasureRequests(
    request?: Schema.ListErasureRequestsRequest,
    options?: CallOptions,
  ): Promise<Schema.RequestedErasures>;
}
