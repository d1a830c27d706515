// Made of docs/openapi.json by `npm run generate`; not to be edited.
// 78ecdda7025e8e44db7d0831d15d6531bfc42fde3117a5194beb1d2e723fe714

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
        /** Log in */
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
        /** Check a token */
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
        /** Refresh a token */
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
        /** Record consents */
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
        /** Search consents */
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
        /** Revoke a consent */
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
        /** Retrieve notices */
        post: operations["getNotices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/evidence/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the evidence of a consent */
        post: operations["getEvidence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask who may be written to */
        post: operations["checkPeople"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make links for people */
        post: operations["makeLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List consents */
        post: operations["listConsents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List who must be asked again */
        post: operations["listDueConsents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/notices/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List notices with their versions */
        post: operations["listNotices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/notices/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a version of a notice */
        post: operations["getNoticeVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/projects/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List projects */
        post: operations["listProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/overview/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get an overview */
        post: operations["getOverview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/confirmations/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask a mailbox to confirm */
        post: operations["requestConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/erasures/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for an erasure */
        post: operations["requestErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consent-register/erasures/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List requests to erase */
        post: operations["listErasureRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log out */
        post: operations["logout"];
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
        LoginRequest: {
            /** @description Email of the user, in upper or lower case. */
            email: string;
            /** @description Password of the user. Every character counts. */
            password: string;
        };
        RefreshTokenRequest: {
            /** @description The refresh token from `/login` or from the last refresh. */
            refresh_token: string;
        };
        AddConsentRequest: {
            /** @description UID of the project, as set by the operator. */
            projectUid: string;
            /** @description PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both. */
            consentInformationPid?: number | number[];
            /** @description Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both. */
            consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
            /**
             * @description Language in which the person saw the text. It is recorded even if the notice has no text in it.
             * @default eng
             */
            lang?: components["schemas"]["Lang"];
            /**
             * @description How the consent reached you.
             * @default web
             */
            channel?: components["schemas"]["Channel"];
            /** @description What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`. */
            proof: components["schemas"]["GivenProof"];
            /** @description Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`. */
            userData: components["schemas"]["GivenUserData"];
        };
        SearchConsentsRequest: {
            /** @description Id of a consent. */
            id?: components["schemas"]["Identifier"];
            /** @description UID of a project. */
            projectUid?: string;
            /**
             * Format: int64
             * @description PID of a notice, for all its versions. Not with `consentInformationVersionId`.
             */
            consentInformationPid?: number;
            /** @description Id of a notice version. Not with `consentInformationPid`. */
            consentInformationVersionId?: components["schemas"]["Identifier"];
            /** @description Language in which the person saw the text. */
            lang?: components["schemas"]["Lang"];
            /** @description How the consent reached you. */
            channel?: components["schemas"]["Channel"];
            /** @description If true, `data` is the latest consent or `null`. Not with `page` or `perPage`. Default: `false`. */
            first?: boolean;
            /**
             * Format: int64
             * @description Number of the page, from 1. Default: `1`.
             */
            page?: number;
            /** @description Consents on a page. Default: `20`. */
            perPage?: number;
            /** @description Values to search for. A labelled value counts by its `value`. Upper and lower case and characters that nobody sees do not count, nor do separators in telephone numbers and tax codes: `Ada@Example.COM` is found by `ada@example.com`, `straße@example.com` is not by `strasse@example.com`. With an `id` or a `projectUid` it may be empty (`userData=` in a form). */
            userData: components["schemas"]["SearchedUserData"];
        };
        RevokeConsentRequest: {
            /** @description Id of the consent. */
            id: components["schemas"]["Identifier"];
            /**
             * @description How the revocation reached you.
             * @default web
             */
            channel?: components["schemas"]["Channel"];
            /** @description What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`. */
            proof: components["schemas"]["GivenProof"];
        };
        GetNoticesRequest: {
            /** @description PIDs of notices, one or an array. */
            pid: number | number[];
        };
        GetEvidenceRequest: {
            /** @description Id of the consent. */
            id: components["schemas"]["Identifier"];
            /** @description A month, a day or a time in UTC, such as `2026-11`, `2026-11-22` or `2026-11-22T14:30`. The document also has the state of the consent at that time. Default: now. */
            at?: string;
            /**
             * Format: int64
             * @description Size of the log, from a checkpoint that the reader has kept. If the consent is in that tree, the document also proves this.
             */
            treeSize?: number;
        };
        CheckPeopleRequest: {
            /**
             * Format: int64
             * @description PID of the notice, for all its versions.
             */
            pid: number;
            /** @description The people, each by one or more values of their `userData`, such as an email. A consent must have all of them, compared as in a search. A labelled value counts by its `value`. */
            people: components["schemas"]["GivenPerson"][];
        };
        MakeLinksRequest: {
            /** @description The people, each by exactly one of `email`, `mobile_phone`, `phone` and `tax_code`. Their links are for the consents with that value, compared as in a search. */
            people: components["schemas"]["LinkedPerson"][];
            /**
             * Format: int64
             * @description PID of the notice that the links are for. Default: all notices of the account.
             */
            pid?: number;
            /** @description Days after today (UTC) until the links expire. Default: `365`. */
            days?: number;
        };
        ListConsentsRequest: {
            /** @description Consents given from this month, day or time on, in UTC, such as `2026-11` or `2026-11-22`. */
            from?: string;
            /** @description Consents given until the end of this month, day or minute. */
            until?: string;
            /** @description State of the consents now. */
            state?: components["schemas"]["ConsentState"];
            /** @description UID of a project. */
            projectUid?: string;
            /**
             * Format: int64
             * @description PID of a notice, for all its versions. Not with `consentInformationVersionId`.
             */
            consentInformationPid?: number;
            /** @description Id of a notice version. Not with `consentInformationPid`. */
            consentInformationVersionId?: components["schemas"]["Identifier"];
            /** @description Language in which the person saw the text. */
            lang?: components["schemas"]["Lang"];
            /** @description How the consent reached you. */
            channel?: components["schemas"]["Channel"];
            /** @description Values that a consent must have, compared as in a search. */
            userData?: components["schemas"]["SearchedUserData"];
            /** @description `next` of the previous answer. */
            after?: components["schemas"]["Identifier"];
            /** @description Largest number of consents in the answer. Default: `20`. */
            perPage?: number;
        };
        ListDueConsentsRequest: {
            /** @description Consents that expire within this many days are due. Default: `30`. */
            days?: number;
            /** @description Only consents that are due for this reason. */
            reason?: components["schemas"]["DueReason"];
            /** @description UID of a project. Default: all projects. */
            projectUid?: string;
            /**
             * Format: int64
             * @description PID of a notice. Default: all notices.
             */
            consentInformationPid?: number;
            /** @description `next` of the previous answer. */
            after?: components["schemas"]["Identifier"];
            /** @description Largest number of consents in the answer. Default: `50`. */
            perPage?: number;
        };
        ListNoticesRequest: {
            /**
             * Format: int64
             * @description PID of a notice. Default: all notices of the account.
             */
            pid?: number;
        };
        GetNoticeVersionRequest: {
            /** @description Id of a notice version, current or earlier. */
            id: components["schemas"]["Identifier"];
        };
        ListProjectsRequest: {
            /** @description `next` of the previous answer. */
            after?: string;
            /** @description Largest number of projects in the answer. Default: `500`. */
            perPage?: number;
        };
        GetOverviewRequest: {
            /** @description UID of a project. Default: all projects. */
            projectUid?: string;
            /**
             * Format: int64
             * @description PID of a notice. Default: all notices.
             */
            consentInformationPid?: number;
            /** @description Number of months, including this one. Default: `12`. */
            months?: number;
        };
        RequestConfirmationRequest: {
            /** @description UID of the project, as set by the operator. */
            projectUid: string;
            /** @description PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both. */
            consentInformationPid?: number | number[];
            /** @description Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both. */
            consentInformationVersionId?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
            /**
             * @description Language in which the person saw the text. It is recorded even if the notice has no text in it.
             * @default eng
             */
            lang?: components["schemas"]["Lang"];
            /**
             * @description How the consent reached you.
             * @default web
             */
            channel?: components["schemas"]["Channel"];
            /** @description What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`. */
            proof: components["schemas"]["GivenProof"];
            /** @description Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`. */
            userData: components["schemas"]["GivenUserData"];
        };
        RequestErasureRequest: {
            /** @description Ids of the consents to erase, one or an array. */
            ids?: components["schemas"]["Identifier"] | components["schemas"]["Identifier"][];
            /** @description What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count. */
            extent?: components["schemas"]["ErasureExtent"];
            /** @description Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f). */
            reason?: components["schemas"]["ErasureReason"];
            /** @description Reference of the request in your own files, such as `DSR-2026/114`: letters, digits and `. _ / # -`. Nothing of the person belongs here, no tax code either, since it stays and nobody checks it. */
            reference?: string;
            /** @description Day on which the person's request reached you, such as `2026-11-22`. The deadline counts from it. */
            receivedOn?: string;
            /** @description Id of a request of your own to withdraw, instead of all other parameters. */
            withdraw?: components["schemas"]["Identifier"];
        };
        ListErasureRequestsRequest: {
            /** @description `next` of the previous answer. */
            after?: components["schemas"]["Identifier"];
            /** @description Largest number of requests in the answer. Default: `20`. */
            perPage?: number;
        };
        ChangePasswordRequest: {
            /** @description Current password of the user. */
            currentPassword: string;
            /** @description New password of the user: at least 15 characters, hard to guess, one line without control characters. */
            newPassword: string;
        };
        /** @description What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`. */
        GivenProof: {
            [key: string]: string;
        };
        /** @description Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`. */
        GivenUserData: {
            [key: string]: string | {
                label: string;
                value: string;
            };
        };
        GivenPerson: {
            [key: string]: string | {
                label: string;
                value: string;
            };
        };
        LinkedPerson: {
            /** @description The `email` of the person. Send one value alone. */
            email?: string;
            /** @description The `mobile_phone` of the person. Send one value alone. */
            mobile_phone?: string;
            /** @description The `phone` of the person. Send one value alone. */
            phone?: string;
            /** @description The `tax_code` of the person. Send one value alone. */
            tax_code?: string;
        };
        SearchedUserData: {
            [key: string]: string | {
                label: string;
                value: string;
            };
        };
        AddedConsent: {
            /** @description Id of the consent. */
            consentId: components["schemas"]["Identifier"];
            /** @description Id of the notice version. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description PID of the notice.
             */
            consentInformationPid: number;
            /** @description When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`). */
            time: string;
        };
        AddedConsentList: {
            /** @description In the order of the notices in the request. */
            data: components["schemas"]["AddedConsent"][];
        };
        /** @description The list, if the notices were sent as an array. */
        AddedConsents: components["schemas"]["AddedConsent"] | components["schemas"]["AddedConsentList"];
        ChangedPassword: Record<string, unknown>;
        /**
         * @description How a consent or a revocation reached you.
         * @enum {string}
         */
        Channel: "web" | "web.form" | "web.social.login" | "email" | "app.form";
        /**
         * @description Why not: the register finds no consent (`none`), or the latest one was `revoked`, has `expired`, or is `superseded` by a version that asks again.
         * @enum {string}
         */
        CheckReason: "none" | "revoked" | "expired" | "superseded";
        CheckedPeople: {
            /** @description One entry for each person, in the order of the request. */
            data: components["schemas"]["CheckedPerson"][];
        };
        CheckedPerson: {
            /** @description Whether the person's latest consent to the notice is in force now. */
            allowed: boolean;
            /** @description Why not; `null` if allowed. */
            reason: components["schemas"]["CheckReason"] | null;
        };
        ConsentInformation: {
            /** @description Id of the notice version. */
            id: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description PID of the notice.
             */
            pid: number;
            /**
             * Format: int64
             * @description Number of the version, from 1.
             */
            version: number;
            /**
             * Format: int64
             * @description Days for which a consent to the version is meant to hold. 0 means no limit.
             */
            validityDays: number;
            /** @description For your own use: the register does not act on it. */
            notification: boolean;
            /** @description Title by language. */
            title: {
                [key: string]: string;
            };
            /** @description Text as HTML, by language. */
            descriptionHtml: {
                [key: string]: string;
            };
        };
        ConsentPage: {
            /** @description Number of this page, as a string. */
            page: string;
            /**
             * Format: int64
             * @description Number of pages.
             */
            totalPages: number;
            /**
             * Format: int64
             * @description Consents on this page.
             */
            results: number;
            /**
             * Format: int64
             * @description Consents on a full page.
             */
            resultsPerPage: number;
            /**
             * Format: int64
             * @description Consents on all pages.
             */
            totalResults: number;
            /** @description Newest first. */
            data: components["schemas"]["ConsentRecord"][];
        };
        ConsentRecord: {
            /** @description Id of the consent. */
            id: components["schemas"]["Identifier"];
            /** @description UID of the project. */
            projectUid: string;
            /** @description Id of the project. */
            projectId: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description PID of the notice.
             */
            consentInformationPid: number;
            /** @description Id of the notice version. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /** @description Language in which the person saw the text. */
            lang: components["schemas"]["Lang"];
            /** @description When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`). */
            time: string;
            /** @description How the consent reached you. */
            channel: components["schemas"]["Channel"];
            /** @description Always empty. */
            channelData: Record<string, unknown>;
            /** @description As it was sent. */
            proof: components["schemas"]["Proof"];
            /** @description As it was sent. */
            userData: components["schemas"]["UserData"];
            /** @description Whether the consent is revoked. */
            revoked: boolean;
            /** @description When the consent was revoked, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`). */
            revokeTime: string | null;
            /** @description How the revocation reached you. */
            revokeChannel: components["schemas"]["Channel"] | null;
            /** @description `null` until the consent is revoked, then empty. */
            revokeChannelData: Record<string, unknown> | null;
            /** @description Proof of the revocation, as it was sent. */
            revokeProof: components["schemas"]["Proof"] | null;
        };
        /**
         * @description State of a consent: `active`, `revoked`, `expired` after its validity, `superseded` by a version that asks again, or `erased`.
         * @enum {string}
         */
        ConsentState: "active" | "revoked" | "expired" | "superseded" | "erased";
        DueConsent: {
            /** @description Id of the consent. */
            id: components["schemas"]["Identifier"];
            /** @description UID of the project. */
            projectUid: string;
            /**
             * Format: int64
             * @description PID of the notice.
             */
            consentInformationPid: number;
            /** @description Id of the notice version. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description Number of the notice version.
             */
            consentInformationVersion: number;
            /** @description Language in which the person saw the text. */
            lang: components["schemas"]["Lang"];
            /** @description How the consent reached you. */
            channel: components["schemas"]["Channel"];
            /** @description When the consent was recorded (ISO 8601 in UTC, with milliseconds). */
            time: string;
            /** @description As it was sent. Empty if the consent was erased. */
            userData: {
                [key: string]: string | components["schemas"]["LabelledValue"];
            };
            /** @description Why it is due, at least one reason. */
            reasons: components["schemas"]["DueSince"][];
            /** @description From when the first of the reasons holds (ISO 8601 in UTC, with milliseconds). */
            due: string;
        };
        DueConsents: {
            /** @description Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`. */
            data: components["schemas"]["DueConsent"][];
            /** @description Send it as `after` for the next page. `null` at the end. */
            next: components["schemas"]["Identifier"] | null;
        };
        /**
         * @description Why a person must be asked again: the consent `expires` or has expired, is `superseded` by a version that asks again, or was given in a `language` in which its version has no text.
         * @enum {string}
         */
        DueReason: "expires" | "superseded" | "language";
        DueSince: {
            /** @description Why a person must be asked again: the consent `expires` or has expired, is `superseded` by a version that asks again, or was given in a `language` in which its version has no text. */
            reason: components["schemas"]["DueReason"];
            /** @description From when the reason holds, which may be in the future (ISO 8601 in UTC, with milliseconds). */
            since: string;
        };
        EndedSession: Record<string, unknown>;
        /**
         * @description What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count.
         * @enum {string}
         */
        ErasureExtent: "evidence" | "everything";
        /**
         * @description Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f).
         * @enum {string}
         */
        ErasureReason: "no-longer-needed" | "consent-revoked" | "objected" | "unlawful" | "legal-obligation" | "child";
        /**
         * @description What became of the request: it is `open`; an operator carries it out (`erasing`); or it ended as `done`, `refused` or `withdrawn`.
         * @enum {string}
         */
        ErasureRequestState: "open" | "erasing" | "done" | "refused" | "withdrawn";
        /** @description With `first`, the latest consent only. */
        FoundConsents: components["schemas"]["ConsentPage"] | components["schemas"]["LatestConsent"];
        /** @description 32 lower-case hexadecimal characters. */
        Identifier: string;
        /** @description A value with the label of its form field. */
        LabelledValue: {
            /** @description Label of the form field. */
            label: string;
            /** @description What the person entered. */
            value: string;
        };
        /**
         * @description Code of the language in which the person saw the text (ISO 639-3).
         * @enum {string}
         */
        Lang: "ita" | "eng" | "spa" | "deu" | "fra" | "tur" | "por" | "rus" | "ukr";
        LatestConsent: {
            /** @description The latest consent found, or `null`. */
            data: components["schemas"]["ConsentRecord"] | null;
        };
        ListedConsent: {
            /** @description Id of the consent. */
            id: components["schemas"]["Identifier"];
            /** @description UID of the project. */
            projectUid: string;
            /** @description Id of the project. */
            projectId: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description PID of the notice.
             */
            consentInformationPid: number;
            /** @description Id of the notice version. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description Number of the notice version.
             */
            consentInformationVersion: number;
            /** @description Language in which the person saw the text. */
            lang: components["schemas"]["Lang"];
            /** @description How the consent reached you. */
            channel: components["schemas"]["Channel"];
            /** @description The way, if the proof says one. `null` otherwise, and after an erasure. */
            receivedBy: components["schemas"]["ReceivedBy"] | null;
            /** @description When the consent was recorded (ISO 8601 in UTC, with milliseconds). */
            time: string;
            /** @description As it was sent. Empty if the consent was erased. */
            userData: {
                [key: string]: string | components["schemas"]["LabelledValue"];
            };
            /** @description Whether the consent was imported. */
            imported: boolean;
            /** @description State of the consent now. */
            state: components["schemas"]["ConsentState"];
            /** @description When this state began (ISO 8601 in UTC, with milliseconds). */
            since: string;
            /** @description When the consent was revoked, or `null` (ISO 8601 in UTC, with milliseconds). */
            revokeTime: string | null;
            /** @description When its validity ends or ended, or `null` (ISO 8601 in UTC, with milliseconds). */
            expiryTime: string | null;
            /** @description When a later version began to ask the person again, or `null` (ISO 8601 in UTC, with milliseconds). */
            supersedeTime: string | null;
            /** @description When the consent was erased, or `null` (ISO 8601 in UTC, with milliseconds). */
            eraseTime: string | null;
            /** @description How the revocation reached you, or `null`. */
            revokeChannel: components["schemas"]["Channel"] | null;
            /** @description The same as `receivedBy`, of the revocation. */
            revokeReceivedBy: components["schemas"]["ReceivedBy"] | null;
            /** @description The link for a person through which somebody revoked the consent, or `null`. */
            revokeLink: components["schemas"]["UsedLink"] | null;
        };
        ListedConsents: {
            /** @description Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`. */
            data: components["schemas"]["ListedConsent"][];
            /** @description Send it as `after` for the next page. `null` at the end. */
            next: components["schemas"]["Identifier"] | null;
        };
        ListedNotice: {
            /**
             * Format: int64
             * @description PID of the notice.
             */
            pid: number;
            /** @description Name that the account uses for the notice. */
            name: string;
            /** @description Title of the current version, by language. Left out if there are too many texts to read for a list. */
            title?: {
                [key: string]: string;
            };
            /** @description When the notice was retired, or `null` (ISO 8601 in UTC, with milliseconds). */
            retiredAt: string | null;
            /** @description The oldest version first. */
            versions: components["schemas"]["ListedVersion"][];
        };
        ListedNotices: {
            /** @description Sorted by PID. */
            data: components["schemas"]["ListedNotice"][];
        };
        ListedProject: {
            /** @description UID of the project. Requests name the project by it. */
            uid: string;
            /** @description Id of the project. */
            id: components["schemas"]["Identifier"];
            /** @description Name of the project, as set by the operator. */
            name: string;
        };
        ListedProjects: {
            /** @description Sorted by UID. */
            data: components["schemas"]["ListedProject"][];
            /** @description Send it as `after` for the next page. `null` at the end. */
            next: string | null;
            /** @description Name of the account, as set by the operator. */
            accountName: string;
        };
        ListedVersion: {
            /** @description Id of the version. */
            id: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description Number of the version, from 1.
             */
            version: number;
            /** @description When the version was published (ISO 8601 in UTC, with milliseconds). */
            publishedAt: string;
            /** @description When the next version was published, or `null` for the current version (ISO 8601 in UTC, with milliseconds). */
            currentUntil: string | null;
            /** @description Who published the version, as in the operations log. */
            publishedBy: string;
            /** @description SHA-256 of the content of the version, in hex. */
            contentHash: string;
            /** @description Languages in which the version has a text. */
            languages: string[];
            /**
             * Format: int64
             * @description Days for which a consent to the version is meant to hold. 0 means no limit.
             */
            validityDays: number;
            /** @description Whether people who agreed to an earlier version must agree again. */
            askAgain: boolean;
        };
        MadeLink: {
            /** @description Address of the page where the person sees and withdraws consents. */
            page: string;
            /** @description Address to which a mail program posts to unsubscribe the person. `null` without `pid`. */
            oneClick: string | null;
            /** @description The headers of your mail to this person, by name: `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058). `null` without `pid`. */
            headers: {
                [key: string]: string;
            } | null;
        };
        MadeLinks: {
            /** @description One entry for each person, in the order of the request. */
            data: components["schemas"]["MadeLink"][];
        };
        NoticeDataKind: {
            /** @description Name. */
            name: string;
            /** @description Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
            type?: string;
            /** @description Whether a person may leave this data out and still agree. */
            optional?: boolean;
            /** @description Whether the data is sensitive. */
            sensitive?: boolean;
            /** @description Whether the data is of a special category (Article 9 of the GDPR). */
            special?: boolean;
        };
        NoticeParty: {
            /** @description Name of the organisation or the person. */
            name: string;
            /** @description Postal address. */
            address?: string;
            /** @description Person or office to ask. */
            contact?: string;
            /** @description Email for questions. */
            email?: string;
            /** @description Phone number for questions. */
            phone?: string;
            /** @description Web page. */
            url?: string;
        };
        NoticeRecourse: {
            /** @description Name. */
            name: string;
            /** @description Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
            type?: string;
            /** @description Web page. */
            url?: string;
        };
        NoticeStorage: {
            /** @description How long, in words. */
            name: string;
            /** @description How long, as an ISO 8601 duration, such as `P2Y`. */
            duration?: string;
        };
        NoticeTerm: {
            /** @description Name. */
            name: string;
            /** @description Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C. */
            type?: string;
        };
        NoticeVersion: {
            /** @description Id of the notice version. */
            id: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description PID of the notice.
             */
            pid: number;
            /**
             * Format: int64
             * @description Number of the version, from 1.
             */
            version: number;
            /**
             * Format: int64
             * @description Days for which a consent to the version is meant to hold. 0 means no limit.
             */
            validityDays: number;
            /** @description For your own use: the register does not act on it. */
            notification: boolean;
            /** @description Title by language. */
            title: {
                [key: string]: string;
            };
            /** @description Text as HTML, by language. */
            descriptionHtml: {
                [key: string]: string;
            };
            /** @description Name that the account uses for the notice. */
            name: string;
            /** @description When the version was published (ISO 8601 in UTC, with milliseconds). */
            publishedAt: string;
            /** @description When the next version was published, or `null` for the current version (ISO 8601 in UTC, with milliseconds). */
            currentUntil: string | null;
            /** @description Who published the version, as in the operations log. */
            publishedBy: string;
            /** @description SHA-256 of the content of the version, in hex. */
            contentHash: string;
            /** @description Whether people who agreed to an earlier version must agree again. */
            askAgain: boolean;
            /**
             * Format: int64
             * @description Days for which a consent is kept after its end.
             */
            retentionDays?: number;
            /** @description Who is responsible for the data. */
            controller?: components["schemas"]["NoticeParty"];
            /** @description What the data is for. */
            purposes?: components["schemas"]["NoticeTerm"][];
            /** @description Who receives the data. */
            recipients?: components["schemas"]["NoticeParty"][];
            /** @description The kinds of data. */
            personalData?: components["schemas"]["NoticeDataKind"][];
            /** @description What is done with the data. */
            processing?: components["schemas"]["NoticeTerm"][];
            /** @description Where the data comes from. */
            dataSources?: components["schemas"]["NoticeTerm"][];
            /** @description Where the data is stored. */
            storageLocations?: components["schemas"]["NoticeTerm"][];
            /** @description How long the data is stored. */
            storagePeriod?: components["schemas"]["NoticeStorage"];
            /** @description Where the data is processed. */
            processingLocations?: components["schemas"]["NoticeTerm"][];
            /** @description Whose law applies. */
            jurisdictions?: components["schemas"]["NoticeTerm"][];
            /** @description The legal basis of the processing. */
            lawfulBasis?: components["schemas"]["NoticeTerm"];
            /** @description How people express consent, as a term of the Data Privacy Vocabulary. */
            consentType?: string;
            /** @description How to withdraw the consent. */
            withdrawal?: components["schemas"]["NoticeRecourse"];
            /** @description What a person has the right to ask for. */
            rights?: components["schemas"]["NoticeRecourse"][];
            /** @description The authority to which people can complain. */
            authority?: components["schemas"]["NoticeParty"];
        };
        Notices: {
            /** @description Notices by PID. */
            data: {
                [key: string]: components["schemas"]["ConsentInformation"];
            };
        };
        Overview: {
            /** @description Time up to which consents are counted, or `null` if they are not counted yet (ISO 8601 in UTC, with milliseconds). */
            countedUntil: string | null;
            /** @description The oldest month first, this month last. Empty if `countedUntil` is `null`. */
            data: components["schemas"]["OverviewMonth"][];
            /** @description Versions that have counts, sorted by PID and version number. */
            versions: components["schemas"]["OverviewVersion"][];
            /**
             * Format: int64
             * @description Requests to confirm by email of the last 7 days that were neither confirmed nor replaced nor erased, of the whole account. One whose link ends counts until that day (UTC) is over.
             */
            unconfirmedRequests: number;
        };
        OverviewMonth: {
            /** @description Month in UTC, as `YYYY-MM`. */
            month: string;
            /**
             * Format: int64
             * @description Consents given in the month. Imported consents count when the person gave them.
             */
            given: number;
            /**
             * Format: int64
             * @description Consents in force that were revoked in the month.
             */
            revoked: number;
            /**
             * Format: int64
             * @description Consents in force that expired in the month.
             */
            expired: number;
            /**
             * Format: int64
             * @description Consents in force that were superseded by a version that asks again in the month.
             */
            superseded: number;
            /**
             * Format: int64
             * @description Consents in force that were erased in the month.
             */
            erased: number;
            /**
             * Format: int64
             * @description Consents in force at the end of the month, or now: those of the month before and those given, less those that ended.
             */
            active: number;
        };
        OverviewVersion: {
            /**
             * Format: int64
             * @description PID of the notice.
             */
            consentInformationPid: number;
            /** @description Id of the notice version. */
            consentInformationVersionId: components["schemas"]["Identifier"];
            /**
             * Format: int64
             * @description Number of the notice version.
             */
            consentInformationVersion: number;
            /**
             * Format: int64
             * @description Consents given in all these months. Imported consents count when the person gave them.
             */
            given: number;
            /**
             * Format: int64
             * @description Consents in force that were revoked in all these months.
             */
            revoked: number;
            /**
             * Format: int64
             * @description Consents in force that expired in all these months.
             */
            expired: number;
            /**
             * Format: int64
             * @description Consents in force that were superseded by a version that asks again in all these months.
             */
            superseded: number;
            /**
             * Format: int64
             * @description Consents in force that were erased in all these months.
             */
            erased: number;
            /**
             * Format: int64
             * @description Consents to the version that are in force now.
             */
            active: number;
        };
        /** @description Strings by name, usually `url` and `html`. */
        Proof: {
            [key: string]: string;
        };
        /**
         * @description Way that no channel names, as `proof[received_by]` says with the channel `web`.
         * @enum {string}
         */
        ReceivedBy: "telephone" | "letter" | "in-person" | "fax" | "other";
        RequestedConfirmation: {
            /** @description Id of the request. */
            id: components["schemas"]["Identifier"];
            /** @description Until when the link in the mail works (ISO 8601 in UTC, with milliseconds). */
            endTime: string;
        };
        RequestedErasure: {
            /** @description Id of the request. */
            id: components["schemas"]["Identifier"];
            /** @description What became of the request: it is `open`; an operator carries it out (`erasing`); or it ended as `done`, `refused` or `withdrawn`. */
            state: components["schemas"]["ErasureRequestState"];
            /** @description Ids of the consents to erase. */
            consentIds: components["schemas"]["Identifier"][];
            /** @description What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count. */
            extent: components["schemas"]["ErasureExtent"];
            /** @description Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f). */
            reason: components["schemas"]["ErasureReason"];
            /** @description Reference of your own files. */
            reference: string | null;
            /** @description Day on which the person's request reached you (`YYYY-MM-DD`). */
            receivedOn: string;
            /** @description Day by which the person must have an answer, a month later (`YYYY-MM-DD`; Article 12(3) GDPR). */
            dueOn: string;
            /** @description When the request was made (ISO 8601 in UTC, with milliseconds). */
            requestTime: string;
            /**
             * Format: int64
             * @description Number of the user who made it.
             */
            userId: number;
            /** @description When it was done, refused or withdrawn (ISO 8601 in UTC, with milliseconds). */
            endTime: string | null;
            /**
             * Format: int64
             * @description How many of its consents were erased since it was made, once it is `done`.
             */
            erased: number;
            /** @description Why the operator refused it. */
            refusal: string | null;
        };
        RequestedErasures: {
            /** @description Newest first. */
            data: components["schemas"]["RequestedErasure"][];
            /** @description Ids of requests among these that are stored but damaged, and so not in `data`. Tell the operator. */
            damaged: string[];
            /** @description Send it as `after` for the next page. `null` at the end. */
            next: components["schemas"]["Identifier"] | null;
        };
        RevokedConsent: {
            /**
             * @description The consent is revoked.
             * @constant
             */
            revoked: true;
            /** @description Id of the consent. */
            consentId: components["schemas"]["Identifier"];
            /** @description Id of the notice version. */
            consentInformationId: components["schemas"]["Identifier"];
            /** @description When it was first revoked (UTC, `YYYY-MM-DD HH:MM:SS`). */
            time: string;
        };
        SignedEvidence: {
            /** @description Header with `alg`, `jwk`, `kid` and `typ`, as canonical JSON in base64url. */
            protected: string;
            /** @description ES256 signature over `protected`, a dot, and the canonical JSON of `statement` in base64url. */
            signature: string;
            /** @description What the register says of the consent: the leaves of its log, and what their hashes are of. `docs/evidence.schema.json` describes it, and `log`. */
            statement: {
                [key: string]: unknown;
            };
            /** @description Proof that the consent is in the log of the register, once a checkpoint covers it. */
            log?: {
                [key: string]: unknown;
            };
        };
        TokenSet: {
            /**
             * @description The word before the access token in the `Authorization` header.
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int64
             * @description Lifetime of the access token in seconds.
             */
            expires_in: number;
            /** @description Send it in the header `Authorization: Bearer ACCESS_TOKEN`. */
            access_token: string;
            /** @description Send it to `/refresh-token`. It works once. */
            refresh_token: string;
        };
        UsedLink: {
            /**
             * @description Key of the value that the link is for.
             * @enum {string}
             */
            key: "email" | "mobile_phone" | "phone" | "tax_code";
            /**
             * Format: int64
             * @description The user who asked for the link.
             */
            userId: number;
            /** @description The day of that, UTC. */
            day: string;
        };
        /** @description Values by name. Each is a string, or an object with a `label` and a `value`. */
        UserData: {
            [key: string]: string | components["schemas"]["LabelledValue"];
        };
        UserDetails: {
            /**
             * Format: int64
             * @description Number of the user.
             */
            id: number;
            /** @description Name of the user, as set by the operator. */
            name: string;
            /** @description Email with which the user logs in. */
            email: string;
            /** @description UTC time in ISO 8601, with microseconds. */
            email_verified_at: string;
            /** @description UTC time in ISO 8601, with microseconds. */
            created_at: string;
            /** @description UTC time in ISO 8601, with microseconds. */
            updated_at: string;
        };
        /** @description A problem (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description Path of a page about the problem. The same for all problems of a code.
             */
            type: string;
            /** @description What went wrong. The same for all problems of a code. */
            title: string;
            /** @description HTTP status of the answer. */
            status: number;
            /** @description What to do, for people. The wording may change. */
            detail: string;
            /**
             * @description Kind of problem, for programs. It never changes. New codes may be added.
             * @example body.unreadable
             */
            code: "body.unreadable" | "credentials.invalid" | "token.missing" | "token.invalid" | "token.expired" | "session.ended" | "key.ended" | "refresh-token.invalid" | "key.not-allowed" | "address.not-allowed" | "account.consent-register-disabled" | "user.sender-only" | "user.read-only" | "erasure-request.not-found" | "consent.not-found" | "notice.not-found" | "key-file.not-found" | "operation.off" | "path.unknown" | "method.not-allowed" | "idempotency-key.reused" | "erasure-request.fixed" | "body.too-large" | "consent.too-large" | "body.unsupported-media-type" | "parameters.invalid" | "login.throttled" | "password.throttled" | "search.throttled" | "check.throttled" | "account.throttled" | "erasure-request.throttled" | "confirmation.throttled" | "service.fault" | "evidence.history-incomplete" | "mail.not-configured" | "mail.refused" | "mail.unsettled" | "store.unavailable" | (string & {});
            /** @description Lets the operator find the request in the log. */
            requestId: string;
            /** @description The wrong parameters (422), or the unknown PIDs or ids (404). */
            errors?: components["schemas"]["ParameterError"][];
        };
        /** @description What is wrong with one parameter. */
        ParameterError: {
            /** @description Name of the parameter in bracket notation, such as `userData[email]`. */
            field: string;
            /**
             * @description What is wrong, for programs. It never changes. New codes may be added.
             * @example missing
             */
            code: "missing" | "malformed" | "unknown" | "retired" | "unknown-parameter" | "conflict" | "repeated" | "out-of-range" | "too-long" | "too-short" | "too-many" | "guessable" | "wrong" | "answer-too-large" | (string & {});
            /** @description What to do, for people. */
            detail: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type LoginRequest = components['schemas']['LoginRequest'];
export type RefreshTokenRequest = components['schemas']['RefreshTokenRequest'];
export type AddConsentRequest = components['schemas']['AddConsentRequest'];
export type SearchConsentsRequest = components['schemas']['SearchConsentsRequest'];
export type RevokeConsentRequest = components['schemas']['RevokeConsentRequest'];
export type GetNoticesRequest = components['schemas']['GetNoticesRequest'];
export type GetEvidenceRequest = components['schemas']['GetEvidenceRequest'];
export type CheckPeopleRequest = components['schemas']['CheckPeopleRequest'];
export type MakeLinksRequest = components['schemas']['MakeLinksRequest'];
export type ListConsentsRequest = components['schemas']['ListConsentsRequest'];
export type ListDueConsentsRequest = components['schemas']['ListDueConsentsRequest'];
export type ListNoticesRequest = components['schemas']['ListNoticesRequest'];
export type GetNoticeVersionRequest = components['schemas']['GetNoticeVersionRequest'];
export type ListProjectsRequest = components['schemas']['ListProjectsRequest'];
export type GetOverviewRequest = components['schemas']['GetOverviewRequest'];
export type RequestConfirmationRequest = components['schemas']['RequestConfirmationRequest'];
export type RequestErasureRequest = components['schemas']['RequestErasureRequest'];
export type ListErasureRequestsRequest = components['schemas']['ListErasureRequestsRequest'];
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest'];
export type GivenProof = components['schemas']['GivenProof'];
export type GivenUserData = components['schemas']['GivenUserData'];
export type GivenPerson = components['schemas']['GivenPerson'];
export type LinkedPerson = components['schemas']['LinkedPerson'];
export type SearchedUserData = components['schemas']['SearchedUserData'];
export type AddedConsent = components['schemas']['AddedConsent'];
export type AddedConsentList = components['schemas']['AddedConsentList'];
export type AddedConsents = components['schemas']['AddedConsents'];
export type ChangedPassword = components['schemas']['ChangedPassword'];
export type Channel = components['schemas']['Channel'];
export type CheckReason = components['schemas']['CheckReason'];
export type CheckedPeople = components['schemas']['CheckedPeople'];
export type CheckedPerson = components['schemas']['CheckedPerson'];
export type ConsentInformation = components['schemas']['ConsentInformation'];
export type ConsentPage = components['schemas']['ConsentPage'];
export type ConsentRecord = components['schemas']['ConsentRecord'];
export type ConsentState = components['schemas']['ConsentState'];
export type DueConsent = components['schemas']['DueConsent'];
export type DueConsents = components['schemas']['DueConsents'];
export type DueReason = components['schemas']['DueReason'];
export type DueSince = components['schemas']['DueSince'];
export type EndedSession = components['schemas']['EndedSession'];
export type ErasureExtent = components['schemas']['ErasureExtent'];
export type ErasureReason = components['schemas']['ErasureReason'];
export type ErasureRequestState = components['schemas']['ErasureRequestState'];
export type FoundConsents = components['schemas']['FoundConsents'];
export type Identifier = components['schemas']['Identifier'];
export type LabelledValue = components['schemas']['LabelledValue'];
export type Lang = components['schemas']['Lang'];
export type LatestConsent = components['schemas']['LatestConsent'];
export type ListedConsent = components['schemas']['ListedConsent'];
export type ListedConsents = components['schemas']['ListedConsents'];
export type ListedNotice = components['schemas']['ListedNotice'];
export type ListedNotices = components['schemas']['ListedNotices'];
export type ListedProject = components['schemas']['ListedProject'];
export type ListedProjects = components['schemas']['ListedProjects'];
export type ListedVersion = components['schemas']['ListedVersion'];
export type MadeLink = components['schemas']['MadeLink'];
export type MadeLinks = components['schemas']['MadeLinks'];
export type NoticeDataKind = components['schemas']['NoticeDataKind'];
export type NoticeParty = components['schemas']['NoticeParty'];
export type NoticeRecourse = components['schemas']['NoticeRecourse'];
export type NoticeStorage = components['schemas']['NoticeStorage'];
export type NoticeTerm = components['schemas']['NoticeTerm'];
export type NoticeVersion = components['schemas']['NoticeVersion'];
export type Notices = components['schemas']['Notices'];
export type Overview = components['schemas']['Overview'];
export type OverviewMonth = components['schemas']['OverviewMonth'];
export type OverviewVersion = components['schemas']['OverviewVersion'];
export type Proof = components['schemas']['Proof'];
export type ReceivedBy = components['schemas']['ReceivedBy'];
export type RequestedConfirmation = components['schemas']['RequestedConfirmation'];
export type RequestedErasure = components['schemas']['RequestedErasure'];
export type RequestedErasures = components['schemas']['RequestedErasures'];
export type RevokedConsent = components['schemas']['RevokedConsent'];
export type SignedEvidence = components['schemas']['SignedEvidence'];
export type TokenSet = components['schemas']['TokenSet'];
export type UsedLink = components['schemas']['UsedLink'];
export type UserData = components['schemas']['UserData'];
export type UserDetails = components['schemas']['UserDetails'];
export type Problem = components['schemas']['Problem'];
export type ParameterError = components['schemas']['ParameterError'];
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
                "application/json": components["schemas"]["LoginRequest"];
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
        };
    };
    details: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
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
                "application/json": components["schemas"]["RefreshTokenRequest"];
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
        };
    };
    addConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddConsentRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedConsents"];
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
                "application/json": components["schemas"]["SearchConsentsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundConsents"];
                };
            };
        };
    };
    revokeConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeConsentRequest"];
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
                "application/json": components["schemas"]["GetNoticesRequest"];
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
        };
    };
    getEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetEvidenceRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedEvidence"];
                };
            };
        };
    };
    checkPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckPeopleRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedPeople"];
                };
            };
        };
    };
    makeLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeLinksRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeLinks"];
                };
            };
        };
    };
    listConsents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListConsentsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedConsents"];
                };
            };
        };
    };
    listDueConsents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListDueConsentsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DueConsents"];
                };
            };
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListNoticesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedNotices"];
                };
            };
        };
    };
    getNoticeVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetNoticeVersionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeVersion"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListProjectsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedProjects"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOverviewRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    requestConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestConfirmationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedConfirmation"];
                };
            };
        };
    };
    requestErasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestErasureRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedErasure"];
                };
            };
        };
    };
    listErasureRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListErasureRequestsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedErasures"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedPassword"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSession"];
                };
            };
        };
    };
}
