// Made of docs/openapi.json by `npm run openapi`; not to be edited.

export interface paths {
    "/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Gives an access token for an hour and a refresh token for 30 days, unless the operator set other lifetimes. An unknown email and a wrong password have the same answer. Failed attempts are limited: log in once and keep the tokens.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a token
         * @description Tells the user of the access token. There are no parameters; the body may be left out.
         */
        post: operations["details"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a token
         * @description Gives a new token set for a refresh token, which works once. Keep the new one before you use it.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record consents
         * @description Records that a person agreed to a notice: by PID to the version that is current, by version id to that version, current or not. One of the two is needed. For an array of notices, also of one, the answer has `data` with a list; all of them are recorded, or none. With an `Idempotency-Key` it is safe to repeat. Beside what the caller says the service keeps what it saw itself, which is not in answers: its time, the user and session, the caller's address and user agent, the request id, and the SHA-256 of the content of the notice.
         */
        post: operations["addConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search consents
         * @description Finds the consents for which every given value of userData is equal, whatever its case, white space and Unicode form; for `phone` and `mobile_phone` also without separators. A blank value beside others is left out; where all are blank the search is refused, unless it has an `id`. Newest first: by time, then by id. A page past the end is empty, its totals are right. A project or notice that the account does not have is an error.
         */
        post: operations["searchConsents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a consent
         * @description Records that a consent was withdrawn. A consent that was revoked before has the same answer with the time of the first revocation, whose proof stays.
         */
        post: operations["revokeConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/information/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retrieve notices
         * @description Gives the current versions of notices by PID. All PIDs that the account does not have are listed in the problem. `validityDays` is for the caller: it does not change what the other operations return.
         */
        post: operations["getNotices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddedConsent: {
            /** @description Id of the consent, with which it can be revoked. */
            consentId: components["schemas"]["Identifier"];
            /** @description Id of the version of the notice. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /** @description PID of the notice. */
            consentInformationPid: number;
            /** @description When it was recorded: UTC, as `YYYY-MM-DD HH:MM:SS`. */
            time: string;
        };
        AddedConsentList: {
            /** @description In the order of the notices in the request. */
            data: components["schemas"]["AddedConsent"][];
        };
        /**
         * @description How a consent or a revocation came in.
         * @enum {string}
         */
        Channel: "web" | "web.form" | "web.social.login" | "email" | "app.form";
        ConsentInformation: {
            /** @description Id of the version of the notice. */
            id: components["schemas"]["Identifier"];
            /** @description PID of the notice. */
            pid: number;
            /** @description Number of the version, from 1. */
            version: number;
            /** @description For how many days a consent to it is meant to hold; 0 is without limit. */
            validityDays: number;
            /** @description As the operator set it; nothing here depends on it. */
            notification: boolean;
            /** @description By language. */
            title: {
                [key: string]: string;
            };
            /** @description The text as HTML, by language. */
            descriptionHtml: {
                [key: string]: string;
            };
        };
        ConsentPage: {
            /** @description Number of this page, as a text. */
            page: string;
            /** @description Number of pages. */
            totalPages: number;
            /** @description Consents on this page. */
            results: number;
            /** @description Consents on a full page. */
            resultsPerPage: number;
            /** @description Number of all matches. */
            totalResults: number;
            /** @description Newest first. */
            data: components["schemas"]["ConsentRecord"][];
        };
        ConsentRecord: {
            /** @description Id of the consent, with which it can be revoked. */
            id: components["schemas"]["Identifier"];
            /** @description UID of the project. */
            projectUid: string;
            /** @description The id behind the UID. */
            projectId: components["schemas"]["Identifier"];
            /** @description PID of the notice. */
            consentInformationPid: number;
            /** @description Id of the version of the notice. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /** @description Language in which the text was shown. */
            lang: components["schemas"]["Lang"];
            /** @description When it was recorded: UTC, as `YYYY-MM-DD HH:MM:SS`. */
            time: string;
            /** @description How the consent came in. */
            channel: components["schemas"]["Channel"];
            /** @description Empty. */
            channelData: Record<string, never>;
            /** @description As it was given. */
            proof: components["schemas"]["Proof"];
            /** @description As it was given. */
            userData: components["schemas"]["UserData"];
            /** @description Whether it was revoked. */
            revoked: boolean;
            /** @description When it was revoked, or `null`: UTC, as `YYYY-MM-DD HH:MM:SS`. */
            revokeTime: string | null;
            /** @description How the revocation came in, or `null`. */
            revokeChannel: components["schemas"]["Channel"] | null;
            /** @description Empty, or `null` until it is revoked. */
            revokeChannelData: Record<string, never> | null;
            /** @description As it was given with the revocation, or `null`. */
            revokeProof: components["schemas"]["Proof"] | null;
        };
        /** @description 32 lower-case hexadecimal characters. */
        Identifier: string;
        /**
         * @description A language, by its code of ISO 639-3.
         * @enum {string}
         */
        Lang: "ita" | "eng" | "spa" | "deu" | "fra" | "tur" | "por" | "rus" | "ukr";
        LatestConsent: {
            /** @description The latest match, or `null`. */
            data: components["schemas"]["ConsentRecord"] | null;
        };
        Notices: {
            /** @description By PID. */
            data: {
                [key: string]: components["schemas"]["ConsentInformation"];
            };
        };
        /** @description Any named texts. */
        Proof: {
            [key: string]: string;
        };
        RevokedConsent: {
            /**
             * @description That it is revoked.
             * @constant
             */
            revoked: true;
            /** @description Id of the consent. */
            consentId: components["schemas"]["Identifier"];
            /** @description Id of the version of the notice. */
            consentInformationId: components["schemas"]["Identifier"];
            /** @description When it was revoked first: UTC, as `YYYY-MM-DD HH:MM:SS`. */
            time: string;
        };
        TokenSet: {
            /**
             * @description Goes before the access token in the header.
             * @constant
             */
            token_type: "Bearer";
            /** @description Life of the access token in seconds. */
            expires_in: number;
            /** @description For the header `Authorization: Bearer ...`. */
            access_token: string;
            /** @description For `/refresh-token`; works once. */
            refresh_token: string;
        };
        /** @description Named values, each a text, or an object with a `label` and a `value`. */
        UserData: {
            [key: string]: string | {
                label: string;
                value: string;
            };
        };
        UserDetails: {
            /** @description Of the user. */
            id: number;
            /** @description Of the user, as the operator gave it. */
            name: string;
            /** @description With which the user logs in. */
            email: string;
            /** @description UTC, ISO 8601 with microseconds. */
            email_verified_at: string;
            /** @description UTC, ISO 8601 with microseconds. */
            created_at: string;
            /** @description UTC, ISO 8601 with microseconds. */
            updated_at: string;
        };
        /** @description A problem (RFC 9457). `code` is stable and for programs, `detail` says what to do and is for people. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Names the problem; the same for all of a code.
             */
            type: string;
            /** @description Of the problem; the same for all of a code. */
            title: string;
            /** @description Of the answer. */
            status: number;
            /** @description What to do; for people. */
            detail: string;
            /**
             * @description Stable; for programs.
             * @enum {unknown}
             */
            code: "body.unreadable" | "credentials.invalid" | "token.missing" | "token.invalid" | "token.expired" | "session.ended" | "refresh-token.invalid" | "account.consent-register-disabled" | "consent.not-found" | "notice.not-found" | "idempotency-key.reused" | "body.too-large" | "consent.too-large" | "body.unsupported-media-type" | "parameters.invalid" | "login.throttled" | "search.throttled" | "service.fault" | "store.unavailable";
            /** @description Leads the operator to the log. */
            requestId: string;
            /** @description Of 422, and of 404 for notices. */
            errors?: components["schemas"]["ParameterError"][];
        };
        /** @description What is wrong with one parameter. */
        ParameterError: {
            /** @description The parameter in bracket notation, as `userData[email]`. */
            field: string;
            /**
             * @description What is wrong; stable.
             * @enum {unknown}
             */
            code: "missing" | "malformed" | "unknown" | "unknown-parameter" | "conflict" | "repeated" | "out-of-range" | "too-long" | "too-many" | "answer-too-large";
            /** @description What to do. */
            detail: string;
        };
    };
    responses: never;
    parameters: {
        /** @description Makes the request safe to repeat for 24 hours: the same key and request have the same answer. Take a new UUID for each new request. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Of the user, in any case. */
                    email: string;
                    /** @description Every character counts. */
                    password: string;
                };
                "multipart/form-data": {
                    /** @description Of the user, in any case. */
                    email: string;
                    /** @description Every character counts. */
                    password: string;
                };
                "application/json": {
                    /** @description Of the user, in any case. */
                    email: string;
                    /** @description Every character counts. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenSet"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `credentials.invalid`: Wrong email or password */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `parameters.invalid`: The parameters are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `login.throttled`: Too many login attempts */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    details: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": Record<string, never>;
                "multipart/form-data": Record<string, never>;
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token.missing`: An access token is needed. `token.invalid`: The access token is not valid. `token.expired`: The access token has expired. `session.ended`: The session has ended */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description The one that `/login` or the last refresh gave. */
                    refresh_token: string;
                };
                "multipart/form-data": {
                    /** @description The one that `/login` or the last refresh gave. */
                    refresh_token: string;
                };
                "application/json": {
                    /** @description The one that `/login` or the last refresh gave. */
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenSet"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `refresh-token.invalid`: The refresh token cannot be used */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `parameters.invalid`: The parameters are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addConsent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key and request have the same answer. Take a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description UID of the project, as the operator made it. */
                    projectUid: string;
                    /** @description PID of a notice, or an array of them. Needed unless `consentInformationVersionId` is given, which it excludes. */
                    consentInformationPid?: (number | string) | (number | string)[];
                    /** @description Id of a version of a notice, or an array of them. Needed unless `consentInformationPid` is given, which it excludes. */
                    consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
                    /**
                     * @description Language in which the text was shown. It is recorded as given, also where the notice has no text in it.
                     * @default eng
                     */
                    lang?: components["schemas"]["Lang"];
                    /**
                     * @description How the consent came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`. */
                    userData: {
                        [key: string]: string | {
                            label: string;
                            value: string;
                        };
                    };
                };
                "multipart/form-data": {
                    /** @description UID of the project, as the operator made it. */
                    projectUid: string;
                    /** @description PID of a notice, or an array of them. Needed unless `consentInformationVersionId` is given, which it excludes. */
                    consentInformationPid?: (number | string) | (number | string)[];
                    /** @description Id of a version of a notice, or an array of them. Needed unless `consentInformationPid` is given, which it excludes. */
                    consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
                    /**
                     * @description Language in which the text was shown. It is recorded as given, also where the notice has no text in it.
                     * @default eng
                     */
                    lang?: components["schemas"]["Lang"];
                    /**
                     * @description How the consent came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`. */
                    userData: {
                        [key: string]: string | {
                            label: string;
                            value: string;
                        };
                    };
                };
                "application/json": {
                    /** @description UID of the project, as the operator made it. */
                    projectUid: string;
                    /** @description PID of a notice, or an array of them. Needed unless `consentInformationVersionId` is given, which it excludes. */
                    consentInformationPid?: (number | string) | (number | string)[];
                    /** @description Id of a version of a notice, or an array of them. Needed unless `consentInformationPid` is given, which it excludes. */
                    consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
                    /**
                     * @description Language in which the text was shown. It is recorded as given, also where the notice has no text in it.
                     * @default eng
                     */
                    lang?: components["schemas"]["Lang"];
                    /**
                     * @description How the consent came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`. */
                    userData: {
                        [key: string]: string | {
                            label: string;
                            value: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedConsent"] | components["schemas"]["AddedConsentList"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token.missing`: An access token is needed. `token.invalid`: The access token is not valid. `token.expired`: The access token has expired. `session.ended`: The session has ended */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account.consent-register-disabled`: The account is not set up for the consent register */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-key.reused`: The Idempotency-Key belongs to another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large. `consent.too-large`: The consent is too large to be stored */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `parameters.invalid`: The parameters are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    searchConsents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Id of a consent. */
                    id?: components["schemas"]["Identifier"];
                    /** @description UID of a project. */
                    projectUid?: string;
                    /** @description PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number | string;
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"];
                    /** @description Language in which the text was shown. */
                    lang?: components["schemas"]["Lang"];
                    /** @description How the consent came in. */
                    channel?: components["schemas"]["Channel"];
                    /**
                     * @description Whether only the latest consent is wanted: `data` is then that consent, or `null`. Excludes `page` and `perPage`.
                     * @default false
                     */
                    first?: boolean;
                    /**
                     * @description Number of the page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Consents on a page.
                     * @default 20
                     */
                    perPage?: number;
                    /** @description The values to search for; a labelled one by its value. It must be there; beside `id` or `projectUid` it may be empty (`userData=` in a form). */
                    userData: {
                        [key: string]: string | {
                            label: string;
                            value: string;
                        };
                    };
                };
                "multipart/form-data": {
                    /** @description Id of a consent. */
                    id?: components["schemas"]["Identifier"];
                    /** @description UID of a project. */
                    projectUid?: string;
                    /** @description PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number | string;
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"];
                    /** @description Language in which the text was shown. */
                    lang?: components["schemas"]["Lang"];
                    /** @description How the consent came in. */
                    channel?: components["schemas"]["Channel"];
                    /**
                     * @description Whether only the latest consent is wanted: `data` is then that consent, or `null`. Excludes `page` and `perPage`.
                     * @default false
                     */
                    first?: boolean;
                    /**
                     * @description Number of the page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Consents on a page.
                     * @default 20
                     */
                    perPage?: number;
                    /** @description The values to search for; a labelled one by its value. It must be there; beside `id` or `projectUid` it may be empty (`userData=` in a form). */
                    userData: {
                        [key: string]: string | {
                            label: string;
                            value: string;
                        };
                    };
                };
                "application/json": {
                    /** @description Id of a consent. */
                    id?: components["schemas"]["Identifier"];
                    /** @description UID of a project. */
                    projectUid?: string;
                    /** @description PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number | string;
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"];
                    /** @description Language in which the text was shown. */
                    lang?: components["schemas"]["Lang"];
                    /** @description How the consent came in. */
                    channel?: components["schemas"]["Channel"];
                    /**
                     * @description Whether only the latest consent is wanted: `data` is then that consent, or `null`. Excludes `page` and `perPage`.
                     * @default false
                     */
                    first?: boolean;
                    /**
                     * @description Number of the page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Consents on a page.
                     * @default 20
                     */
                    perPage?: number;
                    /** @description The values to search for; a labelled one by its value. It must be there; beside `id` or `projectUid` it may be empty (`userData=` in a form). */
                    userData: {
                        [key: string]: string | {
                            label: string;
                            value: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentPage"] | components["schemas"]["LatestConsent"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token.missing`: An access token is needed. `token.invalid`: The access token is not valid. `token.expired`: The access token has expired. `session.ended`: The session has ended */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account.consent-register-disabled`: The account is not set up for the consent register */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `parameters.invalid`: The parameters are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `search.throttled`: The searches of the account read too much */
            429: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeConsent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat for 24 hours: the same key and request have the same answer. Take a new UUID for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Id of the consent. */
                    id: components["schemas"]["Identifier"];
                    /**
                     * @description How the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                };
                "multipart/form-data": {
                    /** @description Id of the consent. */
                    id: components["schemas"]["Identifier"];
                    /**
                     * @description How the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                };
                "application/json": {
                    /** @description Id of the consent. */
                    id: components["schemas"]["Identifier"];
                    /**
                     * @description How the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows it: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedConsent"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token.missing`: An access token is needed. `token.invalid`: The access token is not valid. `token.expired`: The access token has expired. `session.ended`: The session has ended */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account.consent-register-disabled`: The account is not set up for the consent register */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `consent.not-found`: No such consent */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `idempotency-key.reused`: The Idempotency-Key belongs to another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large. `consent.too-large`: The consent is too large to be stored */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `parameters.invalid`: The parameters are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description PID of a notice, or an array of them. */
                    pid: (number | string) | (number | string)[];
                };
                "multipart/form-data": {
                    /** @description PID of a notice, or an array of them. */
                    pid: (number | string) | (number | string)[];
                };
                "application/json": {
                    /** @description PID of a notice, or an array of them. */
                    pid: (number | string) | (number | string)[];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notices"];
                };
            };
            /** @description `body.unreadable`: The request body cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `token.missing`: An access token is needed. `token.invalid`: The access token is not valid. `token.expired`: The access token has expired. `session.ended`: The session has ended */
            401: {
                headers: {
                    /** @description RFC 6750, section 3. */
                    "WWW-Authenticate"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `account.consent-register-disabled`: The account is not set up for the consent register */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `notice.not-found`: No such notice */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.too-large`: The request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `body.unsupported-media-type`: The media type of the body is not supported */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `parameters.invalid`: The parameters are not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `service.fault`: The service failed */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `store.unavailable`: The store cannot be reached */
            503: {
                headers: {
                    /** @description Seconds to wait before the next attempt. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
