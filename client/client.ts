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

/** Credentials, with which the client logs in whenever it has to, a store that has tokens, or both. */
export type ClientOptions = ConnectionOptions & { readonly store?: TokenStore } & (
    | Credentials
    | { readonly email?: never; readonly password?: never }
  );

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends CallOptions {
  /** Made for each call where it is not given. With the key of a call that failed the same request is recorded once. */
  readonly idempotencyKey?: string | undefined;
}

/** Operations whose methods say more than the document does, as of tokens, or the answer that a request has. */
type Narrowed =
  | ('login' | 'refreshToken' | 'details')
  | ('addConsent' | 'searchConsents' | 'getNotices')
  | ('listConsents' | 'listNotices' | 'listProjects' | 'getOverview');

type OptionsOf<Name extends OperationName> = (typeof definitions)[Name]['takesKey'] extends true
  ? WriteOptions
  : CallOptions;

/** The methods of all others. */
export type PlainOperations = {
  [Name in Exclude<OperationName, Narrowed>]: (
    request: RequestOf<Name>,
    options?: OptionsOf<Name>,
  ) => Promise<AnswerOf<Name>>;
};

/**
 * The operations of a consent register. They log in and refresh tokens by themselves, and repeat what failed for now.
 * All throw ConsentRegisterError, or the reason of the signal.
 */
export interface Client extends PlainOperations {
  /** Logs in now, by default with the credentials of the client. Others are used this once. */
  login(credentials?: Credentials, options?: CallOptions): Promise<TokenSet>;
  /** Refreshes now, by default with the token that the client has. */
  refreshToken(request?: RequestOf<'refreshToken'>, options?: CallOptions): Promise<TokenSet>;
  details(options?: CallOptions): Promise<UserDetails>;
  addConsent(consent: NewConsent, options?: WriteOptions): Promise<AddedConsent>;
  addConsent(consents: NewConsents, options?: WriteOptions): Promise<AddedConsents>;
  addConsent(request: NewConsent | NewConsents, options?: WriteOptions): Promise<AddedConsent | AddedConsents>;
  searchConsents(search: LatestSearch, options?: CallOptions): Promise<LatestConsent>;
  searchConsents(search: PageSearch, options?: CallOptions): Promise<ConsentPage>;
  searchConsents(search: LatestSearch | PageSearch, options?: CallOptions): Promise<LatestConsent | ConsentPage>;
  /** The records of all pages, newest first and each once, also where consents are added meanwhile. */
  searchAll(
    search: ConsentCriteria & { readonly perPage?: number },
    options?: CallOptions,
  ): AsyncGenerator<ConsentRecord, void, undefined>;
  getNotices(request: NoticeRequest, options?: CallOptions): Promise<Notices>;
  /** The document of `getEvidence` as it came, byte for byte: what is kept, handed on and verified (docs/evidence.md, Form). */
  getEvidenceFile(request: RequestOf<'getEvidence'>, options?: CallOptions): Promise<Uint8Array>;
  /** A page of a list. Where `next` is not null the list goes on, also behind an empty page. */
  listConsents(listing?: ConsentListing, options?: CallOptions): Promise<ListedConsents>;
  /** By default all notices. */
  listNotices(request?: RequestOf<'listNotices'>, options?: CallOptions): Promise<ListedNotices>;
  /** A page of the projects. Where `next` is not null the list goes on. */
  listProjects(request?: RequestOf<'listProjects'>, options?: CallOptions): Promise<ListedProjects>;
  /** By default of all projects, and of twelve months. */
  getOverview(request?: RequestOf<'getOverview'>, options?: CallOptions): Promise<Overview>;
}
