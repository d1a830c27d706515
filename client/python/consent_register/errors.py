"""The one error of the client."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple

from .schema import ParameterError


class ConsentRegisterError(Exception):
    """Why a call failed. It contains no token, no password and no personal data."""

    code: str
    """The code of a problem, or one of the client's own: `connection.failed`, `connection.timeout`, `answer.unexpected`, `tokens.missing`, `tokens.unreadable`."""
    detail: str
    """What to do."""
    status: Optional[int]
    """Of the answer, if there is one."""
    request_id: Optional[str]
    """Lets the operator find the request in the log."""
    errors: Tuple[ParameterError, ...]
    """What is wrong with each parameter."""
    retry_after: Optional[float]
    """How many seconds the service asks you to wait."""
    idempotency_key: Optional[str]
    """For a write: repeat the same request with this key within 24 hours, and it is recorded once."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        errors: Sequence[ParameterError] = (),
        retry_after: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        wrong = [f"{one['field']}: {one['detail']}" for one in errors]
        super().__init__(" ".join([f"{code}: {detail}", *(text for text in wrong if text not in detail)]))
        self.code, self.detail, self.status, self.request_id = code, detail, status, request_id
        self.errors, self.retry_after, self.idempotency_key = tuple(errors), retry_after, idempotency_key

    def __reduce__(self) -> Tuple[Any, ...]:
        """Errors pass between processes, as with multiprocessing and Celery."""
        parts = (self.code, self.detail, self.status, self.request_id, self.errors, self.retry_after, self.idempotency_key)
        return type(self), parts
