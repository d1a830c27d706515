"""A register that the tests pretend: a transport with answers that a test sets, and tokens that it gives out."""

import json
import threading

from consent_register import Client, Response


def problem(status, code, **members):
    body = {"type": "", "title": "", "status": status, "code": code, "detail": "Try again.", "requestId": "r-1", **members}
    return answer(status, body)


def answer(status, body, **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Response(status, {"Content-Type": "application/json", **headers}, content)


class Register:
    """Answers each path as a test says: with an answer, an exception, or a list of them for one request after the other."""

    def __init__(self):
        self.requests, self.answers, self.issued, self.ended = [], {}, 0, set()
        self._lock = threading.Lock()

    def client(self, **options):
        given = {"email": "ada@example.com", "password": "a secret word", **options}
        return Client("https://register.example", transport=self.send, **given)

    def sent(self, path):
        return [request for request in self.requests if request["path"] == path]

    def send(self, url, headers, body, timeout):
        path = url.replace("https://register.example", "")
        token = headers.get("Authorization", "").replace("Bearer ", "")
        request = {"path": path, "headers": headers, "body": json.loads(body), "timeout": timeout, "token": token}
        with self._lock:
            self.requests.append(request)
            found = self.answers.get(path)
            if isinstance(found, list):
                found = found.pop(0) if found else None
        if callable(found):
            found = found(request)
        if isinstance(found, BaseException):
            raise found
        return found or self.serve(path, token)

    def serve(self, path, token):
        if path in ("/login", "/refresh-token"):
            return answer(200, self.issue())
        if token in self.ended:
            return problem(401, "token.expired")
        return answer(200, {"id": 1, "name": "Ada"} if path == "/details" else {})

    def issue(self):
        with self._lock:
            self.issued += 1
            number = self.issued
        return {"token_type": "Bearer", "expires_in": 3600, "access_token": f"access-{number}", "refresh_token": f"refresh-{number}"}
