"""Keeps the tokens of a client, and gets new ones with one login or refresh at a time for all its threads."""

from __future__ import annotations

import contextlib
import copy
import os
import re
import threading
import weakref
from typing import Callable, ContextManager, NamedTuple, Optional

from .errors import ConsentRegisterError
from .schema import Credentials, TokenSet
from .stores import TokenStore, are_usable, unreadable


class HandedOut(NamedTuple):
    """An access token, and the number of failed renewals when it was handed out."""

    token: str
    failures: int


class Key:
    """A key in place of tokens: there is nothing to get, to renew or to keep. White space around it, as a file has it, does not count."""

    def __init__(self, key: str) -> None:
        if not re.fullmatch("crk_[0-9A-Za-z]{80}", key.strip()):
            raise ValueError("A key is crk_ and 80 letters and digits. Copy it whole.")
        self._handed_out = HandedOut(key.strip(), 0)

    def get(self, stale: Optional[HandedOut]) -> HandedOut:
        """The key."""
        return self._handed_out

    def log_in(self, credentials: Optional[Credentials]) -> TokenSet:
        """Raises ConsentRegisterError."""
        raise ConsentRegisterError("tokens.missing", "This client calls with a key, which needs neither a login nor a refresh.")

    def refresh(self, refresh_token: Optional[str]) -> TokenSet:
        """Raises ConsentRegisterError."""
        return self.log_in(None)


class Tokens:
    """The tokens of a client. It gets them when they are needed."""

    def __init__(
        self,
        log_in: Callable[[Credentials], TokenSet],
        refresh: Callable[[str], TokenSet],
        credentials: Optional[Credentials],
        store: Optional[TokenStore],
    ) -> None:
        self._log_in, self._refresh, self._credentials, self._store = log_in, refresh, credentials, store
        self._current: Optional[TokenSet] = None
        self._last_seen: Optional[str] = None
        self._failures = 0
        self._last_failure: Optional[ConsentRegisterError] = None
        self._lock = threading.Lock()
        _all.add(self)

    def get(self, stale: Optional[HandedOut]) -> HandedOut:
        """A token to call with. It differs from the stale one that the service refused. A thread that waited while another could not get
        one fails as that did, and does not try again."""
        seen = self._failures if stale is None else stale.failures
        tokens = self._current
        if tokens is None or (stale is not None and tokens["access_token"] == stale.token):
            with self._lock:
                tokens = self._current
                if tokens is None or (stale is not None and tokens["access_token"] == stale.token):
                    if self._failures > seen and self._last_failure is not None:
                        raise copy.copy(self._last_failure) from self._last_failure
                    tokens = self._run(lambda: self._adopt() or self._renew())
        return HandedOut(tokens["access_token"], self._failures)

    def log_in(self, credentials: Optional[Credentials]) -> TokenSet:
        """Logs in now, by default with the client's credentials."""
        with self._lock:
            return self._run(lambda: self._log_in_again(_nothing_to_log_in_with(), credentials))

    def refresh(self, refresh_token: Optional[str]) -> TokenSet:
        """Refreshes now, by default with the client's token."""
        with self._lock:
            return self._run(lambda: (self._adopt(), self._renew(refresh_token))[1])

    def forget_thread_locks(self) -> None:
        """A process that begins as a fork has no thread that could release the lock."""
        self._lock = threading.Lock()

    def _run(self, work: Callable[[], TokenSet]) -> TokenSet:
        lock: Optional[Callable[[], ContextManager[None]]] = getattr(self._store, "lock", None)
        try:
            with contextlib.nullcontext() if lock is None else lock():
                return work()
        except ConsentRegisterError as error:
            self._failures += 1
            self._last_failure = copy.copy(error)
            raise

    def _adopt(self) -> Optional[TokenSet]:
        """Uses tokens that another process put into the store."""
        found = None if self._store is None else self._store.load()
        if found is None:
            return None
        if not are_usable(found):
            raise unreadable("The store", "Check where it keeps them, then delete what is there")
        if found["access_token"] == self._last_seen:
            return None
        self._last_seen, self._current = found["access_token"], found
        return found

    def _keep(self, tokens: TokenSet) -> TokenSet:
        if not are_usable(tokens):
            detail = "The answer has no usable tokens, so it did not come from the service: check base_url and what is in between."
            raise ConsentRegisterError("answer.unexpected", detail, 200)
        self._current = tokens
        if self._store is not None:
            self._store.save(tokens)
        self._last_seen = tokens["access_token"]
        return tokens

    def _log_in_again(self, reason: ConsentRegisterError, credentials: Optional[Credentials] = None) -> TokenSet:
        given = credentials or self._credentials
        if given is None:
            raise reason
        return self._keep(self._log_in(given))

    def _renew(self, refresh_token: Optional[str] = None) -> TokenSet:
        used = refresh_token or (self._current and self._current["refresh_token"])
        if not used:
            return self._log_in_again(_nothing_to_log_in_with())
        try:
            return self._keep(self._refresh(used))
        except ConsentRegisterError as error:
            if error.status not in (401, 422) or refresh_token is not None:
                raise
            return self._adopt() or self._log_in_again(error)


def _nothing_to_log_in_with() -> ConsentRegisterError:
    return ConsentRegisterError("tokens.missing", "Give a key, email and password, or a store that has tokens, or call login with credentials.")


_all: weakref.WeakSet[Tokens] = weakref.WeakSet()


def _forget_locks() -> None:
    for tokens in _all:
        tokens.forget_thread_locks()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_locks)
