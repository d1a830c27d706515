"""The transport of the standard library."""

from __future__ import annotations

import http.client
import io
import ipaddress
import socket
import time
import urllib.request
from typing import Any, Callable, Mapping, NamedTuple
from urllib.parse import urlsplit

_LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))


class Response(NamedTuple):
    """A whole answer, also one that is a redirection or a refusal."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Transport = Callable[[str, Mapping[str, str], bytes, float], Response]
"""Sends `(url, headers, body, timeout)` by POST and follows no redirection. It raises OSError if no whole answer comes in time."""


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, end: float) -> None:
        self._connected, self._end = connected, end
        self._reader = connected.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._connected.settimeout(max(0.001, self._end - time.monotonic()))
        return self._reader.readinto(buffer)

    def close(self) -> None:
        self._reader.close()
        super().close()


class _TimedSocket:
    """A socket with one time for all that it sends and receives. The socket of the standard library has one for each wait alone, so that an
    answer that comes byte by byte could take forever."""

    def __init__(self, connected: socket.socket, end: float) -> None:
        self._connected, self._end = connected, end

    def sendall(self, data: bytes) -> None:
        self._connected.settimeout(max(0.001, self._end - time.monotonic()))
        self._connected.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._connected, self._end))

    def close(self) -> None:
        self._connected.close()


class _Connection(http.client.HTTPConnection):
    def connect(self) -> None:
        end = time.monotonic() + (self.timeout or 0)
        super().connect()
        self.sock: Any = _TimedSocket(self.sock, end)


class _SecureConnection(http.client.HTTPSConnection):
    def connect(self) -> None:
        end = time.monotonic() + (self.timeout or 0)
        super().connect()
        self.sock: Any = _TimedSocket(self.sock, end)


class _Handler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Connection, req)


class _SecureHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_SecureConnection, req)


class _ProxyHandler(urllib.request.ProxyHandler):
    def proxy_open(self, req: urllib.request.Request, proxy: str, type: str) -> Any:
        is_here = is_loopback(urlsplit(req.full_url).hostname or "")
        return None if is_here else super().proxy_open(req, proxy, type)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, so that nobody is on the way to it."""
    try:
        return host == "localhost" or ipaddress.ip_address(host) in _LOOPBACK[":" in host]
    except ValueError:
        return False


def open_transport() -> Transport:
    """Sends by urllib, with the proxies of the environment to other machines than this one."""
    opener = urllib.request.OpenerDirector()
    # No handler of redirections and errors is among them, so each answer is returned as it is.
    for handler in (_ProxyHandler(), _Handler(), _SecureHandler()):
        opener.add_handler(handler)

    def send(url: str, headers: Mapping[str, str], body: bytes, timeout: float) -> Response:
        request = urllib.request.Request(url, body, dict(headers), method="POST")
        with opener.open(request, timeout=timeout) as answer:
            return Response(answer.status, answer.headers, answer.read())

    return send
