"""The operations of a consent register."""

from __future__ import annotations

import secrets
from typing import Any, Dict, Iterator, Mapping, Optional, Union, cast, overload

from . import schema
from .connection import Answered, Connection
from .errors import ConsentRegisterError
from .schema import OPERATIONS
from .stores import TokenStore
from .tokens import HandedOut, Key, Tokens
from .transport import Transport, open_transport

_STALE_TOKENS = ("token.expired", "token.invalid", "session.ended")
# One for the client's own token, one for an old token that another process put into the store.
_RENEWALS = 2
_IDS_PER_PAGE = 50  # How many consents search_all lists at a time by default.


class Client:
    """Calls the operations of a consent register. It logs in, refreshes tokens and repeats requests after temporary failures. Threads may
    share it. Its methods raise ConsentRegisterError.

    Give a key for machines; or email and password, a store that has tokens, or both. Times are in seconds: `timeout` for each of the `attempts` of a request,
    `total_time` for all of them with their pauses. `allow_http` lets `http:` lead to another machine, whose network then sees passwords,
    tokens and personal data.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: Optional[str] = None,
        email: Optional[str] = None,
        password: Optional[str] = None,
        store: Optional[TokenStore] = None,
        attempts: int = 5,
        timeout: float = 15,
        total_time: float = 60,
        transport: Optional[Transport] = None,
        allow_http: bool = False,
    ) -> None:
        if (email is None) != (password is None):
            raise ValueError("Give email and password, or neither.")
        if key is not None and (email is not None or store is not None):
            raise ValueError("Give a key, or email and password and a store, not both.")
        self._has_key = key is not None
        credentials: Optional[schema.Credentials] = None if email is None or password is None else {"email": email, "password": password}
        self._connection = Connection(base_url, attempts, timeout, total_time, transport or open_transport(), allow_http)
        self._tokens: Union[Tokens, Key] = Tokens(self._log_in, self._refresh, credentials, store) if key is None else Key(key)

    def login(self, credentials: Optional[schema.Credentials] = None) -> schema.TokenSet:
        """Logs in now, by default with the client's credentials. Other credentials are used only this once."""
        return self._tokens.log_in(credentials)

    def refresh_token(self, request: Optional[schema.RefreshTokenRequest] = None) -> schema.TokenSet:
        """Refreshes now, by default with the client's token."""
        return self._tokens.refresh(None if request is None else request["refresh_token"])

    def details(self) -> schema.UserDetails:
        """The user of the client's token."""
        return cast(schema.UserDetails, self._call("details", {}).body)

    def logout(self) -> None:
        """Ends the session of the client's token. The next call logs in again, if the client has credentials."""
        self._call("logout", {})

    def change_password(self, request: schema.ChangePasswordRequest) -> None:
        """Changes the password of the client's user, whose other sessions end. This client keeps its tokens; where it logs in by itself, give the new password to the next one."""
        self._call("change_password", request)

    @overload  # A request that names no notice, which the register refuses, would be of both kinds.
    def add_consent(  # type: ignore[overload-overlap]
        self, request: schema.NewConsent, *, idempotency_key: Optional[str] = None
    ) -> schema.AddedConsent: ...
    @overload
    def add_consent(self, request: schema.NewConsents, *, idempotency_key: Optional[str] = None) -> schema.AddedConsents: ...
    def add_consent(
        self, request: Union[schema.NewConsent, schema.NewConsents], *, idempotency_key: Optional[str] = None
    ) -> Union[schema.AddedConsent, schema.AddedConsents]:
        """Records a consent to one notice, or consents to several together."""
        return cast(schema.AddedConsent, self._write("add_consent", request, idempotency_key))

    @overload
    def search_consents(self, request: schema.LatestSearch) -> schema.LatestConsent: ...
    @overload
    def search_consents(self, request: schema.PageSearch) -> schema.ConsentPage: ...
    def search_consents(self, request: Union[schema.LatestSearch, schema.PageSearch]) -> Union[schema.LatestConsent, schema.ConsentPage]:
        """A page of records, newest first; with `first`, the latest record alone."""
        return cast(schema.ConsentPage, self._call("search_consents", request).body)

    def search_all(self, request: schema.AllSearch) -> Iterator[schema.ConsentRecord]:
        """All records, newest first and each once, even if consents are added or erased in the meantime. It lists their ids, `perPage` at a time, and
        asks for each record alone, so a person may have any number of consents of any size."""
        given: Dict[str, Any] = {name: value for name, value in request.items() if value is not None}
        per_page = given.pop("perPage", _IDS_PER_PAGE)
        if "id" in given or not ("projectUid" in given or given.get("userData")):
            yield from self._call("search_consents", given).body["data"]
            return
        after: Dict[str, Any] = {}
        while True:
            page: schema.ListedConsents = self._call("list_consents", {**given, "perPage": per_page, **after}).body
            for listed in page["data"]:
                record = self._call("search_consents", {**given, "id": listed["id"], "first": True}).body["data"]
                if record is not None:
                    yield record
            if page["next"] is None:
                return
            after = {"after": page["next"]}

    def revoke_consent(self, request: schema.Revocation, *, idempotency_key: Optional[str] = None) -> schema.RevokedConsent:
        """Revokes a consent."""
        return cast(schema.RevokedConsent, self._write("revoke_consent", request, idempotency_key))

    def get_notices(self, request: schema.NoticeRequest) -> schema.Notices:
        """The current versions of notices, by PID as a string."""
        return cast(schema.Notices, self._call("get_notices", request).body)

    def get_evidence(self, request: schema.GetEvidenceRequest) -> schema.SignedEvidence:
        """The signed evidence document of a consent, parsed. To keep or verify it, use `get_evidence_file`."""
        return cast(schema.SignedEvidence, self._call("get_evidence", request).body)

    def get_evidence_file(self, request: schema.GetEvidenceRequest) -> bytes:
        """The document of `get_evidence`, byte for byte: keep, pass on and verify it so (docs/evidence-format.md)."""
        return self._call("get_evidence", request).content

    def check_people(self, request: schema.CheckPeopleRequest) -> schema.CheckedPeople:
        """Whether each of up to 100 people may be written to now, in the order of the request."""
        return cast(schema.CheckedPeople, self._call("check_people", request).body)

    def make_links(self, request: schema.MakeLinksRequest) -> schema.MadeLinks:
        """The links of up to 100 people, in the order of the request. Whoever has a link may withdraw: send it to that person alone."""
        return cast(schema.MadeLinks, self._call("make_links", request).body)

    def list_consents(self, request: Optional[schema.ConsentListing] = None) -> schema.ListedConsents:
        """A page of a list, by default of all consents. The list continues if `next` is not None, even after an empty page."""
        return cast(schema.ListedConsents, self._call("list_consents", request).body)

    def list_due_consents(self, request: Optional[schema.ListDueConsentsRequest] = None) -> schema.DueConsents:
        """A page of the consents whose people must be asked again, and why. The list continues if `next` is not None, even after an empty page."""
        return cast(schema.DueConsents, self._call("list_due_consents", request).body)

    def list_notices(self, request: Optional[schema.ListNoticesRequest] = None) -> schema.ListedNotices:
        """The versions of a notice, by default of all notices."""
        return cast(schema.ListedNotices, self._call("list_notices", request).body)

    def get_notice_version(self, request: schema.GetNoticeVersionRequest) -> schema.NoticeVersion:
        """A version of a notice with all that it says, current or earlier."""
        return cast(schema.NoticeVersion, self._call("get_notice_version", request).body)

    def list_projects(self, request: Optional[schema.ListProjectsRequest] = None) -> schema.ListedProjects:
        """A page of the projects. The list continues if `next` is not None."""
        return cast(schema.ListedProjects, self._call("list_projects", request).body)

    def get_overview(self, request: Optional[schema.GetOverviewRequest] = None) -> schema.Overview:
        """How many consents there are, by default for all projects and twelve months."""
        return cast(schema.Overview, self._call("get_overview", request).body)

    def request_confirmation(self, request: schema.RequestConfirmationRequest, *, idempotency_key: Optional[str] = None) -> schema.RequestedConfirmation:
        """Mails a link to userData[email], behind which the consents are recorded: only the mailbox can confirm them."""
        return cast(schema.RequestedConfirmation, self._write("request_confirmation", request, idempotency_key))

    def request_erasure(self, request: schema.RequestErasureRequest, *, idempotency_key: Optional[str] = None) -> schema.RequestedErasure:
        """Asks the operator to erase consents, or withdraws such a request. It erases nothing itself."""
        return cast(schema.RequestedErasure, self._write("request_erasure", request, idempotency_key))

    def list_erasure_requests(self, request: Optional[schema.ListErasureRequestsRequest] = None) -> schema.RequestedErasures:
        """A page of the requests to erase consents, newest first. The list continues if `next` is not None."""
        return cast(schema.RequestedErasures, self._call("list_erasure_requests", request).body)

    def _log_in(self, credentials: schema.Credentials) -> schema.TokenSet:
        return cast(schema.TokenSet, self._connection.post(OPERATIONS["login"], credentials).body)

    def _refresh(self, refresh_token: str) -> schema.TokenSet:
        return cast(schema.TokenSet, self._connection.post(OPERATIONS["refresh_token"], {"refresh_token": refresh_token}).body)

    def _call(self, name: str, request: Optional[Mapping[str, Any]], idempotency_key: Optional[str] = None) -> Answered:
        held: Optional[HandedOut] = None
        renewed = 0
        while True:
            held = self._tokens.get(held)
            try:
                return self._connection.post(OPERATIONS[name], request or {}, held.token, idempotency_key)
            except ConsentRegisterError as error:
                if error.status != 401 or error.code not in _STALE_TOKENS or renewed == _RENEWALS or self._has_key:
                    raise
            renewed += 1

    def _write(self, name: str, request: Mapping[str, Any], idempotency_key: Optional[str]) -> Any:
        key = secrets.token_hex(16) if idempotency_key is None else idempotency_key
        try:
            return self._call(name, request, key).body
        except ConsentRegisterError as error:
            error.idempotency_key = key
            raise
