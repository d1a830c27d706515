import asyncio
import json
import multiprocessing
import os
import stat
import tempfile
import threading
import time
import traceback
import unittest
from concurrent.futures import ThreadPoolExecutor

from consent_register import ConsentRegisterError, FileStore
from pretended import Register, answer, problem

TOKENS = {"token_type": "Bearer", "expires_in": 3600, "access_token": "stored", "refresh_token": "stored-refresh"}
WITHOUT = {"email": None, "password": None}


class Memory:
    def __init__(self, tokens=None):
        self.tokens, self.saved = tokens, 0

    def load(self):
        return self.tokens

    def save(self, tokens):
        self.tokens, self.saved = tokens, self.saved + 1


def slowly(register):
    """Each login and refresh takes a while, so that all other threads wait for it."""

    def give(_):
        time.sleep(0.1)
        return answer(200, register.issue())

    register.answers.update({"/login": give, "/refresh-token": give})
    return register


def at_once(work, count=8):
    with ThreadPoolExecutor(count) as pool:
        return [future.exception() or future.result() for future in [pool.submit(work) for _ in range(count)]]


class Renewing(unittest.TestCase):
    def setUp(self):
        self.register = Register()

    def counts(self):
        return [len(self.register.sent(path)) for path in ("/login", "/refresh-token")]

    def test_all_threads_share_one_login_and_then_one_refresh(self):
        client = slowly(self.register).client()
        self.assertEqual([user["name"] for user in at_once(client.details)], ["Ada"] * 8)
        self.assertEqual(self.counts(), [1, 0])
        self.register.ended.add("access-1")
        self.assertEqual([user["name"] for user in at_once(client.details)], ["Ada"] * 8)
        self.assertEqual(self.counts(), [1, 1])
        self.assertEqual(self.register.sent("/refresh-token")[0]["body"], {"refresh_token": "refresh-1"})

    def test_all_waiting_threads_share_a_refused_login_each_with_its_own_error(self):
        def refuse(_):
            time.sleep(0.2)
            return problem(401, "credentials.invalid")

        self.register.answers["/login"] = refuse
        client = self.register.client()
        errors = at_once(lambda: client.add_consent({}))
        self.assertEqual({error.code for error in errors}, {"credentials.invalid"})
        self.assertEqual(len({error.idempotency_key for error in errors}), 8)
        self.assertEqual(self.counts(), [1, 0])
        at_once(client.details, 1)
        self.assertEqual(self.counts(), [2, 0])

    def test_a_refused_refresh_logs_in_again_if_there_are_credentials(self):
        self.register.ended.add("stored")
        self.register.answers["/refresh-token"] = problem(401, "refresh-token.invalid")
        store = Memory(TOKENS)
        self.register.client(store=store).details()
        self.assertEqual((self.counts(), store.tokens["access_token"], store.saved), ([1, 1], "access-1", 1))
        with self.assertRaises(ConsentRegisterError) as caught:
            self.register.client(store=Memory(TOKENS), **WITHOUT).details()
        self.assertEqual(caught.exception.code, "refresh-token.invalid")

    def test_a_refresh_that_fails_for_another_reason_is_no_reason_to_log_in(self):
        self.register.ended.add("stored")
        self.register.answers["/refresh-token"] = problem(500, "service.fault")
        with self.assertRaises(ConsentRegisterError) as caught:
            self.register.client(store=Memory(TOKENS)).details()
        self.assertEqual((caught.exception.code, self.counts()), ("service.fault", [0, 1]))

    def test_tokens_that_another_process_stored_are_adopted(self):
        store = Memory(TOKENS)
        client = self.register.client(store=store, **WITHOUT)
        client.details()
        self.register.ended.add("stored")
        store.tokens = {**TOKENS, "access_token": "newer"}
        client.details()
        self.assertEqual([request["token"] for request in self.register.sent("/details")], ["stored", "stored", "newer"])
        self.assertEqual(self.counts(), [0, 0])

    def test_a_call_renews_twice_at_most(self):
        self.register.answers["/details"] = lambda _: problem(401, "session.ended")
        with self.assertRaises(ConsentRegisterError) as caught:
            self.register.client().details()
        self.assertEqual((caught.exception.code, len(self.register.sent("/details"))), ("session.ended", 3))

    def test_another_401_renews_nothing(self):
        self.register.answers["/details"] = problem(401, "address.not-allowed")
        self.assertRaises(ConsentRegisterError, self.register.client().details)
        self.assertEqual(self.counts(), [1, 0])

    def test_without_tokens_and_credentials_nothing_is_sent(self):
        for broken in (None, {"store": Memory()}):
            with self.assertRaises(ConsentRegisterError) as caught:
                self.register.client(**WITHOUT, **(broken or {})).details()
            self.assertEqual(caught.exception.code, "tokens.missing")
        self.assertEqual(self.register.requests, [])

    def test_a_call_logs_in_with_other_credentials_once_and_refreshes_when_asked(self):
        client = self.register.client(**WITHOUT)
        self.assertEqual(client.login({"email": "eve@example.com", "password": "b"})["access_token"], "access-1")
        self.assertEqual(client.refresh_token()["access_token"], "access-2")
        self.assertEqual(client.refresh_token({"refresh_token": "mine"})["access_token"], "access-3")
        self.assertEqual([request["body"]["refresh_token"] for request in self.register.sent("/refresh-token")], ["refresh-1", "mine"])
        self.assertIsNone(client.logout())

    def test_a_store_of_something_else_is_not_used_and_not_shown(self):
        for kept in ({**TOKENS, "access_token": "secret\nx: 1"}, {"access_token": "secret"}, {"name": "secret"}, {**TOKENS, "refresh_token": 1}, ["secret"], "secret", ""):
            with self.assertRaises(ConsentRegisterError) as caught:
                self.register.client(store=Memory(kept)).details()
            self.assertEqual(caught.exception.code, "tokens.unreadable")
            self.assertIn("The store has something else than tokens", caught.exception.detail)
            self.assertNotIn("secret", str(caught.exception))
        self.assertEqual(self.register.requests, [])

    def test_an_answer_without_a_usable_token_did_not_come_from_the_service(self):
        for body in ({"refresh_token": "r"}, {"access_token": None, "refresh_token": "r"}, {"access_token": "a b", "refresh_token": "r"}):
            self.register.answers.update({"/login": answer(200, body), "/refresh-token": answer(200, body)})
            store = Memory(TOKENS)
            client = self.register.client(store=store)
            for work in (client.login, client.refresh_token):
                with self.assertRaises(ConsentRegisterError) as caught:
                    work()
                self.assertEqual((caught.exception.code, caught.exception.status, store.saved), ("answer.unexpected", 200, 0))

    def test_an_interrupted_login_frees_the_other_threads(self):
        client = self.register.client()
        self.register.answers["/login"] = [KeyboardInterrupt()]
        self.assertRaises(KeyboardInterrupt, client.details)
        self.assertEqual(client.details()["name"], "Ada")

    def test_asyncio_calls_it_in_threads(self):
        client = slowly(self.register).client()

        async def ask():
            return await asyncio.gather(*(asyncio.to_thread(client.details) for _ in range(4)))

        self.assertEqual(len(asyncio.run(ask())), 4)
        self.assertEqual(self.counts(), [1, 0])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_fork_while_another_thread_logs_in_does_not_wait_for_it(self):
        is_logging_in = threading.Event()

        def hold(_):
            is_logging_in.set()
            time.sleep(0.5)
            return answer(200, self.register.issue())

        self.register.answers["/login"] = hold
        client = self.register.client()
        thread = threading.Thread(target=client.details)
        thread.start()
        is_logging_in.wait()
        self.register.answers.clear()
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if client.details()["name"] == "Ada" else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        thread.join()


def refresh_in_another_process(path, log):
    def refresh(_):
        with open(log, "a", encoding="utf-8") as file:
            file.write("refreshed\n")
        time.sleep(0.1)
        return answer(200, {**TOKENS, "access_token": "newer"})

    register = Register()
    register.ended.add("stored")
    register.answers["/refresh-token"] = refresh
    register.client(store=FileStore(path), **WITHOUT).details()


class Storing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "tokens.json")

    def test_only_the_owner_can_read_the_file_and_nothing_else_is_left(self):
        store = FileStore(self.path)
        self.assertIsNone(store.load())
        store.save(TOKENS)
        store.save({**TOKENS, "access_token": "newer"})
        self.assertEqual(FileStore(self.path).load(), {**TOKENS, "access_token": "newer"})
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["tokens.json"])

    def test_what_are_no_tokens_is_not_used_shown_or_replaced(self):
        broken = (b"", b'{"access_token": "secret", "ref', b"[]", b"null", b"{}", json.dumps({**TOKENS, "access_token": 1}).encode(), b"\xff", b"[" * 100_000)
        for content in broken:
            with open(self.path, "wb") as file:
                file.write(content)
            register = Register()
            with self.assertRaises(ConsentRegisterError) as caught:
                register.client(store=FileStore(self.path)).details()
            self.assertEqual(caught.exception.code, "tokens.unreadable")
            self.assertIn(f"{self.path} has something else than tokens", caught.exception.detail)
            self.assertIn("delete the file: the next call logs in again", caught.exception.detail)
            self.assertNotIn("secret", "".join(traceback.format_exception(None, caught.exception, None)))
            with open(self.path, "rb") as file:
                self.assertEqual(file.read(), content)
            self.assertEqual(register.requests, [])
        os.remove(self.path)
        Register().client(store=FileStore(self.path)).details()
        self.assertEqual(FileStore(self.path).load()["access_token"], "access-1")

    def test_a_file_that_cannot_be_read_is_named(self):
        os.mkdir(self.path)
        with self.assertRaises(ConsentRegisterError) as caught:
            FileStore(self.path).load()
        self.assertEqual((caught.exception.code, self.path in caught.exception.detail), ("tokens.unreadable", True))

    def test_a_folder_that_does_not_exist_is_named(self):
        store = FileStore(os.path.join(self.path, "no", "tokens.json"))
        with self.assertRaisesRegex(OSError, "tokens.json"):
            Register().client(store=store).details()

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_a_lock_that_another_process_holds_is_not_waited_for_without_end(self):
        is_held, may_end = multiprocessing.get_context("fork").Event(), multiprocessing.get_context("fork").Event()

        def hold():
            with FileStore(self.path).lock():
                is_held.set()
                may_end.wait(20)

        holder = multiprocessing.get_context("fork").Process(target=hold)
        holder.start()
        is_held.wait()
        register = Register()
        with self.assertRaises(ConsentRegisterError) as caught:
            register.client(store=FileStore(self.path, lock_time=0.1)).details()
        self.assertEqual((caught.exception.code, f"{self.path}.lock" in caught.exception.detail), ("connection.timeout", True))
        self.assertEqual(register.requests, [])
        may_end.set()
        holder.join()
        self.assertEqual(register.client(store=FileStore(self.path, lock_time=0.1)).details()["name"], "Ada")

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_processes_refresh_one_after_the_other_and_adopt_what_one_got(self):
        FileStore(self.path).save(TOKENS)
        log = f"{self.path}.log"
        context = multiprocessing.get_context("fork")
        processes = [context.Process(target=refresh_in_another_process, args=(self.path, log)) for _ in range(4)]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        self.assertEqual([process.exitcode for process in processes], [0] * 4)
        with open(log, encoding="utf-8") as file:
            self.assertEqual(file.read(), "refreshed\n")


if __name__ == "__main__":
    unittest.main()
