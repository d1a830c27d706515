"""A client of the Consent Register, for the recipes in this folder: copy it beside yours.

It logs in once and keeps the tokens in memory; refreshes them before they expire or when one is refused, and logs in again only
where that fails; waits as long as Retry-After says on 429 and 503, and tries again, four times at most, with the same
Idempotency-Key. One Register serves all threads of a process.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD.

It needs Python 3.9 or newer and its standard library.
"""

from __future__ import annotations

import http.client
import json
import os
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

TRIES = 4
LEEWAY_SECONDS = 60


class RegisterError(Exception):
    """`status` is 0 where there was no answer in time; `errors` has field, code and detail of each parameter of a 422."""

    def __init__(self, status: int, problem: dict) -> None:
        unexplained = f"The register answered {status}." if status else "The register cannot be reached."
        super().__init__(problem.get("detail", unexplained))
        self.status = status
        self.code = problem.get("code", "register.unavailable")
        self.errors = problem.get("errors", [])


class SettingError(Exception):
    """An environment variable is not set."""


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


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Register:
    def __init__(self, url: str, email: str, password: str, timeout: float = 10, longest_wait: float = 5) -> None:
        self.url, self.email, self.password = url, email, password
        self.timeout, self.longest_wait = timeout, longest_wait
        self._lock = threading.Lock()
        self._tokens = None
        self._opener = urllib.request.build_opener(NoRedirects)

    @classmethod
    def from_environment(cls, **options: float) -> Register:
        return cls(setting("REGISTER_URL"), setting("REGISTER_EMAIL"), setting("REGISTER_PASSWORD"), **options)

    def call(self, path: str, parameters: dict, idempotency_key: str | None = None) -> dict:
        """Calls an operation: call("/consent-register/add", {...}, key)."""
        token = self._access_token()
        status, body = self._send(path, parameters, token, idempotency_key)
        if status == 401:
            token = self._access_token(refused=token)
            status, body = self._send(path, parameters, token, idempotency_key)
        return self._read(status, body)

    def _access_token(self, refused=None):
        with self._lock:
            tokens = self._tokens
            if tokens is None or tokens["expires_at"] < time.time() + LEEWAY_SECONDS or tokens["access_token"] == refused:
                tokens = (tokens and self._refresh(tokens["refresh_token"])) or self._log_in()
                self._tokens = {**tokens, "expires_at": time.time() + tokens["expires_in"]}
            return self._tokens["access_token"]

    def _refresh(self, refresh_token):
        status, body = self._send("/refresh-token", {"refresh_token": refresh_token})
        return None if status == 401 else self._read(status, body)

    def _log_in(self):
        return self._read(*self._send("/login", {"email": self.email, "password": self.password}))

    def _send(self, path, parameters, token=None, idempotency_key=None):
        request = urllib.request.Request(self.url + path, urllib.parse.urlencode(list(pairs(parameters))).encode())
        request.add_header("Accept", "application/json")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        if idempotency_key is not None:
            request.add_header("Idempotency-Key", idempotency_key)
        for attempt in range(TRIES):
            status, retry_after, body = self._attempt(request)
            wait = int(retry_after) if retry_after and retry_after.isdecimal() else 2**attempt
            if status not in (0, 429, 502, 503, 504) or attempt == TRIES - 1 or wait > self.longest_wait:
                break
            time.sleep(wait)
        return status, body

    def _attempt(self, request):
        """Status, Retry-After and body; status 0 for a request that got no whole answer in time."""
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                return answer.status, None, json.load(answer)
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

    @staticmethod
    def _read(status, body):
        if status != 200:
            raise RegisterError(status, body)
        return body
