"""Sends requests, repeats them after temporary failures, and reads the answers."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import time
import urllib.error
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, NamedTuple, Optional
from urllib.parse import urlsplit

from .errors import ConsentRegisterError
from .schema import Operation
from .transport import Response, Transport, is_loopback

_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
_PASSING = (429, 502, 503, 504)
# urlsplit finds the host ::1 in [::1].example, to which http.client would connect.
_HOST = re.compile(r"(?:\[[^][@]+\]|[^][@:]+)(?::[0-9]*)?")


class Answered(NamedTuple):
    """An answer of the service: its unchanged bytes, for verifying a signed document, and its parsed content."""

    content: bytes
    body: Any


class Connection:
    """The address of the service, and how to call it. Threads may share it."""

    def __init__(
        self, base_url: str, attempts: int, timeout: float, total_time: float, transport: Transport, allow_http: bool
    ) -> None:
        self._base_url = _read_base_url(base_url, allow_http)
        self._attempts, self._timeout, self._total_time, self._transport = attempts, timeout, total_time, transport

    def post(
        self, operation: Operation, request: Mapping[str, Any], token: Optional[str] = None, idempotency_key: Optional[str] = None
    ) -> Answered:
        """Sends a request until it has its final answer, within the limits of attempts and time. It raises ConsentRegisterError."""
        headers = {
            "Accept": "application/json, application/problem+json",
            "Content-Type": "application/json",
            "User-Agent": "consent-register-python",
        }
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        body = _encode(request)
        end = time.monotonic() + self._total_time
        attempt = 0
        while True:
            attempt += 1
            try:
                timeout = min(self._timeout, end - time.monotonic())
                return _read(self._send(self._base_url + operation.path, headers, body, timeout), operation)
            except ConsentRegisterError as error:
                pause = _find_pause(error, attempt)
                if pause is None or attempt >= self._attempts or time.monotonic() + pause >= end:
                    raise
            time.sleep(pause)

    def _send(self, url: str, headers: Mapping[str, str], body: bytes, timeout: float) -> Response:
        begun = time.monotonic()
        try:
            return self._transport(url, headers, body, timeout)
        except (OSError, http.client.HTTPException) as cause:
            reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
            if time.monotonic() - begun >= timeout or isinstance(reason, (TimeoutError, socket.timeout)):
                raise ConsentRegisterError("connection.timeout", "The service did not answer in time.") from cause
            words = getattr(reason, "strerror", None)
            why = f" ({words})." if words else "."
            raise ConsentRegisterError("connection.failed", f"The service at {self._base_url} cannot be reached, or the connection broke{why}") from cause


def _read_base_url(text: str, allow_http: bool) -> str:
    parts = urlsplit(text)
    is_whole = parts.scheme in ("http", "https") and _HOST.fullmatch(parts.netloc) and not parts.query and not parts.fragment
    if not is_whole or parts.port == 0 or not re.fullmatch("[!-~]+", text):
        raise ValueError("base_url must be an http or https URL without user, query and fragment.")
    if parts.scheme == "http" and not allow_http and not is_loopback(parts.hostname or ""):
        raise ValueError("base_url must begin with https:, or others on the way can read the password. allow_http=True allows http:.")
    return text.rstrip("/")


def _encode(request: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # A lone surrogate has no UTF-8. The service says which value has one.
        return json.dumps(request, allow_nan=False).encode()


def _find_pause(error: ConsentRegisterError, attempt: int) -> Optional[float]:
    """Seconds to wait after a failure; None if another attempt would fail in the same way."""
    if error.code not in ("connection.failed", "connection.timeout") and error.status not in _PASSING:
        return None
    if error.retry_after is not None:
        return error.retry_after + _SHORTEST_PAUSE * random.random()
    backoff: float = min(_LONGEST_PAUSE, _SHORTEST_PAUSE * 2 ** (attempt - 1))
    return backoff * random.uniform(0.5, 1)


def _read(response: Response, operation: Operation) -> Answered:
    status, headers, content = response
    lowered = {name.lower(): value for name, value in headers.items()}
    body = _parse(content)
    if status == 200 and body is not None and _is_answer(body, operation):
        return Answered(content, body)
    retry_after = _read_retry_after(lowered.get("retry-after", ""))
    if status != 200 and body is not None and _is_problem(body):
        errors = body.get("errors", ())
        raise ConsentRegisterError(body["code"], body["detail"], status, body["requestId"], errors, retry_after)
    kind = lowered.get("content-type", "no media type")
    raise ConsentRegisterError(
        "answer.unexpected",
        f"The answer to {operation.path} is {status} with {kind} and not the service's: check base_url and what is in between.",
        status,
        lowered.get("apigw-requestid"),
        retry_after=retry_after,
    )


def _parse(content: bytes) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _is_answer(body: Dict[str, Any], operation: Operation) -> bool:
    return any(member in body for member in operation.answers) if operation.answers else not body


def _has_texts(value: Any, *members: str) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(member), str) for member in members)


def _is_problem(body: Dict[str, Any]) -> bool:
    errors = body.get("errors", [])
    has_errors = isinstance(errors, list) and all(_has_texts(error, "field", "code", "detail") for error in errors)
    return has_errors and _has_texts(body, "code", "detail", "requestId")


def _read_retry_after(value: str) -> Optional[float]:
    value = value.strip()
    if re.fullmatch("[0-9]+", value):
        return float(value)
    if not re.fullmatch("[A-Z][a-z]+, .+ GMT", value):
        return None
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
