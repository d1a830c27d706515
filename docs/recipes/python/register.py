"""A client of the Consent Register for the recipes in this folder. Copy it next to the recipe.

It logs in once and keeps the tokens in memory. It refreshes a token before it expires, or when the register refuses it, and logs in
again only if that fails. On 429 and 503 it waits as long as Retry-After says, then tries again with the same Idempotency-Key: at most
four tries. It also keeps the notices that forms show. One Register serves all threads of a process.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD.

It needs Python 3.9 or newer and its standard library.
"""

from __future__ import annotations

import http.client
import json
import logging
import os
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

TRIES = 4
LEEWAY_SECONDS = 60
NOTICE_SECONDS = 5 * 60
VERSIONS_KEPT = 5

# The languages of notices, as HTML names them.
TAGS = {"ita": "it", "eng": "en", "spa": "es", "deu": "de", "fra": "fr", "tur": "tr", "por": "pt", "rus": "ru", "ukr": "uk"}

log = logging.getLogger(__name__)


class RegisterError(Exception):
    """`status` is 0 if no answer came in time. `errors` has field, code and detail of each wrong parameter of a 422."""

    def __init__(self, status: int, problem: dict) -> None:
        super().__init__(problem.get("detail", f"The register answered {status}."))
        self.status = status
        self.code = problem.get("code", "register.unavailable")
        self.errors = problem.get("errors", [])

    @property
    def is_ours(self) -> bool:
        """Whether a 422 refuses what a setting or the program says, such as the project, and nothing that a visitor typed."""
        return bool(self.errors) and not any(one.get("field", "").startswith("userData") for one in self.errors)


class SettingError(Exception):
    """An environment variable is missing or wrong."""


def setting(name: str) -> str:
    value = os.environ.get(name, "")
    if value == "":
        raise SettingError(f"Set the environment variable {name}.")
    return value


def pairs(value, name=""):
    """Parameters in bracket notation: {"userData": {"email": "a"}} is [("userData[email]", "a")]."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from pairs(member, f"{name}[{key}]" if name else key)
    elif isinstance(value, (list, tuple)):
        for member in value:
            yield from pairs(member, f"{name}[]")
    elif value is not None:
        yield name, str(value).lower() if isinstance(value, bool) else str(value)


def shown(notice, wanted):
    """The text of a notice in this language, or else the first it has."""
    if wanted not in TAGS:
        raise SettingError(f"{wanted} is not a language of notices. Use one of {', '.join(TAGS)}.")
    titles, texts = notice.get("title", {}), notice.get("descriptionHtml", {})
    lang = next((one for one in [wanted, *titles] if titles.get(one) and texts.get(one)), None)
    if lang is None:
        raise RegisterError(404, {"code": "notice.without-text", "detail": "The notice has no text."})
    return {
        "name": f"{notice['id']}-{lang}",
        "id": notice["id"],
        "lang": lang,
        "tag": TAGS[lang],
        "title": titles[lang],
        "html": texts[lang],
        "validity_days": notice["validityDays"],
    }


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Register:
    """All in seconds: `timeout` for one try, `longest_wait` between two tries, `deadline` for a call with all its tries (15 in a page)."""

    def __init__(
        self,
        url: str,
        email: str,
        password: str,
        timeout: float = 10,
        longest_wait: float = 5,
        deadline: float = 3600,
    ) -> None:
        self.url, self.email, self.password = url.rstrip("/"), email, password
        self.timeout, self.longest_wait, self.deadline = timeout, longest_wait, deadline
        self._lock = threading.Lock()
        self._tokens = None
        self._notices = {}
        self._opener = urllib.request.build_opener(NoRedirects)

    @classmethod
    def from_environment(cls, **options: float) -> Register:
        url = setting("REGISTER_URL")
        if not re.match("https?://", url, re.IGNORECASE):
            raise SettingError("REGISTER_URL must begin with http:// or https://.")
        return cls(url, setting("REGISTER_EMAIL"), setting("REGISTER_PASSWORD"), **options)

    def call(self, path: str, parameters: dict, idempotency_key: str | None = None) -> dict:
        """Calls an operation: call("/consent-register/add", {...}, key)."""
        return json.loads(self.call_for_bytes(path, parameters, idempotency_key))

    def call_for_bytes(self, path: str, parameters: dict, idempotency_key: str | None = None) -> bytes:
        """Calls an operation and returns the bytes of its answer. Keep a signed document this way: encoded again, it does not verify."""
        until = time.monotonic() + self.deadline
        token = self._access_token(until)
        status, body = self._send(path, parameters, until, token, idempotency_key)
        if status == 401:
            token = self._access_token(until, refused=token)
            status, body = self._send(path, parameters, until, token, idempotency_key)
        return self._read(status, body)

    def notice(self, pid: str, lang: str) -> dict:
        """The notice for a form, in this language or else the first it has: `title` is text, `html` is HTML, `tag` is the language in
        HTML. It asks the register every five minutes. If the register does not answer, it returns the last version it has."""
        asked_at, notices = self._notices.get((pid, lang), (0, []))
        if notices and time.time() < asked_at + NOTICE_SECONDS:
            return notices[0]
        try:
            return self._ask_for_notice(pid, lang)
        except RegisterError as error:
            if not notices:
                raise
            log.error("Notice not renewed: %s %s %s", error.status, error.code, error)
            return notices[0]

    def notice_shown(self, pid: str, lang: str, name: str) -> dict | None:
        """The notice that a form showed, by the `name` in the form; None if it is not one of ours."""
        if name not in self._names(pid, lang):
            self._ask_for_notice(pid, lang)
        return self._names(pid, lang).get(name)

    def forgets_notices(self, pid: str, lang: str, error: RegisterError) -> bool:
        """If the register no longer knows a version, such as after a restore, deletes the kept notices and returns True."""
        is_unknown = error.status == 422 and any(one.get("field") == "consentInformationVersionId" for one in error.errors)
        if is_unknown:
            self._notices.pop((pid, lang), None)
        return is_unknown

    def _names(self, pid, lang):
        return {notice["name"]: notice for notice in self._notices.get((pid, lang), (0, []))[1]}

    def _ask_for_notice(self, pid, lang):
        """While one request asks, others show the last version. Keeps the versions that forms showed, newest first."""
        self._notices[pid, lang] = time.time(), list(self._names(pid, lang).values())
        found = self.call("/consent-register/information/get", {"pid": pid})
        notice = shown(found.get("data", {}).get(pid, {}), lang)
        versions = {notice["name"]: notice, **self._names(pid, lang)}
        self._notices[pid, lang] = time.time(), list(versions.values())[:VERSIONS_KEPT]
        return notice

    def _access_token(self, until, refused=None):
        if not self._lock.acquire(timeout=max(0, until - time.monotonic())):
            raise self._unreachable()
        try:
            tokens = self._tokens
            if tokens is None or tokens["expires_at"] < time.time() + LEEWAY_SECONDS or tokens["access_token"] == refused:
                tokens = (tokens and self._refresh(tokens["refresh_token"], until)) or self._log_in(until)
                self._tokens = {**tokens, "expires_at": time.time() + tokens["expires_in"]}
            return self._tokens["access_token"]
        finally:
            self._lock.release()

    def _refresh(self, refresh_token, until):
        status, body = self._send("/refresh-token", {"refresh_token": refresh_token}, until)
        return None if status == 401 else json.loads(self._read(status, body))

    def _log_in(self, until):
        return json.loads(self._read(*self._send("/login", {"email": self.email, "password": self.password}, until)))

    def _send(self, path, parameters, until, token=None, idempotency_key=None):
        request = urllib.request.Request(self.url + path, urllib.parse.urlencode(list(pairs(parameters))).encode())
        request.add_header("Accept", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        if idempotency_key is not None:
            request.add_header("Idempotency-Key", idempotency_key)
        for attempt in range(TRIES):
            left = until - time.monotonic()
            status, retry_after, body = self._attempt(request, min(self.timeout, left)) if left > 0 else (0, None, {})
            wait = int(retry_after) if retry_after and retry_after.isdecimal() else 2**attempt
            is_last = attempt == TRIES - 1 or wait > self.longest_wait or time.monotonic() + wait > until
            if status not in (0, 429, 502, 503, 504) or is_last:
                break
            time.sleep(wait)
        return status, body

    def _attempt(self, request, timeout):
        """Status, Retry-After, and the bytes of a 200 or else the problem. Status 0 means that no complete answer came in time."""
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                whole = answer.read()
                json.loads(whole)
                return answer.status, None, whole
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers.get("Retry-After"), self._problem(error)
        except (OSError, http.client.HTTPException, ValueError):
            return 0, None, {}

    @staticmethod
    def _problem(error):
        try:
            problem = json.load(error)
        except (OSError, http.client.HTTPException, ValueError):
            return {}
        return problem if isinstance(problem, dict) else {}

    def _unreachable(self):
        return RegisterError(0, {"detail": f"The register cannot be reached at {self.url}."})

    def _read(self, status, body):
        if status == 0:
            raise self._unreachable()
        if status != 200:
            raise RegisterError(status, body)
        return body
