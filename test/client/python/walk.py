"""Walks all operations with the installed client, and prints what it sees. The walks of the other languages print the same."""

import os

from consent_register import Client, ConsentRegisterError, FileStore

base_url, nowhere, email = (os.environ[f"WALK_{name}"] for name in ("URL", "NOWHERE", "EMAIL"))
password, project = os.environ["WALK_PASSWORD"], os.environ["WALK_PROJECT"]
pid, other_pid = map(int, os.environ["WALK_PIDS"].split())

store = FileStore("tokens.json")
client = Client(base_url, email=email, password=password, store=store, timeout=4)


def show(fact):
    return ("yes" if fact else "no") if isinstance(fact, bool) else str(fact)


def say(what, *facts):
    print(" | ".join([what, *map(show, facts)]))


def refuse(what, call):
    """Says what a refused call tells. Returns its error."""
    try:
        call()
    except ConsentRegisterError as error:
        wrong = ", ".join(f"{one['field']} {one['code']}" for one in error.errors) or "nothing"
        status = "no status" if error.status is None else error.status
        say(what, error.code, status, error.request_id is not None, wrong, error.idempotency_key is not None)
        return error
    say(what, "is not refused")


say("details", client.details()["email"] == email)

notices = client.get_notices({"pid": [pid, other_pid]})["data"]
say("getNotices", len(notices), notices[str(pid)]["title"]["eng"])
listed = client.list_notices()["data"]
say("listNotices", len(listed), any(notice["pid"] == pid for notice in listed))
version = client.get_notice_version({"id": notices[str(pid)]["id"]})
say("getNoticeVersion", version["pid"] == pid, version["title"]["eng"])
projects = client.list_projects()
say("listProjects", len(projects["data"]), projects["data"][0]["uid"] == project, projects["next"] is None)
say("getOverview", len(client.get_overview({"projectUid": project, "months": 2})["data"]))
say("listDueConsents", client.list_due_consents({"projectUid": project, "days": 60})["next"] is None)

user_data = {"first_name": "Zoë", "email": "ada@example.com"}
consent = {"projectUid": project, "channel": "web.form", "proof": {"url": "https://shop.example/"}, "userData": user_data}
one = {**consent, "consentInformationPid": pid}
key = "walk-1"
added = client.add_consent(one, idempotency_key=key)
say("addConsent", added["consentInformationVersionId"] == notices[str(pid)]["id"])
again = client.add_consent(one, idempotency_key=key)
say("addConsent, again with its key", again["consentId"] == added["consentId"])
refuse("addConsent, another with its key", lambda: client.add_consent({**one, "lang": "ita"}, idempotency_key=key))
refuse("addConsent without a proof", lambda: client.add_consent({**one, "proof": {"url": ""}}))
both = client.add_consent({**consent, "consentInformationPid": [pid, other_pid]})["data"]
say("addConsent of two", len(both))

search = {"userData": {"email": "ADA@example.com"}}
page = client.search_consents({**search, "perPage": 2})
say("searchConsents", len(page["data"]), page["totalPages"], page["totalResults"])
latest = client.search_consents({**search, "first": True})["data"]
say("searchConsents, the first", latest["id"] == page["data"][0]["id"], latest["userData"]["first_name"])
nobody = client.search_consents({"userData": {"email": "no@example.com"}, "first": True})
say("searchConsents, the first of nobody", nobody["data"] is None)
ids = {record["id"] for record in client.search_all({**search, "perPage": 2})}
say("searchAll", len(ids), ids >= {added["consentId"], *(one["consentId"] for one in both)})
people = [{"email": "ADA@example.com"}, {"email": "no@example.com"}]
allowed = client.check_people({"pid": pid, "people": people})["data"]
say("checkPeople", allowed[0]["allowed"], allowed[1]["reason"])
made = client.make_links({"pid": pid, "people": people})["data"][0]
say("makeLinks", made["headers"]["List-Unsubscribe"] == f"<{made['oneClick']}>", len(made["page"]) - len(made["oneClick"]))
some = client.list_consents({"projectUid": project, "perPage": 2})
rest = client.list_consents({"projectUid": project, "perPage": 2, "after": some["next"]})
say("listConsents", len(some["data"]), len(rest["data"]), rest["next"] is None)

say("getEvidence", client.get_evidence({"id": added["consentId"]})["statement"]["consent"][0]["consent"] == added["consentId"])
file = client.get_evidence_file({"id": added["consentId"]})
with open("evidence.json", "wb") as opened:
    opened.write(file)
say("getEvidenceFile", len(file) > 1_000)

revoked = client.revoke_consent({"id": added["consentId"], "proof": {"url": "https://shop.example/account"}})
say("revokeConsent", revoked["revoked"], revoked["consentId"] == added["consentId"])
found = client.search_consents({"id": added["consentId"], "userData": {}, "first": True})
say("searchConsents of the revoked", found["data"]["revoked"])
refuse("revokeConsent of none", lambda: client.revoke_consent({"id": "0" * 32, "proof": {"url": "x"}}))
wished = client.request_erasure({"ids": added["consentId"], "reason": "objected", "receivedOn": "2026-01-02"})
say("requestErasure", wished["state"], wished["consentIds"][0] == added["consentId"])
say("listErasureRequests", client.list_erasure_requests()["data"][0]["id"] == wished["id"])
mailed = client.request_confirmation({**one, "userData": {"email": "grace@example.com"}})
say("requestConfirmation", " ".join(mailed))

say("details with an expired token", client.details()["email"] == email)
say("details of an ended session", client.details()["email"] == email)
tokens = client.refresh_token()
say("refreshToken", tokens["access_token"] == store.load()["access_token"])
stored = Client(base_url, store=store, timeout=4)
say("details with the tokens of the store", stored.details()["email"] == email)
client.logout()
say("logout")
say("details after it", client.details()["email"] == email)
refuse("details with another password", lambda: Client(base_url, email=email, password="another password").details())
say("login", client.login()["token_type"])
change = {"currentPassword": password, "newPassword": "marble otter plays the tuba"}
client.change_password(change)
say("changePassword")
refuse("changePassword again", lambda: client.change_password(change))

refuse("getNotices of none", lambda: client.get_notices({"pid": [pid, 999]}))
refuse("an answer of another", lambda: client.get_notice_version({"id": notices[str(pid)]["id"]}))
refuse("busy for too long", lambda: client.get_overview())
hasty = Client(base_url, store=store, timeout=0.2, attempts=2)
refuse("no answer in time", lambda: hasty.list_projects())
error = refuse("a write without an answer", lambda: hasty.add_consent(one))
client.add_consent(one, idempotency_key=error.idempotency_key)
say("the same with its key", client.search_consents(search)["totalResults"])
lost = Client(nowhere, store=store, attempts=2)
refuse("a register that is down", lambda: lost.details())
refuse("neither tokens nor credentials", lambda: Client(base_url).details())
