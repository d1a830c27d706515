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
         * @description Gives an access token for an hour and a refresh token for 30 days, unless the operator set other lifetimes. An unknown email and a wrong password have the same answer. Failed attempts are limited: 10 a minute for an email, 100 from an address, and longer while they go on. Log in once and keep the tokens.
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
         * @description Records that a person agreed to a notice: by PID to the version that is current, by version id to that version, current or not. One of the two is needed. For an array of notices, also of one, the answer has `data` with a list; all of them are recorded, or none. Notices times (1 + members of userData) may be at most 100. Without an Idempotency-Key every call is a new consent: a person may consent twice.
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
         * @description Finds the consents for which every given value of userData is equal, whatever its case, white space and Unicode form; for `phone` and `mobile_phone` also without separators. Blank values match nothing. `userData` must be there; beside `id` or `projectUid` it may be empty. `first` gives the latest consent alone, `null` where there is none, and excludes `page` and `perPage`. A page past the end is empty, its totals are right. A project or notice that the account does not have is an error.
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
            consentId: components["schemas"]["Identifier"];
            /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /** @description PID of a notice. Excludes `consentInformationVersionId`. */
            consentInformationPid: number;
            time: string;
        };
        /** @enum {string} */
        Channel: "web" | "web.form" | "web.social.login" | "email" | "app.form";
        ConsentInformation: {
            id: components["schemas"]["Identifier"];
            /** @description PID of a notice, or an array of them. */
            pid: number;
            version: number;
            /** @description How long a consent to it is meant to hold; 0 is without limit. */
            validityDays: number;
            notification: boolean;
            title: {
                [key: string]: string;
            };
            descriptionHtml: {
                [key: string]: string;
            };
        };
        ConsentRecord: {
            id: components["schemas"]["Identifier"];
            /** @description UID of the project, as the operator made it. */
            projectUid: string;
            /** @description The id behind the UID. */
            projectId: components["schemas"]["Identifier"];
            /** @description PID of a notice. Excludes `consentInformationVersionId`. */
            consentInformationPid: number;
            /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /** @description Language in which the text was shown. */
            lang: components["schemas"]["Lang"];
            time: string;
            /** @description How the consent or the revocation came in. */
            channel: components["schemas"]["Channel"];
            channelData: Record<string, never>;
            /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
            proof: components["schemas"]["Proof"];
            /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
            userData: components["schemas"]["UserData"];
            revoked: boolean;
            /** @description `null` until revoked. */
            revokeTime: string | null;
            revokeChannel: components["schemas"]["Channel"] | null;
            revokeChannelData: Record<string, never> | null;
            revokeProof: components["schemas"]["Proof"] | null;
        };
        Identifier: string;
        /** @enum {string} */
        Lang: "ita" | "eng" | "spa" | "deu" | "fra" | "tur" | "por" | "rus" | "ukr";
        Notices: {
            data: {
                [key: string]: components["schemas"]["ConsentInformation"];
            };
        };
        Proof: {
            [key: string]: string;
        };
        RevokedConsent: {
            /** @constant */
            revoked: true;
            consentId: components["schemas"]["Identifier"];
            /** @description Id of the version of the notice. */
            consentInformationId: components["schemas"]["Identifier"];
            time: string;
        };
        TokenSet: {
            /** @constant */
            token_type: "Bearer";
            /** @description Life of the access token in seconds. */
            expires_in: number;
            access_token: string;
            /** @description Works once. */
            refresh_token: string;
        };
        UserData: {
            [key: string]: string | {
                label: string;
                value: string;
            };
        };
        UserDetails: {
            id: number;
            name: string;
            email: string;
            email_verified_at: string;
            created_at: string;
            updated_at: string;
        };
        /** @description A problem (RFC 9457). `code` is stable and for programs, `detail` says what to do and is for people. */
        Problem: {
            /**
             * Format: uri-reference
             * @description Names the problem; the same for all of a code.
             */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @enum {unknown} */
            code: "body.unreadable" | "credentials.invalid" | "token.missing" | "token.invalid" | "token.expired" | "session.ended" | "refresh-token.invalid" | "account.consent-register-disabled" | "consent.not-found" | "notice.not-found" | "idempotency-key.reused" | "body.too-large" | "consent.too-large" | "body.unsupported-media-type" | "parameters.invalid" | "login.throttled" | "service.fault" | "store.unavailable";
            /** @description Leads the operator to the log. */
            requestId: string;
            errors?: components["schemas"]["ParameterError"][];
        };
        /** @description What is wrong with one parameter. */
        ParameterError: {
            /** @description The parameter in bracket notation, as `userData[email]`. */
            field: string;
            /** @description Stable, as `missing` or `too-long`. */
            code: string;
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
                    email: string;
                    password: string;
                };
                "multipart/form-data": {
                    email: string;
                    password: string;
                };
                "application/json": {
                    email: string;
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
                    /** @description Works once. */
                    refresh_token: string;
                };
                "multipart/form-data": {
                    /** @description Works once. */
                    refresh_token: string;
                };
                "application/json": {
                    /** @description Works once. */
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
                    /** @description PID of a notice. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number | number[];
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
                    /**
                     * @description Language in which the text was shown.
                     * @default eng
                     */
                    lang?: components["schemas"]["Lang"];
                    /**
                     * @description How the consent or the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
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
                    /** @description PID of a notice. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number | number[];
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
                    /**
                     * @description Language in which the text was shown.
                     * @default eng
                     */
                    lang?: components["schemas"]["Lang"];
                    /**
                     * @description How the consent or the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
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
                    /** @description PID of a notice. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number | number[];
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
                    /**
                     * @description Language in which the text was shown.
                     * @default eng
                     */
                    lang?: components["schemas"]["Lang"];
                    /**
                     * @description How the consent or the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
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
                    "application/json": components["schemas"]["AddedConsent"] | {
                        data: components["schemas"]["AddedConsent"][];
                    };
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
                    /** @description UID of the project, as the operator made it. */
                    projectUid?: string;
                    /** @description PID of a notice. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number;
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"];
                    /** @description Language in which the text was shown. */
                    lang?: components["schemas"]["Lang"];
                    /** @description How the consent or the revocation came in. */
                    channel?: components["schemas"]["Channel"];
                    /** @description Whether only the latest consent is wanted. Excludes `page` and `perPage`. */
                    first?: boolean;
                    /** @description Number of the page, from 1; a string in answers. */
                    page?: number;
                    /** @description Consents on a page. */
                    perPage?: number;
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
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
                    /** @description UID of the project, as the operator made it. */
                    projectUid?: string;
                    /** @description PID of a notice. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number;
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"];
                    /** @description Language in which the text was shown. */
                    lang?: components["schemas"]["Lang"];
                    /** @description How the consent or the revocation came in. */
                    channel?: components["schemas"]["Channel"];
                    /** @description Whether only the latest consent is wanted. Excludes `page` and `perPage`. */
                    first?: boolean;
                    /** @description Number of the page, from 1; a string in answers. */
                    page?: number;
                    /** @description Consents on a page. */
                    perPage?: number;
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
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
                    /** @description UID of the project, as the operator made it. */
                    projectUid?: string;
                    /** @description PID of a notice. Excludes `consentInformationVersionId`. */
                    consentInformationPid?: number;
                    /** @description Id of a version of a notice. Excludes `consentInformationPid`. */
                    consentInformationVersionId?: components["schemas"]["Identifier"];
                    /** @description Language in which the text was shown. */
                    lang?: components["schemas"]["Lang"];
                    /** @description How the consent or the revocation came in. */
                    channel?: components["schemas"]["Channel"];
                    /** @description Whether only the latest consent is wanted. Excludes `page` and `perPage`. */
                    first?: boolean;
                    /** @description Number of the page, from 1; a string in answers. */
                    page?: number;
                    /** @description Consents on a page. */
                    perPage?: number;
                    /** @description Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code`; any other is allowed. A value is a text, or has a label and a value. */
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
                    "application/json": {
                        page: string;
                        totalPages: number;
                        results: number;
                        resultsPerPage: number;
                        totalResults: number;
                        data: components["schemas"]["ConsentRecord"][];
                    } | {
                        data: components["schemas"]["ConsentRecord"] | null;
                    };
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
                    /** @description Id of a consent. */
                    id: components["schemas"]["Identifier"];
                    /**
                     * @description How the consent or the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                };
                "multipart/form-data": {
                    /** @description Id of a consent. */
                    id: components["schemas"]["Identifier"];
                    /**
                     * @description How the consent or the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
                    proof: {
                        [key: string]: string;
                    };
                };
                "application/json": {
                    /** @description Id of a consent. */
                    id: components["schemas"]["Identifier"];
                    /**
                     * @description How the consent or the revocation came in.
                     * @default web
                     */
                    channel?: components["schemas"]["Channel"];
                    /** @description What shows that the person acted: any named texts, usually `url` and `html`; at least one that is not empty. */
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
                    pid: number | number[];
                };
                "multipart/form-data": {
                    /** @description PID of a notice, or an array of them. */
                    pid: number | number[];
                };
                "application/json": {
                    /** @description PID of a notice, or an array of them. */
                    pid: number | number[];
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
