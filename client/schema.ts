// Made of docs/openapi.json by `npm run openapi`; not to be edited.

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
}

export interface components {
  schemas: {
    LoginRequest: {
      /** Of the user, in any case. */
      email: string;
      /** Every character counts. */
      password: string;
    };
    RefreshTokenRequest: {
      /** The one that `/login` or the last refresh gave. */
      refresh_token: string;
    };
    AddConsentRequest: {
      /** UID of the project, as the operator made it. */
      projectUid: string;
      /** PIDs of notices, one or an array. Needed unless `consentInformationVersionId` is given, which it excludes. */
      consentInformationPid?: number | number[];
      /** Ids of versions of notices, one or an array. Needed unless `consentInformationPid` is given, which it excludes. */
      consentInformationVersionId?: components['schemas']['Identifier'] | components['schemas']['Identifier'][];
      /** Language in which the text was shown. It is recorded as given, also where the notice has no text in it. Without it: `eng`. */
      lang?: components['schemas']['Lang'];
      /** How the consent came in. Without it: `web`. */
      channel?: components['schemas']['Channel'];
      /** What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
      proof: components['schemas']['GivenProof'];
      /** Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`. */
      userData: components['schemas']['GivenUserData'];
    };
    SearchConsentsRequest: {
      /** Id of a consent. */
      id?: components['schemas']['Identifier'];
      /** UID of a project. */
      projectUid?: string;
      /** PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`. */
      consentInformationPid?: number;
      /** Id of a version of a notice. Excludes `consentInformationPid`. */
      consentInformationVersionId?: components['schemas']['Identifier'];
      /** Language in which the text was shown. */
      lang?: components['schemas']['Lang'];
      /** How the consent came in. */
      channel?: components['schemas']['Channel'];
      /** Whether only the latest consent is wanted: `data` is then that consent, or `null`. Where it is true it excludes `page` and `perPage`. Without it: `false`. */
      first?: boolean;
      /** Number of the page, from 1. Without it: `1`. */
      page?: number;
      /** Consents on a page. Without it: `20`. */
      perPage?: number;
      /** The values to search for; a labelled one by its value. It must be there; beside `id` or `projectUid` it may be empty (`userData=` in a form). */
      userData: components['schemas']['SearchedUserData'];
    };
    RevokeConsentRequest: {
      /** Id of the consent. */
      id: components['schemas']['Identifier'];
      /** How the revocation came in. Without it: `web`. */
      channel?: components['schemas']['Channel'];
      /** What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
      proof: components['schemas']['GivenProof'];
    };
    GetNoticesRequest: {
      /** PIDs of notices, one or an array. */
      pid: number | number[];
    };
    GetEvidenceRequest: {
      /** Id of the consent. */
      id: components['schemas']['Identifier'];
      /** For which time the document also says in which state the consent was: a month, a day or a time in UTC, such as `2026-11`, `2026-11-22` or `2026-11-22T14:30`. Now without it. */
      at?: string;
      /** Leaves of the log, as a checkpoint says them that the reader has kept: the document then also proves that the consent is in that tree, where it is. */
      treeSize?: number;
    };
    ListConsentsRequest: {
      /** From when on consents were given: a month, a day or a time in UTC, such as `2026-11` or `2026-11-22`. */
      from?: string;
      /** Until when they were given, with all of the month, day or minute that it names. */
      until?: string;
      /** In which state consents are now. */
      state?: components['schemas']['ConsentState'];
      /** UID of a project. */
      projectUid?: string;
      /** PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`. */
      consentInformationPid?: number;
      /** Id of a version of a notice. Excludes `consentInformationPid`. */
      consentInformationVersionId?: components['schemas']['Identifier'];
      /** Language in which the text was shown. */
      lang?: components['schemas']['Lang'];
      /** How the consent came in. */
      channel?: components['schemas']['Channel'];
      /** The values that a consent must have, all of them, compared as a search compares; a labelled one by its value. */
      userData?: components['schemas']['SearchedUserData'];
      /** Where the list goes on: `next` of the answer before. */
      after?: components['schemas']['Identifier'];
      /** Consents in an answer at most. Without it: `20`. */
      perPage?: number;
    };
    ListNoticesRequest: {
      /** PID of a notice. All notices of the account without it. */
      pid?: number;
    };
    GetNoticeVersionRequest: {
      /** Id of a version of a notice, current or earlier. */
      id: components['schemas']['Identifier'];
    };
    ListProjectsRequest: {
      /** Where the list goes on: `next` of the answer before. */
      after?: string;
    };
    GetOverviewRequest: {
      /** UID of a project. Without it: all of them. */
      projectUid?: string;
      /** How many months there are, with this one. Without it: `12`. */
      months?: number;
    };
    /** What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
    GivenProof: {
      [key: string]: string;
    };
    /** Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`. */
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
      /** Id of the consent, with which it can be revoked. */
      consentId: components['schemas']['Identifier'];
      /** Id of the version of the notice. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** PID of the notice. */
      consentInformationPid: number;
      /** When it was recorded: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      time: string;
    };
    AddedConsentList: {
      /** In the order of the notices in the request. */
      data: components['schemas']['AddedConsent'][];
    };
    /** For an array of notices, also of one, the list. */
    AddedConsents: components['schemas']['AddedConsent'] | components['schemas']['AddedConsentList'];
    /** How a consent or a revocation came in. */
    Channel: 'web' | 'web.form' | 'web.social.login' | 'email' | 'app.form';
    ConsentInformation: {
      /** Id of the version of the notice. */
      id: components['schemas']['Identifier'];
      /** PID of the notice. */
      pid: number;
      /** Number of the version, from 1. */
      version: number;
      /** For how many days a consent to it is meant to hold; 0 is without limit. */
      validityDays: number;
      /** As the operator set it; nothing here depends on it. */
      notification: boolean;
      /** By language. */
      title: {
        [key: string]: string;
      };
      /** The text as HTML, by language. */
      descriptionHtml: {
        [key: string]: string;
      };
    };
    ConsentPage: {
      /** Number of this page, as a text. */
      page: string;
      /** Number of pages. */
      totalPages: number;
      /** Consents on this page. */
      results: number;
      /** Consents on a full page. */
      resultsPerPage: number;
      /** Number of all matches. */
      totalResults: number;
      /** Newest first. */
      data: components['schemas']['ConsentRecord'][];
    };
    ConsentRecord: {
      /** Id of the consent, with which it can be revoked. */
      id: components['schemas']['Identifier'];
      /** UID of the project. */
      projectUid: string;
      /** The id behind the UID. */
      projectId: components['schemas']['Identifier'];
      /** PID of the notice. */
      consentInformationPid: number;
      /** Id of the version of the notice. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** Language in which the text was shown. */
      lang: components['schemas']['Lang'];
      /** When it was recorded: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      time: string;
      /** How the consent came in. */
      channel: components['schemas']['Channel'];
      /** Empty. */
      channelData: Record<string, unknown>;
      /** As it was given. */
      proof: components['schemas']['Proof'];
      /** As it was given. */
      userData: components['schemas']['UserData'];
      /** Whether it was revoked. */
      revoked: boolean;
      /** When it was revoked, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      revokeTime: string | null;
      /** How the revocation came in, or `null`. */
      revokeChannel: components['schemas']['Channel'] | null;
      /** Empty, or `null` until it is revoked. */
      revokeChannelData: Record<string, unknown> | null;
      /** As it was given with the revocation, or `null`. */
      revokeProof: components['schemas']['Proof'] | null;
    };
    /** In which state a consent is. */
    ConsentState: 'active' | 'revoked' | 'expired' | 'superseded' | 'erased';
    /** With `first` the latest alone. */
    FoundConsents: components['schemas']['ConsentPage'] | components['schemas']['LatestConsent'];
    /** 32 lower-case hexadecimal characters. */
    Identifier: string;
    /** A value with the label that its field had. */
    LabelledValue: {
      /** What the field was called. */
      label: string;
      /** What was entered. */
      value: string;
    };
    /** A language, by its code of ISO 639-3. */
    Lang: 'ita' | 'eng' | 'spa' | 'deu' | 'fra' | 'tur' | 'por' | 'rus' | 'ukr';
    LatestConsent: {
      /** The latest match, or `null`. */
      data: components['schemas']['ConsentRecord'] | null;
    };
    ListedConsent: {
      /** Id of the consent, with which it can be revoked. */
      id: components['schemas']['Identifier'];
      /** UID of the project. */
      projectUid: string;
      /** The id behind the UID. */
      projectId: components['schemas']['Identifier'];
      /** PID of the notice. */
      consentInformationPid: number;
      /** Id of the version of the notice. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** Number of the version of the notice. */
      consentInformationVersion: number;
      /** Language in which the text was shown. */
      lang: components['schemas']['Lang'];
      /** How the consent came in. */
      channel: components['schemas']['Channel'];
      /** When it was recorded: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      time: string;
      /** As it was given; empty where the consent was erased. */
      userData: {
        [key: string]: string | components['schemas']['LabelledValue'];
      };
      /** Whether it was imported, and not recorded here. */
      imported: boolean;
      /** In which state it is now. */
      state: components['schemas']['ConsentState'];
      /** Since when it is in that state: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      stateTime: string;
      /** When it was revoked, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      revokeTime: string | null;
      /** When its validity ends or has ended, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      expiryTime: string | null;
      /** Since when a later version asks the person again, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      supersedeTime: string | null;
      /** When it was erased, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      eraseTime: string | null;
    };
    ListedConsents: {
      /** Newest first. There may be fewer than `perPage`, even none, where `next` is not `null`. */
      data: components['schemas']['ListedConsent'][];
      /** What `after` of the next request is; `null` at the end of the list. */
      next: components['schemas']['Identifier'] | null;
    };
    ListedNotice: {
      /** PID of the notice. */
      pid: number;
      /** By which the account knows the notice. */
      name: string;
      /** Of the current version, by language; left out where the texts are too many to be read for a list. */
      title?: {
        [key: string]: string;
      };
      /** When it was retired, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      retireTime: string | null;
      /** The oldest first. */
      versions: components['schemas']['ListedVersion'][];
    };
    ListedNotices: {
      /** By PID. */
      data: components['schemas']['ListedNotice'][];
    };
    ListedProject: {
      /** UID of the project, by which requests name it. */
      uid: string;
      /** The id behind the UID. */
      id: components['schemas']['Identifier'];
      /** What its operator calls it. */
      name: string;
    };
    ListedProjects: {
      /** By UID. */
      data: components['schemas']['ListedProject'][];
      /** What `after` of the next request is; `null` at the end of the list. */
      next: string | null;
    };
    ListedVersion: {
      /** Id of the version. */
      id: components['schemas']['Identifier'];
      /** Number of the version, from 1. */
      version: number;
      /** When it was published: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      publishTime: string;
      /** When the next version was published, or `null` of the current one: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      endTime: string | null;
      /** As the operations log names who published it. */
      publishedBy: string;
      /** SHA-256 of all that it says, in hex. */
      contentHash: string;
      /** Those that it has a text in. */
      languages: string[];
      /** For how many days a consent to it is meant to hold; 0 is without limit. */
      validityDays: number;
      /** Whether people who agreed to an earlier version are asked again. */
      askAgain: boolean;
    };
    NoticeDataKind: {
      /** What it is called. */
      name: string;
      /** Its name in a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
      type?: string;
      /** Whether a person may leave it out and still agree. */
      optional?: boolean;
      /** Whether it is sensitive. */
      sensitive?: boolean;
      /** Whether it is of a special category, as of Article 9 of the GDPR. */
      special?: boolean;
    };
    NoticeParty: {
      /** Of the organisation or the person. */
      name: string;
      /** Where it is. */
      address?: string;
      /** Whom to ask there. */
      contact?: string;
      /** For questions. */
      email?: string;
      /** For questions. */
      phone?: string;
      /** Its page. */
      url?: string;
    };
    NoticeRecourse: {
      /** What it is called. */
      name: string;
      /** Its name in a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
      type?: string;
      /** Where. */
      url?: string;
    };
    NoticeStorage: {
      /** How long, in words. */
      name: string;
      /** How long, as ISO 8601 writes it, such as `P2Y`. */
      duration?: string;
    };
    NoticeTerm: {
      /** What it is called. */
      name: string;
      /** Its name in a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
      type?: string;
    };
    NoticeVersion: {
      /** Id of the version of the notice. */
      id: components['schemas']['Identifier'];
      /** PID of the notice. */
      pid: number;
      /** Number of the version, from 1. */
      version: number;
      /** For how many days a consent to it is meant to hold; 0 is without limit. */
      validityDays: number;
      /** As the operator set it; nothing here depends on it. */
      notification: boolean;
      /** By language. */
      title: {
        [key: string]: string;
      };
      /** The text as HTML, by language. */
      descriptionHtml: {
        [key: string]: string;
      };
      /** By which the account knows the notice. */
      name: string;
      /** When it was published: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      publishTime: string;
      /** When the next version was published, or `null` of the current one: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      endTime: string | null;
      /** As the operations log names who published it. */
      publishedBy: string;
      /** SHA-256 of all that it says, in hex. */
      contentHash: string;
      /** Whether people who agreed to an earlier version are asked again. */
      askAgain: boolean;
      /** Days for which a consent is kept after it has ended. */
      retentionDays?: number;
      /** Who is responsible for the data. */
      controller?: components['schemas']['NoticeParty'];
      /** What the data is for. */
      purposes?: components['schemas']['NoticeTerm'][];
      /** Who receives it. */
      recipients?: components['schemas']['NoticeParty'][];
      /** Kinds of data. */
      personalData?: components['schemas']['NoticeDataKind'][];
      /** What is done with it. */
      processing?: components['schemas']['NoticeTerm'][];
      /** Where it comes from. */
      dataSources?: components['schemas']['NoticeTerm'][];
      /** Where it is stored. */
      storageLocations?: components['schemas']['NoticeTerm'][];
      /** How long it is stored. */
      storagePeriod?: components['schemas']['NoticeStorage'];
      /** Where it is processed. */
      processingLocations?: components['schemas']['NoticeTerm'][];
      /** Whose law applies. */
      jurisdictions?: components['schemas']['NoticeTerm'][];
      /** By which law it is allowed. */
      lawfulBasis?: components['schemas']['NoticeTerm'];
      /** How people express consent, in a word of the Data Privacy Vocabulary. */
      consentType?: string;
      /** How consent is withdrawn. */
      withdrawal?: components['schemas']['NoticeRecourse'];
      /** What a person may ask for. */
      rights?: components['schemas']['NoticeRecourse'][];
      /** The authority to which one may complain. */
      authority?: components['schemas']['NoticeParty'];
    };
    Notices: {
      /** By PID. */
      data: {
        [key: string]: components['schemas']['ConsentInformation'];
      };
    };
    Overview: {
      /** Until when consents are counted, or `null` where they are not yet, and where the register keeps no log: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      countTime: string | null;
      /** The oldest month first, this one last; none where nothing is counted. */
      data: components['schemas']['OverviewMonth'][];
      /** By PID and number. */
      versions: components['schemas']['OverviewVersion'][];
    };
    OverviewMonth: {
      /** In UTC, as `YYYY-MM`. */
      month: string;
      /** Consents that were given in it, imported ones in the month in which they were given. */
      given: number;
      /** Consents in force that were revoked in it. */
      withdrawn: number;
      /** Consents in force at its end, or now. */
      inForce: number;
    };
    OverviewVersion: {
      /** PID of the notice. */
      consentInformationPid: number;
      /** Id of the version of the notice. */
      consentInformationVersionId: components['schemas']['Identifier'];
      /** Number of the version of the notice. */
      consentInformationVersion: number;
      /** Consents to it that are in force now, one at least. */
      inForce: number;
    };
    /** Any named texts. */
    Proof: {
      [key: string]: string;
    };
    RevokedConsent: {
      /** That it is revoked. */
      revoked: true;
      /** Id of the consent. */
      consentId: components['schemas']['Identifier'];
      /** Id of the version of the notice. */
      consentInformationId: components['schemas']['Identifier'];
      /** When it was revoked first: UTC, as `YYYY-MM-DD HH:MM:SS`. */
      time: string;
    };
    SignedEvidence: {
      /** The header as canonical JSON, in base64url: `alg`, `jwk`, `kid`, `typ`. */
      protected: string;
      /** ES256 over `protected`, a dot and the canonical JSON of `statement` in base64url. */
      signature: string;
      /** All that the register holds of the consent, as `docs/evidence.schema.json` has it. */
      statement: {
        [key: string]: unknown;
      };
      /** That the log of the register has it, as soon as a checkpoint does: as `docs/evidence.schema.json` has it. */
      log?: {
        [key: string]: unknown;
      };
    };
    TokenSet: {
      /** Goes before the access token in the header. */
      token_type: 'Bearer';
      /** Life of the access token in seconds. */
      expires_in: number;
      /** For the header `Authorization: Bearer ...`. */
      access_token: string;
      /** For `/refresh-token`; works once. */
      refresh_token: string;
    };
    /** Named values, each a text, or an object with a `label` and a `value`. */
    UserData: {
      [key: string]: string | components['schemas']['LabelledValue'];
    };
    UserDetails: {
      /** Of the user. */
      id: number;
      /** Of the user, as the operator gave it. */
      name: string;
      /** With which the user logs in. */
      email: string;
      /** UTC, ISO 8601 with microseconds. */
      email_verified_at: string;
      /** UTC, ISO 8601 with microseconds. */
      created_at: string;
      /** UTC, ISO 8601 with microseconds. */
      updated_at: string;
    };
    /** A problem (RFC 9457). `code` is stable and for programs, `detail` says what to do and is for people. */
    Problem: {
      /** Names the problem; the same for all of a code. */
      type: string;
      /** Of the problem; the same for all of a code. */
      title: string;
      /** Of the answer. */
      status: number;
      /** What to do; for people. */
      detail: string;
      /** Stable; for programs. More may come. */
      code: 'body.unreadable' | 'credentials.invalid' | 'token.missing' | 'token.invalid' | 'token.expired' | 'session.ended' | 'refresh-token.invalid' | 'account.consent-register-disabled' | 'user.read-only' | 'consent.not-found' | 'notice.not-found' | 'path.unknown' | 'method.not-allowed' | 'idempotency-key.reused' | 'body.too-large' | 'consent.too-large' | 'body.unsupported-media-type' | 'parameters.invalid' | 'login.throttled' | 'search.throttled' | 'service.fault' | 'store.unavailable' | (string & {});
      /** Leads the operator to the log. */
      requestId: string;
      /** Of 422, and of 404 for notices. */
      errors?: components['schemas']['ParameterError'][];
    };
    /** What is wrong with one parameter. */
    ParameterError: {
      /** The parameter in bracket notation, as `userData[email]`. */
      field: string;
      /** What is wrong; stable. More may come. */
      code: 'missing' | 'malformed' | 'unknown' | 'retired' | 'unknown-parameter' | 'conflict' | 'repeated' | 'out-of-range' | 'too-long' | 'too-many' | 'answer-too-large' | (string & {});
      /** What to do. */
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
}
