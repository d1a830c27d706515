import type { ConnectionOptions } from './connection.ts';
import type { definitions } from './definitions.ts';
import type {
  AddedConsent,
  AddedConsents,
  AnswerOf,
  ConsentCriteria,
  ConsentListing,
  ConsentPage,
  ConsentRecord,
  Credentials,
  LatestConsent,
  LatestSearch,
  ListedConsents,
  ListedNotices,
  ListedProjects,
  NewConsent,
  NewConsents,
  NoticeRequest,
  Notices,
  OperationName,
  Overview,
  PageSearch,
  RequestOf,
  TokenSet,
  UserDetails,
} from './operations.ts';
import type { TokenStore } from './tokens.ts';

/** Credentials for logging in, a store that has tokens, or both. */
export type ClientOptions = ConnectionOptions & { readonly store?: TokenStore } & (
    | Credentials
    | { readonly email?: never; readonly password?: never }
  );

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends CallOptions {
  /** By default, each call gets a new key. Repeat a failed request with its key, and it is recorded once. */
  readonly idempotencyKey?: string | undefined;
}

/** Operations whose methods have narrower types than the OpenAPI document, such as the answer to each kind of request. */
type Narrowed =
  | ('login' | 'refreshToken' | 'details' | 'logout')
  | ('addConsent' | 'searchConsents' | 'getNotices')
  | ('listConsents' | 'listNotices' | 'listProjects' | 'getOverview');

type OptionsOf<Name extends OperationName> = (typeof definitions)[Name]['takesKey'] extends true
  ? WriteOptions
  : CallOptions;

/** The methods of all other operations. */
export type PlainOperations = {
  [Name in Exclude<OperationName, Narrowed>]: (
    request: RequestOf<Name>,
    options?: OptionsOf<Name>,
  ) => Promise<AnswerOf<Name>>;
};

/**
 * The operations of a consent register. They log in, refresh tokens and repeat requests after temporary failures.
 * All throw ConsentRegisterError, or the reason of the signal.
 */
export interface Client extends PlainOperations {
  /** Logs in now, by default with the client's credentials. Other credentials are used only this once. */
  login(credentials?: Credentials, options?: CallOptions): Promise<TokenSet>;
  /** Refreshes now, by default with the client's token. */
  refreshToken(request?: RequestOf<'refreshToken'>, options?: CallOptions): Promise<TokenSet>;
  details(options?: CallOptions): Promise<UserDetails>;
  /** Ends the session of the client's token. The next call logs in again, if the client has credentials. */
  logout(options?: CallOptions): Promise<void>;
  addConsent(consent: NewConsent, options?: WriteOptions): Promise<AddedConsent>;
  addConsent(consents: NewConsents, options?: WriteOptions): Promise<AddedConsents>;
  addConsent(request: NewConsent | NewConsents, options?: WriteOptions): Promise<AddedConsent | AddedConsents>;
  searchConsents(search: LatestSearch, options?: CallOptions): Promise<LatestConsent>;
  searchConsents(search: PageSearch, options?: CallOptions): Promise<ConsentPage>;
  searchConsents(search: LatestSearch | PageSearch, options?: CallOptions): Promise<LatestConsent | ConsentPage>;
  /** The records of all pages, newest first and each once, even if consents are added meanwhile. */
  searchAll(
    search: ConsentCriteria & { readonly perPage?: number },
    options?: CallOptions,
  ): AsyncGenerator<ConsentRecord, void, undefined>;
  getNotices(request: NoticeRequest, options?: CallOptions): Promise<Notices>;
  /** The document of `getEvidence`, byte for byte: keep, pass on and verify it in this form (docs/evidence.md, Form). */
  getEvidenceFile(request: RequestOf<'getEvidence'>, options?: CallOptions): Promise<Uint8Array>;
  /** A page of a list. The list continues if `next` is not null, even after an empty page. */
  listConsents(listing?: ConsentListing, options?: CallOptions): Promise<ListedConsents>;
  /** By default all notices. */
  listNotices(request?: RequestOf<'listNotices'>, options?: CallOptions): Promise<ListedNotices>;
  /** A page of the projects. The list continues if `next` is not null. */
  listProjects(request?: RequestOf<'listProjects'>, options?: CallOptions): Promise<ListedProjects>;
  /** By default for all projects and twelve months. */
  getOverview(request?: RequestOf<'getOverview'>, options?: CallOptions): Promise<Overview>;
}
