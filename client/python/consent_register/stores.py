"""Keeps tokens across restarts, and shares them between processes."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import sys
import time
from typing import Any, Iterator, Optional, Protocol, Union, cast

from .errors import ConsentRegisterError
from .schema import TokenSet

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class TokenStore(Protocol):
    """Where a client keeps its tokens. If a store also has `lock()`, a context manager, a client holds it while it gets new tokens."""

    def load(self) -> Optional[TokenSet]: ...

    def save(self, tokens: TokenSet) -> None: ...


def are_usable(found: Any) -> bool:
    """Whether these are tokens that a header can have. The error of the standard library would show another one."""
    given = [found.get(name) for name in ("access_token", "refresh_token")] if isinstance(found, dict) else [None]
    return all(isinstance(token, str) and re.fullmatch("[!-~]+", token) for token in given)


def unreadable(store: str, advice: str) -> ConsentRegisterError:
    """Why what a store has is not used."""
    detail = f"{store} has something else than tokens: it is empty, cut off, or of another program. {advice}: the next call logs in again."
    return ConsentRegisterError("tokens.unreadable", detail)


class FileStore:
    """A file that only its owner can read. Processes that share it get new tokens one after the other; the others adopt them.

    A process waits `lock_time` seconds for the others."""

    def __init__(self, path: Union[str, os.PathLike[str]], lock_time: float = 60) -> None:
        self._path, self._lock_time = os.path.abspath(path), lock_time

    def load(self) -> Optional[TokenSet]:
        """None if there is no file. Raises ConsentRegisterError if it has something else than tokens."""
        try:
            with open(self._path, encoding="utf-8") as file:
                found = json.load(file)
        except FileNotFoundError:
            return None
        except OSError as cause:
            raise ConsentRegisterError("tokens.unreadable", f"This user cannot read {self._path} ({cause.strerror}).") from cause
        except (ValueError, RecursionError):
            found = None
        if not are_usable(found):
            raise unreadable(self._path, "Check that the path is right, then delete the file")
        return cast(TokenSet, found)

    def save(self, tokens: TokenSet) -> None:
        """Replaces the file as a whole, so that a reader never sees a part."""
        part = f"{self._path}.{secrets.token_hex(8)}"
        try:
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                json.dump(tokens, file)
            os.replace(part, self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(part)
            raise

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Waits until no other process gets tokens. The lock is a file beside the tokens, which stays. Raises ConsentRegisterError if
        another process holds it for too long."""
        end = time.monotonic() + self._lock_time
        with open(os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT, 0o600), "rb+") as file:
            while not _lock(file.fileno()):
                if time.monotonic() > end:
                    detail = f"Another process did not get tokens in time. It holds {self._path}.lock."
                    raise ConsentRegisterError("connection.timeout", detail)
                time.sleep(0.02)
            try:
                yield
            finally:
                _unlock(file.fileno())


if sys.platform == "win32":

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
