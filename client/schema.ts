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
    Notices: {
      /** By PID. */
      data: {
        [key: string]: components['schemas']['ConsentInformation'];
      };
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
}
