"""The whole journey with the client that openapi-python-client makes."""

import os
from typing import TypeVar

from register.api.consents import add_consent, revoke_consent, search_consents
from register.api.notices import get_notices
from register.api.tokens import details, login, refresh_token
from register.client import AuthenticatedClient, Client
from register.models import (
    AddConsentRequest,
    AddedConsent,
    AddedConsentList,
    Channel,
    ConsentPage,
    ConsentRecord,
    GetNoticesRequest,
    LoginRequest,
    Notices,
    Problem,
    Proof,
    RefreshTokenRequest,
    RevokeConsentRequest,
    RevokedConsent,
    SearchConsentsRequest,
    TokenSet,
    UserData,
    UserDetails,
)
from register.types import UNSET, Unset

URL, PERSON = os.environ["REGISTER_URL"], os.environ["PERSON"]
Answer = TypeVar("Answer")


def expect(what: str, got: object, wanted: object) -> None:
    if got != wanted:
        raise SystemExit(f"{what}: got {got!r}, expected {wanted!r}")


def answered(kind: type[Answer], got: object) -> Answer:
    if not isinstance(got, kind):
        raise SystemExit(f"no {kind.__name__}: {got!r}")
    return got


def sign_in() -> tuple[AuthenticatedClient, str]:
    request = LoginRequest(email=os.environ["REGISTER_EMAIL"], password=os.environ["REGISTER_PASSWORD"])
    tokens = answered(TokenSet, login.sync(client=Client(base_url=URL), body=request))
    expect("token type", tokens.token_type, "Bearer")
    expect("life of the token", tokens.expires_in, 3600)
    return AuthenticatedClient(base_url=URL, token=tokens.access_token), tokens.refresh_token


def check_details(client: AuthenticatedClient) -> None:
    expect("email", answered(UserDetails, details.sync(client=client)).email, os.environ["REGISTER_EMAIL"])


def read_notices(client: AuthenticatedClient) -> str:
    single = answered(Notices, get_notices.sync(client=client, body=GetNoticesRequest(pid=[2]))).data
    expect("notices", single.additional_keys, ["2"])
    expect("pid", single["2"].pid, 2)
    expect("a title in English", len(single["2"].title["eng"]) > 0, True)
    both = answered(Notices, get_notices.sync(client=client, body=GetNoticesRequest(pid=[2, 3]))).data
    expect("several notices", sorted(both.additional_keys), ["2", "3"])
    return single["2"].id


def new_consents(*pids: int, project: str = "demo-shop") -> AddConsentRequest:
    return AddConsentRequest(
        project_uid=project,
        channel=Channel.WEB_FORM,
        consent_information_pid=list(pids),
        proof=Proof.from_dict({"url": "https://shop.example/newsletter"}),
        user_data=UserData.from_dict({"email": PERSON, "size": {"label": "Your size", "value": "M"}}),
    )


def add(client: AuthenticatedClient, *pids: int, key: str | Unset = UNSET) -> list[AddedConsent]:
    added = add_consent.sync(client=client, body=new_consents(*pids), idempotency_key=key)
    consents = answered(AddedConsentList, added).data
    expect("pids of the consents", [consent.consent_information_pid for consent in consents], list(pids))
    return consents


def find(client: AuthenticatedClient, request: SearchConsentsRequest) -> ConsentPage:
    return answered(ConsentPage, search_consents.sync(client=client, body=request))


def search(client: AuthenticatedClient, latest: list[str]) -> None:
    person = UserData.from_dict({"email": PERSON})
    page = find(client, SearchConsentsRequest(user_data=person, page=2, per_page=2))
    expect("page", (page.page, page.total_pages, page.total_results, len(page.data)), ("2", 2, 3, 1))
    alone = find(client, SearchConsentsRequest(user_data=person, per_page=1))
    expect("the latest consent", alone.data[0].id in latest, True)
    nobody = UserData.from_dict({"email": f"nobody.{PERSON}"})
    expect("no match", find(client, SearchConsentsRequest(user_data=nobody)).data, [])


def by_id(client: AuthenticatedClient, consent_id: str) -> ConsentRecord:
    page = find(client, SearchConsentsRequest(id=consent_id, user_data=UserData()))
    expect("found by id", [consent.id for consent in page.data], [consent_id])
    return page.data[0]


def find_by_id(client: AuthenticatedClient, consent_id: str) -> None:
    consent = by_id(client, consent_id)
    expect("channel", consent.channel, os.environ["CHANNEL"])
    expect("text", consent.user_data["email"], PERSON)
    expect("label and value", consent.user_data["size"], {"label": "Your size", "value": "M"})
    expect("not revoked", (consent.revoked, consent.revoke_time, consent.revoke_proof), (False, None, None))


def revoke(client: AuthenticatedClient, consent_id: str) -> None:
    proof = Proof.from_dict({"url": "https://shop.example/account"})
    request = RevokeConsentRequest(id=consent_id, channel=Channel.EMAIL, proof=proof)
    revoked = answered(RevokedConsent, revoke_consent.sync(client=client, body=request))
    expect("revoked", (revoked.revoked, revoked.consent_id), (True, consent_id))
    consent = by_id(client, consent_id)
    expect("revoked, when found", (consent.revoked, consent.revoke_time), (True, revoked.time))
    expect("proof of revocation", consent.revoke_proof and consent.revoke_proof["url"], proof["url"])


def be_refused(client: AuthenticatedClient) -> None:
    unknown = new_consents(2, project="no-such-project")
    problem = answered(Problem, add_consent.sync(client=client, body=unknown))
    expect("code", (problem.status, problem.code), (422, os.environ["PROBLEM_CODE"]))
    errors = [(error.field, error.code) for error in answered(list, problem.errors)]
    expect("errors", errors, [("projectUid", os.environ["PARAMETER_CODE"])])
    nowhere = RevokeConsentRequest(id="0" * 32, proof=Proof.from_dict({"url": "https://shop.example"}))
    missing = answered(Problem, revoke_consent.sync(client=client, body=nowhere))
    expect("what is not there", (missing.status, missing.errors), (404, UNSET))


def refresh(token: str) -> None:
    request = RefreshTokenRequest(refresh_token=token)
    tokens = answered(TokenSet, refresh_token.sync(client=Client(base_url=URL), body=request))
    check_details(AuthenticatedClient(base_url=URL, token=tokens.access_token))


def walk() -> None:
    client, token = sign_in()
    check_details(client)
    version = read_notices(client)
    [first] = add(client, 2, key=PERSON)
    expect("version of the consent", first.consent_information_version_id, version)
    expect("the consent, repeated", add(client, 2, key=PERSON), [first])
    search(client, [consent.consent_id for consent in add(client, 2, 3)])
    find_by_id(client, first.consent_id)
    revoke(client, first.consent_id)
    be_refused(client)
    refresh(token)


walk()
