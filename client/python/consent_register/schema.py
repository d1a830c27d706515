"""The types of requests and answers, and the operations. Made of the contract by `npm run generate`; not to be edited."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Tuple, TypedDict, Union


class Credentials(TypedDict):
    email: str
    """Email of the user, in upper or lower case."""
    password: str
    """Password of the user. Every character counts."""


class RefreshTokenRequest(TypedDict):
    refresh_token: str
    """The refresh token from `/login` or from the last refresh."""


class _RevocationRequired(TypedDict):
    id: Identifier
    """Id of the consent."""
    proof: GivenProof
    """What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`."""


class Revocation(_RevocationRequired, total=False):
    channel: Channel
    """How the revocation reached you."""


class NoticeRequest(TypedDict):
    pid: Union[int, List[int]]
    """PIDs of notices, one or an array."""


class _GetEvidenceRequestRequired(TypedDict):
    id: Identifier
    """Id of the consent."""


class GetEvidenceRequest(_GetEvidenceRequestRequired, total=False):
    at: str
    """A month, a day or a time in UTC, such as `2026-11`, `2026-11-22` or `2026-11-22T14:30`. The document also has the state of the consent at that time. Default: now."""
    treeSize: int
    """Size of the log, from a checkpoint that the reader has kept. If the consent is in that tree, the document also proves this."""


class CheckPeopleRequest(TypedDict):
    pid: int
    """PID of the notice, for all its versions."""
    people: List[GivenPerson]
    """The people, each by one or more values of their `userData`, such as an email. A consent must have all of them, compared as in a search. A labelled value counts by its `value`."""


class _MakeLinksRequestRequired(TypedDict):
    people: List[LinkedPerson]
    """The people, each by exactly one of `email`, `mobile_phone`, `phone` and `tax_code`. Their links are for the consents with that value, compared as in a search."""


class MakeLinksRequest(_MakeLinksRequestRequired, total=False):
    pid: int
    """PID of the notice that the links are for. Default: all notices of the account."""
    days: int
    """Days after today (UTC) until the links expire. Default: `365`."""


_ConsentListingWords = TypedDict("_ConsentListingWords", {"from": "str"}, total=False)


class ConsentListing(_ConsentListingWords, total=False):
    until: str
    """Consents given until the end of this month, day or minute."""
    state: ConsentState
    """State of the consents now."""
    projectUid: str
    """UID of a project."""
    consentInformationPid: int
    """PID of a notice, for all its versions. Not with `consentInformationVersionId`."""
    consentInformationVersionId: Identifier
    """Id of a notice version. Not with `consentInformationPid`."""
    lang: Lang
    """Language in which the person saw the text."""
    channel: Channel
    """How the consent reached you."""
    userData: SearchedUserData
    """Values that a consent must have, compared as in a search."""
    after: Identifier
    """`next` of the previous answer."""
    perPage: int
    """Largest number of consents in the answer. Default: `20`."""


class ListDueConsentsRequest(TypedDict, total=False):
    days: int
    """Consents that expire within this many days are due. Default: `30`."""
    reason: DueReason
    """Only consents that are due for this reason."""
    projectUid: str
    """UID of a project. Default: all projects."""
    consentInformationPid: int
    """PID of a notice. Default: all notices."""
    after: Identifier
    """`next` of the previous answer."""
    perPage: int
    """Largest number of consents in the answer. Default: `50`."""


class ListNoticesRequest(TypedDict, total=False):
    pid: int
    """PID of a notice. Default: all notices of the account."""


class GetNoticeVersionRequest(TypedDict):
    id: Identifier
    """Id of a notice version, current or earlier."""


class ListProjectsRequest(TypedDict, total=False):
    after: str
    """`next` of the previous answer."""
    perPage: int
    """Largest number of projects in the answer. Default: `500`."""


class GetOverviewRequest(TypedDict, total=False):
    projectUid: str
    """UID of a project. Default: all projects."""
    consentInformationPid: int
    """PID of a notice. Default: all notices."""
    months: int
    """Number of months, including this one. Default: `12`."""


class _RequestConfirmationRequestRequired(TypedDict):
    projectUid: str
    """UID of the project, as set by the operator."""
    proof: GivenProof
    """What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`."""
    userData: GivenUserData
    """Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`."""


class RequestConfirmationRequest(_RequestConfirmationRequestRequired, total=False):
    consentInformationPid: Union[int, List[int]]
    """PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both."""
    consentInformationVersionId: Union[Identifier, List[Identifier]]
    """Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both."""
    lang: Lang
    """Language in which the person saw the text. It is recorded even if the notice has no text in it."""
    channel: Channel
    """How the consent reached you."""


class RequestErasureRequest(TypedDict, total=False):
    ids: Union[Identifier, List[Identifier]]
    """Ids of the consents to erase, one or an array."""
    extent: ErasureExtent
    """What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count."""
    reason: ErasureReason
    """Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f)."""
    reference: str
    """Reference of the request in your own files, such as `DSR-2026/114`: letters, digits and `. _ / # -`. Nothing of the person belongs here, no tax code either, since it stays and nobody checks it."""
    receivedOn: str
    """Day on which the person's request reached you, such as `2026-11-22`. The deadline counts from it."""
    withdraw: Identifier
    """Id of a request of your own to withdraw, instead of all other parameters."""


class ListErasureRequestsRequest(TypedDict, total=False):
    after: Identifier
    """`next` of the previous answer."""
    perPage: int
    """Largest number of requests in the answer. Default: `20`."""


class ChangePasswordRequest(TypedDict):
    currentPassword: str
    """Current password of the user."""
    newPassword: str
    """New password of the user: at least 15 characters, hard to guess, one line without control characters."""


class LinkedPerson(TypedDict, total=False):
    email: str
    """The `email` of the person. Send one value alone."""
    mobile_phone: str
    """The `mobile_phone` of the person. Send one value alone."""
    phone: str
    """The `phone` of the person. Send one value alone."""
    tax_code: str
    """The `tax_code` of the person. Send one value alone."""


class AddedConsent(TypedDict):
    consentId: Identifier
    """Id of the consent."""
    consentInformationVersionId: Identifier
    """Id of the notice version."""
    consentInformationPid: int
    """PID of the notice."""
    time: str
    """When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`)."""


class AddedConsents(TypedDict):
    data: List[AddedConsent]
    """In the order of the notices in the request."""


class ChangedPassword(TypedDict, total=False):
    pass


class CheckedPeople(TypedDict):
    data: List[CheckedPerson]
    """One entry for each person, in the order of the request."""


class CheckedPerson(TypedDict):
    allowed: bool
    """Whether the person's latest consent to the notice is in force now."""
    reason: Union[CheckReason, None]
    """Why not; `null` if allowed."""


class Notice(TypedDict):
    id: Identifier
    """Id of the notice version."""
    pid: int
    """PID of the notice."""
    version: int
    """Number of the version, from 1."""
    validityDays: int
    """Days for which a consent to the version is meant to hold. 0 means no limit."""
    notification: bool
    """For your own use: the register does not act on it."""
    title: Dict[str, str]
    """Title by language."""
    descriptionHtml: Dict[str, str]
    """Text as HTML, by language."""


class ConsentPage(TypedDict):
    page: str
    """Number of this page, as a string."""
    totalPages: int
    """Number of pages."""
    results: int
    """Consents on this page."""
    resultsPerPage: int
    """Consents on a full page."""
    totalResults: int
    """Consents on all pages."""
    data: List[ConsentRecord]
    """Newest first."""


class ConsentRecord(TypedDict):
    id: Identifier
    """Id of the consent."""
    projectUid: str
    """UID of the project."""
    projectId: Identifier
    """Id of the project."""
    consentInformationPid: int
    """PID of the notice."""
    consentInformationVersionId: Identifier
    """Id of the notice version."""
    lang: Lang
    """Language in which the person saw the text."""
    time: str
    """When the consent was recorded (UTC, `YYYY-MM-DD HH:MM:SS`)."""
    channel: Channel
    """How the consent reached you."""
    channelData: Dict[str, Any]
    """Always empty."""
    proof: Proof
    """As it was sent."""
    userData: UserData
    """As it was sent."""
    revoked: bool
    """Whether the consent is revoked."""
    revokeTime: Union[str, None]
    """When the consent was revoked, or `null` (UTC, `YYYY-MM-DD HH:MM:SS`)."""
    revokeChannel: Union[Channel, None]
    """How the revocation reached you."""
    revokeChannelData: Union[Dict[str, Any], None]
    """`null` until the consent is revoked, then empty."""
    revokeProof: Union[Proof, None]
    """Proof of the revocation, as it was sent."""


class DueConsent(TypedDict):
    id: Identifier
    """Id of the consent."""
    projectUid: str
    """UID of the project."""
    consentInformationPid: int
    """PID of the notice."""
    consentInformationVersionId: Identifier
    """Id of the notice version."""
    consentInformationVersion: int
    """Number of the notice version."""
    lang: Lang
    """Language in which the person saw the text."""
    channel: Channel
    """How the consent reached you."""
    time: str
    """When the consent was recorded (ISO 8601 in UTC, with milliseconds)."""
    userData: Dict[str, Union[str, LabelledValue]]
    """As it was sent. Empty if the consent was erased."""
    reasons: List[DueSince]
    """Why it is due, at least one reason."""
    due: str
    """From when the first of the reasons holds (ISO 8601 in UTC, with milliseconds)."""


class DueConsents(TypedDict):
    data: List[DueConsent]
    """Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`."""
    next: Union[Identifier, None]
    """Send it as `after` for the next page. `null` at the end."""


class DueSince(TypedDict):
    reason: DueReason
    """Why a person must be asked again: the consent `expires` or has expired, is `superseded` by a version that asks again, or was given in a `language` in which its version has no text."""
    since: str
    """From when the reason holds, which may be in the future (ISO 8601 in UTC, with milliseconds)."""


class EndedSession(TypedDict, total=False):
    pass


class LabelledValue(TypedDict):
    """A value with the label of its form field."""

    label: str
    """Label of the form field."""
    value: str
    """What the person entered."""


class LatestConsent(TypedDict):
    data: Union[ConsentRecord, None]
    """The latest consent found, or `null`."""


class ListedConsent(TypedDict):
    id: Identifier
    """Id of the consent."""
    projectUid: str
    """UID of the project."""
    projectId: Identifier
    """Id of the project."""
    consentInformationPid: int
    """PID of the notice."""
    consentInformationVersionId: Identifier
    """Id of the notice version."""
    consentInformationVersion: int
    """Number of the notice version."""
    lang: Lang
    """Language in which the person saw the text."""
    channel: Channel
    """How the consent reached you."""
    receivedBy: Union[ReceivedBy, None]
    """The way, if the proof says one. `null` otherwise, and after an erasure."""
    time: str
    """When the consent was recorded (ISO 8601 in UTC, with milliseconds)."""
    userData: Dict[str, Union[str, LabelledValue]]
    """As it was sent. Empty if the consent was erased."""
    imported: bool
    """Whether the consent was imported."""
    state: ConsentState
    """State of the consent now."""
    since: str
    """When this state began (ISO 8601 in UTC, with milliseconds)."""
    revokeTime: Union[str, None]
    """When the consent was revoked, or `null` (ISO 8601 in UTC, with milliseconds)."""
    expiryTime: Union[str, None]
    """When its validity ends or ended, or `null` (ISO 8601 in UTC, with milliseconds)."""
    supersedeTime: Union[str, None]
    """When a later version began to ask the person again, or `null` (ISO 8601 in UTC, with milliseconds)."""
    eraseTime: Union[str, None]
    """When the consent was erased, or `null` (ISO 8601 in UTC, with milliseconds)."""
    revokeChannel: Union[Channel, None]
    """How the revocation reached you, or `null`."""
    revokeReceivedBy: Union[ReceivedBy, None]
    """The same as `receivedBy`, of the revocation."""
    revokeLink: Union[UsedLink, None]
    """The link for a person through which somebody revoked the consent, or `null`."""


class ListedConsents(TypedDict):
    data: List[ListedConsent]
    """Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`."""
    next: Union[Identifier, None]
    """Send it as `after` for the next page. `null` at the end."""


class _ListedNoticeRequired(TypedDict):
    pid: int
    """PID of the notice."""
    name: str
    """Name that the account uses for the notice."""
    retiredAt: Union[str, None]
    """When the notice was retired, or `null` (ISO 8601 in UTC, with milliseconds)."""
    versions: List[ListedVersion]
    """The oldest version first."""


class ListedNotice(_ListedNoticeRequired, total=False):
    title: Dict[str, str]
    """Title of the current version, by language. Left out if there are too many texts to read for a list."""


class ListedNotices(TypedDict):
    data: List[ListedNotice]
    """Sorted by PID."""


class ListedProject(TypedDict):
    uid: str
    """UID of the project. Requests name the project by it."""
    id: Identifier
    """Id of the project."""
    name: str
    """Name of the project, as set by the operator."""


class ListedProjects(TypedDict):
    data: List[ListedProject]
    """Sorted by UID."""
    next: Union[str, None]
    """Send it as `after` for the next page. `null` at the end."""
    accountName: str
    """Name of the account, as set by the operator."""


class ListedVersion(TypedDict):
    id: Identifier
    """Id of the version."""
    version: int
    """Number of the version, from 1."""
    publishedAt: str
    """When the version was published (ISO 8601 in UTC, with milliseconds)."""
    currentUntil: Union[str, None]
    """When the next version was published, or `null` for the current version (ISO 8601 in UTC, with milliseconds)."""
    publishedBy: str
    """Who published the version, as in the operations log."""
    contentHash: str
    """SHA-256 of the content of the version, in hex."""
    languages: List[str]
    """Languages in which the version has a text."""
    validityDays: int
    """Days for which a consent to the version is meant to hold. 0 means no limit."""
    askAgain: bool
    """Whether people who agreed to an earlier version must agree again."""


class MadeLink(TypedDict):
    page: str
    """Address of the page where the person sees and withdraws consents."""
    oneClick: Union[str, None]
    """Address to which a mail program posts to unsubscribe the person. `null` without `pid`."""
    headers: Union[Dict[str, str], None]
    """The headers of your mail to this person, by name: `List-Unsubscribe` and `List-Unsubscribe-Post` (RFC 8058). `null` without `pid`."""


class MadeLinks(TypedDict):
    data: List[MadeLink]
    """One entry for each person, in the order of the request."""


class _NoticeDataKindRequired(TypedDict):
    name: str
    """Name."""


class NoticeDataKind(_NoticeDataKindRequired, total=False):
    type: str
    """Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C."""
    optional: bool
    """Whether a person may leave this data out and still agree."""
    sensitive: bool
    """Whether the data is sensitive."""
    special: bool
    """Whether the data is of a special category (Article 9 of the GDPR)."""


class _NoticePartyRequired(TypedDict):
    name: str
    """Name of the organisation or the person."""


class NoticeParty(_NoticePartyRequired, total=False):
    address: str
    """Postal address."""
    contact: str
    """Person or office to ask."""
    email: str
    """Email for questions."""
    phone: str
    """Phone number for questions."""
    url: str
    """Web page."""


class _NoticeRecourseRequired(TypedDict):
    name: str
    """Name."""


class NoticeRecourse(_NoticeRecourseRequired, total=False):
    type: str
    """Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C."""
    url: str
    """Web page."""


class _NoticeStorageRequired(TypedDict):
    name: str
    """How long, in words."""


class NoticeStorage(_NoticeStorageRequired, total=False):
    duration: str
    """How long, as an ISO 8601 duration, such as `P2Y`."""


class _NoticeTermRequired(TypedDict):
    name: str
    """Name."""


class NoticeTerm(_NoticeTermRequired, total=False):
    type: str
    """Term of a vocabulary, such as the Data Privacy Vocabulary of the W3C."""


class _NoticeVersionRequired(TypedDict):
    id: Identifier
    """Id of the notice version."""
    pid: int
    """PID of the notice."""
    version: int
    """Number of the version, from 1."""
    validityDays: int
    """Days for which a consent to the version is meant to hold. 0 means no limit."""
    notification: bool
    """For your own use: the register does not act on it."""
    title: Dict[str, str]
    """Title by language."""
    descriptionHtml: Dict[str, str]
    """Text as HTML, by language."""
    name: str
    """Name that the account uses for the notice."""
    publishedAt: str
    """When the version was published (ISO 8601 in UTC, with milliseconds)."""
    currentUntil: Union[str, None]
    """When the next version was published, or `null` for the current version (ISO 8601 in UTC, with milliseconds)."""
    publishedBy: str
    """Who published the version, as in the operations log."""
    contentHash: str
    """SHA-256 of the content of the version, in hex."""
    askAgain: bool
    """Whether people who agreed to an earlier version must agree again."""


class NoticeVersion(_NoticeVersionRequired, total=False):
    retentionDays: int
    """Days for which a consent is kept after its end."""
    controller: NoticeParty
    """Who is responsible for the data."""
    purposes: List[NoticeTerm]
    """What the data is for."""
    recipients: List[NoticeParty]
    """Who receives the data."""
    personalData: List[NoticeDataKind]
    """The kinds of data."""
    processing: List[NoticeTerm]
    """What is done with the data."""
    dataSources: List[NoticeTerm]
    """Where the data comes from."""
    storageLocations: List[NoticeTerm]
    """Where the data is stored."""
    storagePeriod: NoticeStorage
    """How long the data is stored."""
    processingLocations: List[NoticeTerm]
    """Where the data is processed."""
    jurisdictions: List[NoticeTerm]
    """Whose law applies."""
    lawfulBasis: NoticeTerm
    """The legal basis of the processing."""
    consentType: str
    """How people express consent, as a term of the Data Privacy Vocabulary."""
    withdrawal: NoticeRecourse
    """How to withdraw the consent."""
    rights: List[NoticeRecourse]
    """What a person has the right to ask for."""
    authority: NoticeParty
    """The authority to which people can complain."""


class Notices(TypedDict):
    data: Dict[str, Notice]
    """Notices by PID."""


class Overview(TypedDict):
    countedUntil: Union[str, None]
    """Time up to which consents are counted, or `null` if they are not counted yet (ISO 8601 in UTC, with milliseconds)."""
    data: List[OverviewMonth]
    """The oldest month first, this month last. Empty if `countedUntil` is `null`."""
    versions: List[OverviewVersion]
    """Versions that have counts, sorted by PID and version number."""
    unconfirmedRequests: int
    """Requests to confirm by email of the last 7 days that were neither confirmed nor replaced nor erased, of the whole account. One whose link ends counts until that day (UTC) is over."""


class OverviewMonth(TypedDict):
    month: str
    """Month in UTC, as `YYYY-MM`."""
    given: int
    """Consents given in the month. Imported consents count when the person gave them."""
    revoked: int
    """Consents in force that were revoked in the month."""
    expired: int
    """Consents in force that expired in the month."""
    superseded: int
    """Consents in force that were superseded by a version that asks again in the month."""
    erased: int
    """Consents in force that were erased in the month."""
    active: int
    """Consents in force at the end of the month, or now: those of the month before and those given, less those that ended."""


class OverviewVersion(TypedDict):
    consentInformationPid: int
    """PID of the notice."""
    consentInformationVersionId: Identifier
    """Id of the notice version."""
    consentInformationVersion: int
    """Number of the notice version."""
    given: int
    """Consents given in all these months. Imported consents count when the person gave them."""
    revoked: int
    """Consents in force that were revoked in all these months."""
    expired: int
    """Consents in force that expired in all these months."""
    superseded: int
    """Consents in force that were superseded by a version that asks again in all these months."""
    erased: int
    """Consents in force that were erased in all these months."""
    active: int
    """Consents to the version that are in force now."""


class RequestedConfirmation(TypedDict):
    id: Identifier
    """Id of the request."""
    endTime: str
    """Until when the link in the mail works (ISO 8601 in UTC, with milliseconds)."""


class RequestedErasure(TypedDict):
    id: Identifier
    """Id of the request."""
    state: ErasureRequestState
    """What became of the request: it is `open`; an operator carries it out (`erasing`); or it ended as `done`, `refused` or `withdrawn`."""
    consentIds: List[Identifier]
    """Ids of the consents to erase."""
    extent: ErasureExtent
    """What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count."""
    reason: ErasureReason
    """Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f)."""
    reference: Union[str, None]
    """Reference of your own files."""
    receivedOn: str
    """Day on which the person's request reached you (`YYYY-MM-DD`)."""
    dueOn: str
    """Day by which the person must have an answer, a month later (`YYYY-MM-DD`; Article 12(3) GDPR)."""
    requestTime: str
    """When the request was made (ISO 8601 in UTC, with milliseconds)."""
    userId: int
    """Number of the user who made it."""
    endTime: Union[str, None]
    """When it was done, refused or withdrawn (ISO 8601 in UTC, with milliseconds)."""
    erased: int
    """How many of its consents were erased since it was made, once it is `done`."""
    refusal: Union[str, None]
    """Why the operator refused it."""


class RequestedErasures(TypedDict):
    data: List[RequestedErasure]
    """Newest first."""
    damaged: List[str]
    """Ids of requests among these that are stored but damaged, and so not in `data`. Tell the operator."""
    next: Union[Identifier, None]
    """Send it as `after` for the next page. `null` at the end."""


class RevokedConsent(TypedDict):
    revoked: Literal[True]
    """The consent is revoked."""
    consentId: Identifier
    """Id of the consent."""
    consentInformationId: Identifier
    """Id of the notice version."""
    time: str
    """When it was first revoked (UTC, `YYYY-MM-DD HH:MM:SS`)."""


class _SignedEvidenceRequired(TypedDict):
    protected: str
    """Header with `alg`, `jwk`, `kid` and `typ`, as canonical JSON in base64url."""
    signature: str
    """ES256 signature over `protected`, a dot, and the canonical JSON of `statement` in base64url."""
    statement: Dict[str, Any]
    """What the register says of the consent: the leaves of its log, and what their hashes are of. `docs/evidence.schema.json` describes it, and `log`."""


class SignedEvidence(_SignedEvidenceRequired, total=False):
    log: Dict[str, Any]
    """Proof that the consent is in the log of the register, once a checkpoint covers it."""


class TokenSet(TypedDict):
    token_type: Literal["Bearer"]
    """The word before the access token in the `Authorization` header."""
    expires_in: int
    """Lifetime of the access token in seconds."""
    access_token: str
    """Send it in the header `Authorization: Bearer ACCESS_TOKEN`."""
    refresh_token: str
    """Send it to `/refresh-token`. It works once."""


class UsedLink(TypedDict):
    key: Literal["email", "mobile_phone", "phone", "tax_code"]
    """Key of the value that the link is for."""
    userId: int
    """The user who asked for the link."""
    day: str
    """The day of that, UTC."""


class UserDetails(TypedDict):
    id: int
    """Number of the user."""
    name: str
    """Name of the user, as set by the operator."""
    email: str
    """Email with which the user logs in."""
    email_verified_at: str
    """UTC time in ISO 8601, with microseconds."""
    created_at: str
    """UTC time in ISO 8601, with microseconds."""
    updated_at: str
    """UTC time in ISO 8601, with microseconds."""


class _ProblemRequired(TypedDict):
    type: str
    """Path of a page about the problem. The same for all problems of a code."""
    title: str
    """What went wrong. The same for all problems of a code."""
    status: int
    """HTTP status of the answer."""
    detail: str
    """What to do, for people. The wording may change."""
    code: str
    """Kind of problem, for programs. It never changes. New codes may be added."""
    requestId: str
    """Lets the operator find the request in the log."""


class Problem(_ProblemRequired, total=False):
    """A problem (RFC 9457)."""

    errors: List[ParameterError]
    """The wrong parameters (422), or the unknown PIDs or ids (404)."""


class ParameterError(TypedDict):
    """What is wrong with one parameter."""

    field: str
    """Name of the parameter in bracket notation, such as `userData[email]`."""
    code: str
    """What is wrong, for programs. It never changes. New codes may be added."""
    detail: str
    """What to do, for people."""


class _NewConsentRequired(TypedDict):
    projectUid: str
    """UID of the project, as set by the operator."""
    proof: GivenProof
    """What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`."""
    userData: GivenUserData
    """Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`."""


class NewConsent(_NewConsentRequired, total=False):
    """Consents to one notice. The answer is a single consent."""

    consentInformationPid: int
    """PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both."""
    consentInformationVersionId: Identifier
    """Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both."""
    lang: Lang
    """Language in which the person saw the text. It is recorded even if the notice has no text in it."""
    channel: Channel
    """How the consent reached you."""


class _NewConsentsRequired(TypedDict):
    projectUid: str
    """UID of the project, as set by the operator."""
    proof: GivenProof
    """What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`."""
    userData: GivenUserData
    """Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`."""


class NewConsents(_NewConsentsRequired, total=False):
    """Consents to several notices, recorded together or not at all. The answer is a list."""

    consentInformationPid: List[int]
    """PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both."""
    consentInformationVersionId: List[Identifier]
    """Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both."""
    lang: Lang
    """Language in which the person saw the text. It is recorded even if the notice has no text in it."""
    channel: Channel
    """How the consent reached you."""


class _ConsentCriteriaRequired(TypedDict):
    userData: SearchedUserData
    """Values to search for. A labelled value counts by its `value`. Upper and lower case and characters that nobody sees do not count, nor do separators in telephone numbers and tax codes: `Ada@Example.COM` is found by `ada@example.com`, `straße@example.com` is not by `strasse@example.com`. With an `id` or a `projectUid` it may be empty (`userData=` in a form)."""


class ConsentCriteria(_ConsentCriteriaRequired, total=False):
    """What the consents to search for have in common."""

    id: Identifier
    """Id of a consent."""
    projectUid: str
    """UID of a project."""
    consentInformationPid: int
    """PID of a notice, for all its versions. Not with `consentInformationVersionId`."""
    consentInformationVersionId: Identifier
    """Id of a notice version. Not with `consentInformationPid`."""
    lang: Lang
    """Language in which the person saw the text."""
    channel: Channel
    """How the consent reached you."""


class LatestSearch(ConsentCriteria):
    """Asks for the latest consent only."""

    first: Literal[True]


class PageSearch(ConsentCriteria, total=False):
    """Asks for one page."""

    page: int
    """Number of the page, from 1. Default: `1`."""
    perPage: int
    """Consents on a page. Default: `20`."""
    first: Literal[False]


class AllSearch(ConsentCriteria, total=False):
    """Asks for all records, each alone."""

    perPage: int
    """How many it lists at a time. Default: `50`."""


GivenProof = Mapping[str, str]
"""What shows that the person acted: strings by name, usually `url` and `html`. At least one must not be empty. With the channel `web`, `received_by` says what no channel names: `telephone`, `letter`, `in-person`, `fax` or `other`."""

GivenUserData = Mapping[str, Union[str, LabelledValue]]
"""Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`."""

GivenPerson = Mapping[str, Union[str, LabelledValue]]

SearchedUserData = Mapping[str, Union[str, LabelledValue]]

Channel = Literal["web", "web.form", "web.social.login", "email", "app.form"]
"""How a consent or a revocation reached you."""

CheckReason = Literal["none", "revoked", "expired", "superseded"]
"""Why not: the register finds no consent (`none`), or the latest one was `revoked`, has `expired`, or is `superseded` by a version that asks again."""

ConsentState = Literal["active", "revoked", "expired", "superseded", "erased"]
"""State of a consent: `active`, `revoked`, `expired` after its validity, `superseded` by a version that asks again, or `erased`."""

DueReason = Literal["expires", "superseded", "language"]
"""Why a person must be asked again: the consent `expires` or has expired, is `superseded` by a version that asks again, or was given in a `language` in which its version has no text."""

ErasureExtent = Literal["evidence", "everything"]
"""What to erase: `evidence` removes the person, and notice, version and times stay as evidence; `everything` leaves only a count."""

ErasureReason = Literal["no-longer-needed", "consent-revoked", "objected", "unlawful", "legal-obligation", "child"]
"""Why the consents must be erased: the ground of Article 17(1) GDPR, from (a) to (f)."""

ErasureRequestState = Literal["open", "erasing", "done", "refused", "withdrawn"]
"""What became of the request: it is `open`; an operator carries it out (`erasing`); or it ended as `done`, `refused` or `withdrawn`."""

Identifier = str
"""32 lower-case hexadecimal characters."""

Lang = Literal["ita", "eng", "spa", "deu", "fra", "tur", "por", "rus", "ukr"]
"""Code of the language in which the person saw the text (ISO 639-3)."""

Proof = Dict[str, str]
"""Strings by name, usually `url` and `html`."""

ReceivedBy = Literal["telephone", "letter", "in-person", "fax", "other"]
"""Way that no channel names, as `proof[received_by]` says with the channel `web`."""

UserData = Dict[str, Union[str, LabelledValue]]
"""Values by name. Each is a string, or an object with a `label` and a `value`."""


class Operation(NamedTuple):
    """How the client calls an operation."""

    path: str
    answers: Tuple[str, ...]
    """Every answer has one of these members, or none at all if there are none. An answer without them did not come from the service."""
    takes_key: bool
    """Whether the operation accepts an Idempotency-Key, which makes it safe to repeat."""


OPERATIONS: Dict[str, Operation] = {
    "login": Operation("/login", ("refresh_token",), False),
    "details": Operation("/details", ("id",), False),
    "refresh_token": Operation("/refresh-token", ("refresh_token",), False),
    "add_consent": Operation("/consent-register/add", ("consentId", "data"), True),
    "search_consents": Operation("/consent-register/search", ("data",), False),
    "revoke_consent": Operation("/consent-register/revoke", ("consentId",), True),
    "get_notices": Operation("/consent-register/information/get", ("data",), False),
    "get_evidence": Operation("/consent-register/evidence/get", ("protected",), False),
    "check_people": Operation("/consent-register/check", ("data",), False),
    "make_links": Operation("/consent-register/links", ("data",), False),
    "list_consents": Operation("/consent-register/list", ("next",), False),
    "list_due_consents": Operation("/consent-register/due", ("next",), False),
    "list_notices": Operation("/consent-register/notices/list", ("data",), False),
    "get_notice_version": Operation("/consent-register/notices/get", ("contentHash",), False),
    "list_projects": Operation("/consent-register/projects/list", ("next",), False),
    "get_overview": Operation("/consent-register/overview/get", ("countedUntil",), False),
    "request_confirmation": Operation("/consent-register/confirmations/request", ("endTime",), True),
    "request_erasure": Operation("/consent-register/erasures/request", ("dueOn",), True),
    "list_erasure_requests": Operation("/consent-register/erasures/list", ("next",), False),
    "change_password": Operation("/password", (), False),
    "logout": Operation("/logout", (), False),
}
