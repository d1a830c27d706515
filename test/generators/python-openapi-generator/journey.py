"""The whole journey with the client that openapi-generator makes for Python."""

import os
from collections.abc import Callable

from register import ApiClient, Configuration, ConsentsApi, NoticesApi, TokensApi
from register.exceptions import ApiException
from register.models import (
    AddConsentRequest,
    AddedConsent,
    Channel,
    ConsentRecord,
    GetNoticesRequest,
    LoginRequest,
    Problem,
    RefreshTokenRequest,
    RevokeConsentRequest,
    SearchConsentsRequest,
)

URL, PERSON = os.environ["REGISTER_URL"], os.environ["PERSON"]


def expect(what: str, got: object, wanted: object) -> None:
    if got != wanted:
        raise SystemExit(f"{what}: got {got!r}, expected {wanted!r}")


def open_client(token: str | None = None) -> ApiClient:
    return ApiClient(Configuration(host=URL, access_token=token))


def sign_in() -> tuple[ApiClient, str]:
    request = LoginRequest(email=os.environ["REGISTER_EMAIL"], password=os.environ["REGISTER_PASSWORD"])
    tokens = TokensApi(open_client()).login(request)
    expect("token type", tokens.token_type, "Bearer")
    expect("life of the token", tokens.expires_in, 3600)
    return open_client(tokens.access_token), tokens.refresh_token


def check_details(client: ApiClient) -> None:
    expect("email", TokensApi(client).details().email, os.environ["REGISTER_EMAIL"])


def read_notices(client: ApiClient) -> str:
    single = NoticesApi(client).get_notices(GetNoticesRequest(pid=[2])).data
    expect("notices", list(single), ["2"])
    expect("pid", single["2"].pid, 2)
    expect("a title in English", len(single["2"].title["eng"]) > 0, True)
    both = NoticesApi(client).get_notices(GetNoticesRequest(pid=[2, 3])).data
    expect("several notices", sorted(both), ["2", "3"])
    return single["2"].id


def new_consents(*pids: int, project: str = "demo-shop") -> AddConsentRequest:
    return AddConsentRequest(
        project_uid=project,
        channel=Channel.WEB_DOT_FORM,
        consent_information_pid=list(pids),
        proof={"url": "https://shop.example/newsletter"},
        user_data={"email": PERSON, "size": {"label": "Your size", "value": "M"}},
    )


def add(client: ApiClient, *pids: int, key: str | None = None) -> list[AddedConsent]:
    consents = ConsentsApi(client).add_consent(new_consents(*pids), idempotency_key=key).data
    expect("pids of the consents", [consent.consent_information_pid for consent in consents], list(pids))
    return consents


def search(client: ApiClient, latest: list[str]) -> None:
    consents = ConsentsApi(client)
    page = consents.search_consents(SearchConsentsRequest(user_data={"email": PERSON}, page=2, per_page=2))
    expect("page", (page.page, page.total_pages, page.total_results, len(page.data)), ("2", 2, 3, 1))
    alone = consents.search_consents(SearchConsentsRequest(user_data={"email": PERSON}, per_page=1))
    expect("the latest consent", alone.data[0].id in latest, True)
    nobody = SearchConsentsRequest(user_data={"email": f"nobody.{PERSON}"})
    expect("no match", consents.search_consents(nobody).data, [])


def by_id(client: ApiClient, consent_id: str) -> ConsentRecord:
    page = ConsentsApi(client).search_consents(SearchConsentsRequest(id=consent_id, user_data={}))
    expect("found by id", [consent.id for consent in page.data], [consent_id])
    return page.data[0]


def find_by_id(client: ApiClient, consent_id: str) -> None:
    consent = by_id(client, consent_id)
    expect("channel", consent.channel, os.environ["CHANNEL"])
    expect("text", consent.user_data["email"], PERSON)
    expect("label and value", consent.user_data["size"], {"label": "Your size", "value": "M"})
    expect("not revoked", (consent.revoked, consent.revoke_time, consent.revoke_proof), (False, None, None))


def revoke(client: ApiClient, consent_id: str) -> None:
    proof = {"url": "https://shop.example/account"}
    request = RevokeConsentRequest(id=consent_id, channel=Channel.EMAIL, proof=proof)
    revoked = ConsentsApi(client).revoke_consent(request)
    expect("revoked", (revoked.revoked, revoked.consent_id), (True, consent_id))
    consent = by_id(client, consent_id)
    expect("revoked, when found", (consent.revoked, consent.revoke_time), (True, revoked.time))
    expect("proof of revocation", consent.revoke_proof, proof)


def refused(call: Callable[[], object]) -> Problem:
    try:
        answer = call()
    except ApiException as error:
        if isinstance(error.data, Problem):
            return error.data
        raise
    raise SystemExit(f"not refused: {answer!r}")


def be_refused(client: ApiClient) -> None:
    consents = ConsentsApi(client)
    problem = refused(lambda: consents.add_consent(new_consents(2, project="no-such-project")))
    expect("code", (problem.status, problem.code), (422, os.environ["PROBLEM_CODE"]))
    errors = [(error.var_field, error.code) for error in problem.errors or []]
    expect("errors", errors, [("projectUid", os.environ["PARAMETER_CODE"])])
    nowhere = RevokeConsentRequest(id="0" * 32, proof={"url": "https://shop.example"})
    missing = refused(lambda: consents.revoke_consent(nowhere))
    expect("what is not there", (missing.status, missing.errors), (404, None))


def refresh(token: str) -> None:
    tokens = TokensApi(open_client()).refresh_token(RefreshTokenRequest(refresh_token=token))
    check_details(open_client(tokens.access_token))


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
