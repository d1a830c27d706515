// Made of docs/openapi.json by `npm run generate`; not to be edited.

export interface paths {
  '/login': {
    post: operations['login'];
  };
  '/details': {
    post: operations['details'];
  };
  '/refresh-token': {
    post: operations['refreshToken'];
  };
  '/consent-register/add': {
    post: operations['addConsent'];
  };
  '/consent-register/search': {
    post: operations['searchConsents'];
  };
  '/consent-register/revoke': {
    post: operations['revokeConsent'];
  };
  '/consent-register/information/get': {
    post: operations['getNotices'];
  };
  '/consent-register/evidence/get': {
    post: operations['getEvidence'];
  };
  '/consent-register/list': {
    post: operations['listConsents'];
  };
  '/consent-register/notices/list': {
    post: operations['listNotices'];
  };
  '/consent-register/notices/get': {
    post: operations['getNoticeVersion'];
  };
  '/consent-register/projects/list': {
    post: operations['listProjects'];
  };
  '/consent-register/overview/get': {
    post: operations['getOverview'];
  };
  '/logout': {
    post: operations['logout'];
  };
}

export interface components {
  schemas: {
    LoginRequest: {
      /** Email of the user, in upper or lower case. */
      email: string;
      /** Password of the user. Every character counts. */
      password: string;
    };
    RefreshTokenRequest: {
      /** The refresh token from `/login` or from the last refresh. */
      refresh_token: string;
    };
    AddConsentRequest: {
      /** UID of the project, as set by the operator. */
      projectUid: string;
      /** PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both. */
      consentInformationPid?: number | number[];
      /** Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both. */
      consentInformationVersionId?: components['schemas']['Identifier'] | components['schemas']['Identifier'][];
      /** Language in which the person saw the text. It is recorded even if the notice has no text in it. Default: `eng`. */
      lang?: components['schemas']['Lang'];
      /** How the consent reached you. Default: `web`. */
      channel?: components['schemas']['Channel'];
      /** What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. */
      proof: components['schemas']['GivenProof'];
      /** Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`. */
      userData: components['schemas']['GivenUserData'];
    };
    SearchConsentsRequest: {
      /** Id of a consent. */
      id?: components['schemas']['Identifier'];
      /** UID of a project. */
      projectUid?: string;
      /** PID of a notice: consents to any of its versions. Not together with `consentInformationVersionId`. */
      consentInformationPid?: number;
      /** Id of a notice version. Not together with `consentInformationPid`. */
      consentInformationVersionId?: components['schemas']['Identifier'];
      /** Language in which the person saw the text. */
      lang?: components['schemas']['Lang'];
      /** How the consent reached you. */
      channel?: components['schemas']['Channel'];
      /** If true, `data` is the latest consent or `null`. Not together with `page` or `perPage`. Default: `false`. */
      first?: boolean;
      /** Number of the page, from 1. Default: `1`. */
      page?: number;
      /** Consents on a page. Default: `20`. */
      perPage?: number;
      /** The values to search for. A labelled value counts by its `value`. With an `id` or a `projectUid` it may be empty (`userData=` in a form), but it may not be left out. */
      userData: components['schemas']['SearchedUserData'];
    };
    RevokeConsentRequest: {
      /** Id of the consent. */
      id: components['schemas']['Identifier'];
      /** How the revocation reached you. Default: `web`. */
      channel?: components['schemas']['Channel'];
      /** What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. */
      proof: components['schemas']['GivenProof'];
    };
    GetNoticesRequest: {
      /** PIDs of notices, one or an array. */
      pid: number | number[];
    };
    GetEvidenceRequest: {
      /** Id of the consent. */
      id: components['schemas']['Identifier'];
      /** A month, a day or a time in UTC, such as `2026-11`, `2026-11-22` or `2026-11-22T14:30`. The document also has the state of the consent at that time. Default: now. */
      at?: string;
      /** Size of the log, from a checkpoint that the reader has kept. If the consent is in that tree, the document also proves this. */
      treeSize?: number;
    };
    ListConsentsRequest: {
      /** Consents given from this month, day or time on, in UTC, such as `2026-11` or `2026-11-22`. */
      from?: string;
      /** Consents given until the end of this month, day or minute. */
      until?: string;
      /** State of the consents now. */
      state?: components['schemas']['ConsentState'];
      /** UID of a project. */
      projectUid?: string;
      /** PID of a notice: consents to any of its versions. Not together with `consentInformationVersionId`. */
      consentInformationPid?: number;
      /** Id of a notice version. Not together with `consentInformationPid`. */
      consentInformationVersionId?: components['schemas']['Identifier'];
      /** Language in which the person saw the text. */
      lang?: components['schemas']['Lang'];
      /** How the consent reached you. */
      channel?: components['schemas']['Channel'];
      /** Values that a consent must have, compared as in a search. A labelled value counts by its `value`. */
      userData?: components['schemas']['SearchedUserData'];
      /** `next` of the previous answer. */
      after?: components['schemas']['Identifier'];
      /** Largest number of consents in the answer. Default: `20`. */
      perPage?: number;
    };
    ListNoticesRequest: {
      /** PID of a notice. Default: all notices of the account. */
      pid?: number;
    };
    GetNoticeVersionRequest: {
      /** Id of a notice version, current or earlier. */
      id: components['schemas']['Identifier'];
    };
    ListProjectsRequest: {
      /** `next` of the previous answer. */
      after?: string;
    };
    GetOverviewRequest: {
      /** UID of a project. Default: all projects. */
      projectUid?: string;
      /** Number of months, including this one. Default: `12`. */
      months?: number;
    };
    /** What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. */
    GivenProof: {
      [key: string]: string;
    };
    /** Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`. */
    GivenUserData: {
      [key: string]: string | {
        label: string;
        value: string;
      };
    };
    SearchedUserData: {
      [key: string]: string | {
        label: string;
        value: string;
      };
    };
    AddedConsent: {
      /** Id of the consent. Use it to revoke the consent. */
      consentId: components['schemas']['Identifier'];
      /** Id of the notice version. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** PID of the notice. */
      consentInformationPid: number;
      /** When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`). */
      time: string;
    };
    AddedConsentList: {
      /** In the order of the notices in the request. */
      data: components['schemas']['AddedConsent'][];
    };
    /** The list, if the notices were sent as an array. */
    AddedConsents: components['schemas']['AddedConsent'] | components['schemas']['AddedConsentList'];
    /** How a consent or a revocation reached you. */
    Channel: 'web' | 'web.form' | 'web.social.login' | 'email' | 'app.form';
    ConsentInformation: {
      /** Id of the notice version. */
      id: components['schemas']['Identifier'];
      /** PID of the notice. */
      pid: number;
      /** Number of the version, from 1. */
      version: number;
      /** Days for which a consent to the version is meant to hold. 0 means no limit. */
      validityDays: number;
      /** Set by the operator for your own use. The register does not act on it. */
      notification: boolean;
      /** Title by language. */
      title: {
        [key: string]: string;
      };
      /** Text as HTML, by language. */
      descriptionHtml: {
        [key: string]: string;
      };
    };
    ConsentPage: {
      /** Number of this page, as a string. */
      page: string;
      /** Number of pages. */
      totalPages: number;
      /** Consents on this page. */
      results: number;
      /** Consents on a full page. */
      resultsPerPage: number;
      /** Consents on all pages. */
      totalResults: number;
      /** Newest first. */
      data: components['schemas']['ConsentRecord'][];
    };
    ConsentRecord: {
      /** Id of the consent. Use it to revoke the consent. */
      id: components['schemas']['Identifier'];
      /** UID of the project. */
      projectUid: string;
      /** Id of the project. */
      projectId: components['schemas']['Identifier'];
      /** PID of the notice. */
      consentInformationPid: number;
      /** Id of the notice version. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** Language in which the person saw the text. */
      lang: components['schemas']['Lang'];
      /** When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`). */
      time: string;
      /** How the consent reached you. */
      channel: components['schemas']['Channel'];
      /** Always empty. */
      channelData: Record<string, unknown>;
      /** As it was sent. */
      proof: components['schemas']['Proof'];
      /** As it was sent. */
      userData: components['schemas']['UserData'];
      /** Whether the consent is revoked. */
      revoked: boolean;
      /** When the consent was revoked, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
      revokeTime: string | null;
      /** How the revocation reached you, or `null`. */
      revokeChannel: components['schemas']['Channel'] | null;
      /** `null` until the consent is revoked, then empty. */
      revokeChannelData: Record<string, unknown> | null;
      /** The proof of the revocation as it was sent, or `null`. */
      revokeProof: components['schemas']['Proof'] | null;
    };
    /** State of a consent: `active`, `revoked` by the person, `expired` after its validity, `superseded` by a version that asks again, or `erased`. */
    ConsentState: 'active' | 'revoked' | 'expired' | 'superseded' | 'erased';
    EndedSession: Record<string, unknown>;
    /** With `first`, the latest consent only. */
    FoundConsents: components['schemas']['ConsentPage'] | components['schemas']['LatestConsent'];
    /** 32 lower-case hexadecimal characters. */
    Identifier: string;
    /** A value with the label of its form field. */
    LabelledValue: {
      /** Label of the form field. */
      label: string;
      /** What the person entered. */
      value: string;
    };
    /** Code of a language (ISO 639-3). */
    Lang: 'ita' | 'eng' | 'spa' | 'deu' | 'fra' | 'tur' | 'por' | 'rus' | 'ukr';
    LatestConsent: {
      /** The latest consent found, or `null`. */
      data: components['schemas']['ConsentRecord'] | null;
    };
    ListedConsent: {
      /** Id of the consent. Use it to revoke the consent. */
      id: components['schemas']['Identifier'];
      /** UID of the project. */
      projectUid: string;
      /** Id of the project. */
      projectId: components['schemas']['Identifier'];
      /** PID of the notice. */
      consentInformationPid: number;
      /** Id of the notice version. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** Number of the notice version. */
      consentInformationVersion: number;
      /** Language in which the person saw the text. */
      lang: components['schemas']['Lang'];
      /** How the consent reached you. */
      channel: components['schemas']['Channel'];
      /** When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`). */
      time: string;
      /** As it was sent. Empty if the consent was erased. */
      userData: {
        [key: string]: string | components['schemas']['LabelledValue'];
      };
      /** Whether the consent was imported from another system. */
      imported: boolean;
      /** State of the consent now. */
      state: components['schemas']['ConsentState'];
      /** When this state began (UTC, `YYYY-MM-DD HH:MM:SS`). */
      stateTime: string;
      /** When the consent was revoked, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
      revokeTime: string | null;
      /** When its validity ends or ended, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
      expiryTime: string | null;
      /** When a later version began to ask the person again, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
      supersedeTime: string | null;
      /** When the consent was erased, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
      eraseTime: string | null;
    };
    ListedConsents: {
      /** Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`. */
      data: components['schemas']['ListedConsent'][];
      /** Send it as `after` to get the next page. `null` at the end of the list. */
      next: components['schemas']['Identifier'] | null;
    };
    ListedNotice: {
      /** PID of the notice. */
      pid: number;
      /** Name that the account uses for the notice. */
      name: string;
      /** Title of the current version, by language. Left out if there are too many texts to read for a list. */
      title?: {
        [key: string]: string;
      };
      /** When the notice was retired, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
      retireTime: string | null;
      /** The oldest version first. */
      versions: components['schemas']['ListedVersion'][];
    };
    ListedNotices: {
      /** Sorted by PID. */
      data: components['schemas']['ListedNotice'][];
    };
    ListedProject: {
      /** UID of the project. Requests name the project by it. */
      uid: string;
      /** Id of the project. */
      id: components['schemas']['Identifier'];
      /** Name of the project, as set by the operator. */
      name: string;
    };
    ListedProjects: {
      /** Sorted by UID. */
      data: components['schemas']['ListedProject'][];
      /** Send it as `after` to get the next page. `null` at the end of the list. */
      next: string | null;
    };
    ListedVersion: {
      /** Id of the version. */
      id: components['schemas']['Identifier'];
      /** Number of the version, from 1. */
      version: number;
      /** When the version was published (UTC, `YYYY-MM-DD HH:MM:SS`). */
      publishTime: string;
      /** When the next version was published, or `null` for the current version (UTC, `YYYY-MM-DD HH:MM:SS`). */
      endTime: string | null;
      /** Who published the version, as in the operations log. */
      publishedBy: string;
      /** SHA-256 of the content of the version, in hex. */
      contentHash: string;
      /** Languages in which the version has a text. */
      languages: string[];
      /** Days for which a consent to the version is meant to hold. 0 means no limit. */
      validityDays: number;
      /** Whether people who agreed to an earlier version must agree again. */
      askAgain: boolean;
    };
    NoticeDataKind: {
      /** Name. */
      name: string;
      /** Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
      type?: string;
      /** Whether a person may leave this data out and still agree. */
      optional?: boolean;
      /** Whether the data is sensitive. */
      sensitive?: boolean;
      /** Whether the data is of a special category (Article 9 of the GDPR). */
      special?: boolean;
    };
    NoticeParty: {
      /** Name of the organisation or the person. */
      name: string;
      /** Postal address. */
      address?: string;
      /** Person or office to ask. */
      contact?: string;
      /** Email for questions. */
      email?: string;
      /** Phone number for questions. */
      phone?: string;
      /** Web page. */
      url?: string;
    };
    NoticeRecourse: {
      /** Name. */
      name: string;
      /** Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
      type?: string;
      /** Web page. */
      url?: string;
    };
    NoticeStorage: {
      /** How long, in words. */
      name: string;
      /** How long, as an ISO 8601 duration, such as `P2Y`. */
      duration?: string;
    };
    NoticeTerm: {
      /** Name. */
      name: string;
      /** Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
      type?: string;
    };
    NoticeVersion: {
      /** Id of the notice version. */
      id: components['schemas']['Identifier'];
      /** PID of the notice. */
      pid: number;
      /** Number of the version, from 1. */
      version: number;
      /** Days for which a consent to the version is meant to hold. 0 means no limit. */
      validityDays: number;
      /** Set by the operator for your own use. The register does not act on it. */
      notification: boolean;
      /** Title by language. */
      title: {
        [key: string]: string;
      };
      /** Text as HTML, by language. */
      descriptionHtml: {
        [key: string]: string;
      };
      /** Name that the account uses for the notice. */
      name: string;
      /** When the version was published (UTC, `YYYY-MM-DD HH:MM:SS`). */
      publishTime: string;
      /** When the next version was published, or `null` for the current version (UTC, `YYYY-MM-DD HH:MM:SS`). */
      endTime: string | null;
      /** Who published the version, as in the operations log. */
      publishedBy: string;
      /** SHA-256 of the content of the version, in hex. */
      contentHash: string;
      /** Whether people who agreed to an earlier version must agree again. */
      askAgain: boolean;
      /** Days for which a consent is kept after its end. */
      retentionDays?: number;
      /** Who is responsible for the data. */
      controller?: components['schemas']['NoticeParty'];
      /** What the data is for. */
      purposes?: components['schemas']['NoticeTerm'][];
      /** Who receives the data. */
      recipients?: components['schemas']['NoticeParty'][];
      /** The kinds of data. */
      personalData?: components['schemas']['NoticeDataKind'][];
      /** What is done with the data. */
      processing?: components['schemas']['NoticeTerm'][];
      /** Where the data comes from. */
      dataSources?: components['schemas']['NoticeTerm'][];
      /** Where the data is stored. */
      storageLocations?: components['schemas']['NoticeTerm'][];
      /** How long the data is stored. */
      storagePeriod?: components['schemas']['NoticeStorage'];
      /** Where the data is processed. */
      processingLocations?: components['schemas']['NoticeTerm'][];
      /** Whose law applies. */
      jurisdictions?: components['schemas']['NoticeTerm'][];
      /** The legal basis of the processing. */
      lawfulBasis?: components['schemas']['NoticeTerm'];
      /** How people express consent, as a term of the Data Privacy Vocabulary. */
      consentType?: string;
      /** How to withdraw the consent. */
      withdrawal?: components['schemas']['NoticeRecourse'];
      /** What a person has the right to ask for. */
      rights?: components['schemas']['NoticeRecourse'][];
      /** The authority to which people can complain. */
      authority?: components['schemas']['NoticeParty'];
    };
    Notices: {
      /** Notices by PID. */
      data: {
        [key: string]: components['schemas']['ConsentInformation'];
      };
    };
    Overview: {
      /** Time up to which consents are counted, or `null` if they are not counted yet or the register keeps no log (UTC, `YYYY-MM-DD HH:MM:SS`). */
      countTime: string | null;
      /** The oldest month first, this month last. Empty if `countTime` is `null`. */
      data: components['schemas']['OverviewMonth'][];
      /** Sorted by PID and version number. */
      versions: components['schemas']['OverviewVersion'][];
    };
    OverviewMonth: {
      /** Month in UTC, as `YYYY-MM`. */
      month: string;
      /** Consents given in the month. Imported consents count in the month in which the person gave them. */
      given: number;
      /** Consents in force that were revoked in the month. */
      withdrawn: number;
      /** Consents in force at the end of the month, or now. */
      inForce: number;
    };
    OverviewVersion: {
      /** PID of the notice. */
      consentInformationPid: number;
      /** Id of the notice version. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** Number of the notice version. */
      consentInformationVersion: number;
      /** Consents to the version that are in force now, at least one. */
      inForce: number;
    };
    /** Strings by name, usually `url` and `html`. */
    Proof: {
      [key: string]: string;
    };
    RevokedConsent: {
      /** The consent is revoked. */
      revoked: true;
      /** Id of the consent. */
      consentId: components['schemas']['Identifier'];
      /** Id of the notice version. */
      consentInformationId: components['schemas']['Identifier'];
      /** When it was first revoked (UTC, `YYYY-MM-DD HH:MM:SS`). */
      time: string;
    };
    SignedEvidence: {
      /** Header with `alg`, `jwk`, `kid` and `typ`, as canonical JSON in base64url. */
      protected: string;
      /** ES256 signature over `protected`, a dot, and the canonical JSON of `statement` in base64url. */
      signature: string;
      /** Everything that the register holds about the consent. `docs/evidence.schema.json` describes it. */
      statement: {
        [key: string]: unknown;
      };
      /** Proof that the consent is in the log of the register, once a checkpoint covers it. `docs/evidence.schema.json` describes it. */
      log?: {
        [key: string]: unknown;
      };
    };
    TokenSet: {
      /** The word before the access token in the `Authorization` header. */
      token_type: 'Bearer';
      /** Lifetime of the access token in seconds. */
      expires_in: number;
      /** Send it in the header `Authorization: Bearer ACCESS_TOKEN`. */
      access_token: string;
      /** Send it to `/refresh-token`. It works once. */
      refresh_token: string;
    };
    /** Values by name. Each is a string, or an object with a `label` and a `value`. */
    UserData: {
      [key: string]: string | components['schemas']['LabelledValue'];
    };
    UserDetails: {
      /** Number of the user. */
      id: number;
      /** Name of the user, as set by the operator. */
      name: string;
      /** Email with which the user logs in. */
      email: string;
      /** UTC time in ISO 8601, with microseconds. */
      email_verified_at: string;
      /** UTC time in ISO 8601, with microseconds. */
      created_at: string;
      /** UTC time in ISO 8601, with microseconds. */
      updated_at: string;
    };
    /** A problem (RFC 9457). */
    Problem: {
      /** Path of a page about the problem. The same for all problems of a code. */
      type: string;
      /** What went wrong. The same for all problems of a code. */
      title: string;
      /** HTTP status of the answer. */
      status: number;
      /** What to do, for people. The wording may change. */
      detail: string;
      /** Kind of problem, for programs. It never changes. New codes may be added. */
      code: 'body.unreadable' | 'credentials.invalid' | 'token.missing' | 'token.invalid' | 'token.expired' | 'session.ended' | 'refresh-token.invalid' | 'account.consent-register-disabled' | 'user.read-only' | 'consent.not-found' | 'notice.not-found' | 'path.unknown' | 'method.not-allowed' | 'idempotency-key.reused' | 'body.too-large' | 'consent.too-large' | 'body.unsupported-media-type' | 'parameters.invalid' | 'login.throttled' | 'search.throttled' | 'service.fault' | 'store.unavailable' | (string & {});
      /** Lets the operator find the request in the log. */
      requestId: string;
      /** The wrong parameters (422) or the unknown PIDs (404). */
      errors?: components['schemas']['ParameterError'][];
    };
    /** What is wrong with one parameter. */
    ParameterError: {
      /** Name of the parameter in bracket notation, such as `userData[email]`. */
      field: string;
      /** What is wrong, for programs. It never changes. New codes may be added. */
      code: 'missing' | 'malformed' | 'unknown' | 'retired' | 'unknown-parameter' | 'conflict' | 'repeated' | 'out-of-range' | 'too-long' | 'too-many' | 'answer-too-large' | (string & {});
      /** What to do, for people. */
      detail: string;
    };
  };
}

export interface operations {
  /** Log in */
  login: {
    requestBody: {
      content: {
        'application/json': components['schemas']['LoginRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TokenSet'];
        };
      };
    };
  };
  /** Check a token */
  details: {
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['UserDetails'];
        };
      };
    };
  };
  /** Refresh a token */
  refreshToken: {
    requestBody: {
      content: {
        'application/json': components['schemas']['RefreshTokenRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['TokenSet'];
        };
      };
    };
  };
  /** Record consents */
  addConsent: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AddConsentRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['AddedConsents'];
        };
      };
    };
  };
  /** Search consents */
  searchConsents: {
    requestBody: {
      content: {
        'application/json': components['schemas']['SearchConsentsRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['FoundConsents'];
        };
      };
    };
  };
  /** Revoke a consent */
  revokeConsent: {
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeConsentRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['RevokedConsent'];
        };
      };
    };
  };
  /** Retrieve notices */
  getNotices: {
    requestBody: {
      content: {
        'application/json': components['schemas']['GetNoticesRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Notices'];
        };
      };
    };
  };
  /** Get the evidence of a consent */
  getEvidence: {
    requestBody: {
      content: {
        'application/json': components['schemas']['GetEvidenceRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['SignedEvidence'];
        };
      };
    };
  };
  /** List consents */
  listConsents: {
    requestBody: {
      content: {
        'application/json': components['schemas']['ListConsentsRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ListedConsents'];
        };
      };
    };
  };
  /** List notices with their versions */
  listNotices: {
    requestBody: {
      content: {
        'application/json': components['schemas']['ListNoticesRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ListedNotices'];
        };
      };
    };
  };
  /** Read a version of a notice */
  getNoticeVersion: {
    requestBody: {
      content: {
        'application/json': components['schemas']['GetNoticeVersionRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['NoticeVersion'];
        };
      };
    };
  };
  /** List projects */
  listProjects: {
    requestBody: {
      content: {
        'application/json': components['schemas']['ListProjectsRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['ListedProjects'];
        };
      };
    };
  };
  /** Get an overview */
  getOverview: {
    requestBody: {
      content: {
        'application/json': components['schemas']['GetOverviewRequest'];
      };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['Overview'];
        };
      };
    };
  };
  /** Log out */
  logout: {
    requestBody?: never;
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['EndedSession'];
        };
      };
    };
  };
}
