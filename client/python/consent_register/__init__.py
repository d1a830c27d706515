"""A client of Consent Register. See README.md."""

from . import schema
from .client import Client
from .errors import ConsentRegisterError
from .stores import FileStore, TokenStore
from .transport import Response, Transport

__all__ = ["Client", "ConsentRegisterError", "FileStore", "Response", "TokenStore", "Transport", "schema"]
