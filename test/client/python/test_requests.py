import os
import pickle
import socket
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from consent_register import Client, ConsentRegisterError
from pretended import Register, answer, problem

CONSENT = {"projectUid": "shop", "consentInformationPid": 2, "proof": {"url": "u"}, "userData": {"email": "ada@example.com"}}
ADDED = answer(200, {"consentId": "1" * 32})
PAGE = answer(200, b"<!doctype html>", **{"Content-Type": "text/html"})


class Failing(unittest.TestCase):
    def fails(self, work, code):
        with self.assertRaises(ConsentRegisterError) as caught:
            work()
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def setUp(self):
        self.register = Register()
        patched = mock.patch("consent_register.connection.time.sleep")
        self.pauses = patched.start()
        self.addCleanup(patched.stop)

    def waits(self):
        return [call.args[0] for call in self.pauses.call_args_list]


class Repeating(Failing):
    def test_each_passing_failure_is_tried_again_with_the_same_key(self):
        busy = [problem(503, "store.unavailable"), answer(429, {"message": "Too Many Requests"}), PAGE._replace(status=502)]
        self.register.answers["/consent-register/add"] = [*busy, ConnectionResetError(), ADDED]
        self.assertEqual(self.register.client().add_consent(CONSENT)["consentId"], "1" * 32)
        sent = self.register.sent("/consent-register/add")
        self.assertEqual(len(sent), 5)
        self.assertEqual(len({request["headers"]["Idempotency-Key"] for request in sent}), 1)
        self.assertEqual(len({request["body"]["proof"]["url"] for request in sent}), 1)

    def test_pauses_grow_with_jitter_and_stop_at_the_attempts(self):
        self.register.answers["/details"] = lambda _: problem(503, "store.unavailable")
        error = self.fails(self.register.client().details, "store.unavailable")
        self.assertEqual((error.status, error.request_id, error.idempotency_key), (503, "r-1", None))
        self.assertEqual(len(self.waits()), 4)
        for wait, longest in zip(self.waits(), (0.2, 0.4, 0.8, 1.6)):
            self.assertTrue(longest / 2 <= wait <= longest, wait)

    def test_the_service_says_how_long_to_wait_in_seconds_or_by_a_date(self):
        late = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=30), usegmt=True)
        busy = [problem(503, "store.unavailable")._replace(headers={"retry-after": value}) for value in ("7", late, "soon")]
        self.register.answers["/details"] = busy
        self.register.client().details()
        first, second, third = self.waits()
        self.assertTrue(7 <= first <= 7.2 and 28 < second <= 30.2 and 0.4 <= third <= 0.8, self.waits())

    def test_only_seconds_and_dates_of_http_are_times_to_wait(self):
        odd = ("-5", "1.5", "120, 60", "soon", "tomorrow", "2099-10-21T07:28:00Z", "Wed Oct 21 07:28:00 2099", "Wed, 99 Oct 2099 07:28:00 GMT", "")
        for value in odd:
            self.register.answers["/details"] = problem(503, "store.unavailable")._replace(headers={"Retry-After": value})
            self.assertIsNone(self.fails(self.register.client(attempts=1).details, "store.unavailable").retry_after, value)
        for value, seconds in ((" 70 ", 70), ("9" * 400, float("inf"))):
            self.register.answers["/details"] = problem(503, "store.unavailable")._replace(headers={"Retry-After": value})
            self.assertEqual(self.fails(self.register.client().details, "store.unavailable").retry_after, seconds)
        self.assertEqual(self.waits(), [])

    def test_no_pause_ends_after_the_total_time(self):
        self.register.answers["/details"] = lambda _: problem(429, "login.throttled")._replace(headers={"Retry-After": "61"})
        self.assertEqual(self.fails(self.register.client().details, "login.throttled").retry_after, 61)
        self.assertEqual(self.waits(), [])

    def test_a_time_to_wait_that_is_over_is_none(self):
        self.register.answers["/details"] = problem(503, "store.unavailable")._replace(headers={"Retry-After": "Thu, 01 Jan 2026 00:00:00 GMT"})
        self.assertEqual(self.fails(self.register.client(attempts=1).details, "store.unavailable").retry_after, 0)

    def test_no_attempt_ends_after_the_total_time(self):
        self.register.client(total_time=5).details()
        self.assertEqual([0 < request["timeout"] <= 5 for request in self.register.requests], [True, True])

    def test_what_would_fail_again_is_not_tried_again(self):
        for refused in (problem(409, "idempotency-key.reused"), problem(500, "service.fault"), PAGE, answer(302, b"")):
            self.register = Register()
            self.register.answers["/consent-register/add"] = refused
            with self.assertRaises(ConsentRegisterError):
                self.register.client().add_consent(CONSENT)
            self.assertEqual(len(self.register.sent("/consent-register/add")), 1)

    def test_an_interruption_in_a_pause_ends_the_call(self):
        self.register.answers["/details"] = lambda _: problem(503, "store.unavailable")
        self.pauses.side_effect = KeyboardInterrupt
        client = self.register.client()
        self.assertRaises(KeyboardInterrupt, client.details)
        self.pauses.side_effect = None
        self.register.answers.clear()
        self.assertEqual(client.details()["name"], "Ada")


class Refusing(Failing):
    def test_an_answer_of_something_else_is_named(self):
        self.register.answers["/details"] = PAGE
        error = self.fails(self.register.client().details, "answer.unexpected")
        expected = "The answer to /details is 200 with text/html and not the service's: check base_url and what is in between."
        self.assertEqual((error.status, error.detail), (200, expected))
        for odd in (b"[]", b"null", b"\xff", b"[" * 100_000, b'{"message": "Not Found"}', b""):
            self.register.answers["/details"] = answer(404, odd)
            self.assertEqual(self.fails(self.register.client().details, "answer.unexpected").status, 404)

    def test_the_error_says_what_is_wrong_and_has_no_secret(self):
        wrong = [
            {"field": "proof", "code": "missing", "detail": "It is required."},
            {"field": "userData[email]", "code": "malformed", "detail": "Not an email."},
        ]
        detail = "Look at proof: It is required. `errors` has 1 more."
        self.register.answers["/consent-register/add"] = problem(422, "parameters.invalid", detail=detail, errors=wrong)
        error = self.fails(lambda: self.register.client().add_consent(CONSENT), "parameters.invalid")
        self.assertEqual(str(error), f"parameters.invalid: {detail} userData[email]: Not an email.")
        self.assertEqual((error.errors, error.retry_after), (tuple(wrong), None))
        key = self.register.sent("/consent-register/add")[0]["headers"]["Idempotency-Key"]
        self.assertEqual((error.idempotency_key, len(key)), (key, 32))
        copied = pickle.loads(pickle.dumps(error))
        self.assertEqual((vars(copied), str(copied)), (vars(error), str(error)))
        self.assertNotRegex(repr(vars(error)), "access-|refresh-|secret|ada@")

    def test_a_key_of_the_caller_is_sent_and_said(self):
        self.register.answers["/consent-register/revoke"] = problem(503, "store.unavailable")
        revoke = {"id": "1" * 32, "proof": {"url": "u"}}
        error = self.fails(lambda: self.register.client(attempts=1).revoke_consent(revoke, idempotency_key="mine"), "store.unavailable")
        self.assertEqual(error.idempotency_key, "mine")
        self.assertEqual(self.register.sent("/consent-register/revoke")[0]["headers"]["Idempotency-Key"], "mine")

    def test_what_is_no_json_is_refused_here_and_a_lone_surrogate_by_the_service(self):
        client = self.register.client()
        self.assertRaises(TypeError, client.get_overview, {"months": datetime.now()})
        self.assertRaises(ValueError, client.get_overview, {"months": float("nan")})
        self.fails(lambda: client.list_projects({"after": "\ud800"}), "answer.unexpected")
        self.assertEqual(self.register.sent("/consent-register/projects/list")[0]["body"], {"after": "\ud800"})

    def test_an_address_that_is_none_is_refused_without_its_user(self):
        for wrong in ("", "register.example", "ftp://register.example", "https://", "https://a:b@register.example", "https://x/?a", "http://x /", "http://[::1].evil.example:80", "http://[::1]evil.example", "https://x[::1]"):
            with self.assertRaisesRegex(ValueError, "^base_url must be an http or https URL"):
                Client(wrong)
        for outside in ("register.example", "10.0.0.1:3000", "localhost.example", "127.example", "127.0.0.1.example", "[::2]", "[::ffff:127.0.0.1]"):
            for scheme in ("http", "HTTP"):
                with self.assertRaisesRegex(ValueError, "^base_url must begin with https:.+allow_http"):
                    Client(f"{scheme}://{outside}")
            Client(f"http://{outside}", allow_http=True)
        for inside in ("http://LOCALHOST:3000", "http://127.0.0.1:3000/x", "http://127.9.9.9", "http://[::1]:3000", "https://register.example"):
            Client(inside)
        self.assertRaisesRegex(ValueError, "both|neither", Client, "https://x", email="ada@example.com")


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.seen.append(self.path)
        self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.path.split("/")[1]
        if kind == "drip":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
            while not self.server.is_over.wait(0.05):
                self.wfile.write(b"a")
        self.send_response(307 if kind == "elsewhere" else 200)
        self.send_header("Location", "/plain/login")
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"{")

    def do_CONNECT(self):
        self.server.seen.append(f"CONNECT {self.path}")
        self.send_error(403)

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except OSError:
            pass


class Connecting(Failing):
    def setUp(self):
        super().setUp()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
        self.server.seen, self.server.is_over = [], threading.Event()
        thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(self.server.is_over.set)

    def logs_in(self, path, **options):
        base = f"http://127.0.0.1:{self.server.server_port}/{path}"
        return Client(base, email="ada@example.com", password="a", **options).login

    def test_an_answer_that_comes_byte_by_byte_ends_with_its_time(self):
        begun = time.monotonic()
        self.fails(self.logs_in("drip", timeout=0.3, attempts=2), "connection.timeout")
        self.assertLess(time.monotonic() - begun, 3)
        self.assertEqual(self.server.seen, ["/drip/login"] * 2)

    def test_an_answer_that_is_cut_is_tried_again(self):
        self.fails(self.logs_in("plain", attempts=3), "connection.failed")
        self.assertEqual(self.server.seen, ["/plain/login"] * 3)

    def test_a_redirection_is_not_followed(self):
        self.fails(self.logs_in("elsewhere", attempts=1), "connection.failed")
        self.assertEqual(self.server.seen, ["/elsewhere/login"])

    def test_nobody_listens(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            client = Client(f"http://127.0.0.1:{free.getsockname()[1]}", email="a", password="b", attempts=2)
            error = self.fails(client.details, "connection.failed")
        self.assertIsInstance(error.__cause__, OSError)
        self.assertIn("Connection refused", error.detail)
        self.assertIsNone(error.status)

    def test_the_proxies_of_the_environment_are_used(self):
        proxy = f"http://127.0.0.1:{self.server.server_port}"
        settings = {"HTTP_PROXY": proxy, "http_proxy": proxy, "https_proxy": proxy, "no_proxy": ""}
        with mock.patch.dict(os.environ, settings):
            os.environ.pop("REQUEST_METHOD", None)
            for scheme in ("http", "https"):
                client = Client(f"{scheme}://register.example", email="a", password="b", attempts=1, allow_http=True)
                self.fails(client.login, "connection.failed")
        self.assertEqual(self.server.seen, ["http://register.example/login", "CONNECT register.example:443"])

    def test_no_proxy_of_the_environment_gets_what_is_for_this_machine(self):
        proxy = f"http://127.0.0.1:{self.server.server_port}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
            settings = {"HTTP_PROXY": proxy, "http_proxy": proxy, "https_proxy": proxy, "no_proxy": ""}
            with mock.patch.dict(os.environ, settings):
                os.environ.pop("REQUEST_METHOD", None)
                for base in (f"http://LOCALHOST:{port}", f"http://127.0.0.1:{port}", f"http://[::1]:{port}", f"https://localhost:{port}"):
                    self.fails(Client(base, email="a", password="b", attempts=1).login, "connection.failed")
        self.assertEqual(self.server.seen, [])


if __name__ == "__main__":
    unittest.main()
