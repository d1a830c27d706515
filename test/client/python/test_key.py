import unittest

from consent_register import ConsentRegisterError
from pretended import Register, problem

KEY = "crk_" + "a" * 80
WITHOUT = {"email": None, "password": None}


class Calling(unittest.TestCase):
    def setUp(self):
        self.register = Register()

    def test_sends_the_key_with_every_call_and_never_logs_in(self):
        client = self.register.client(key=f" {KEY}\n", **WITHOUT)
        self.assertEqual(client.details()["name"], "Ada")
        client.details()
        self.assertEqual([request["token"] for request in self.register.requests], [KEY, KEY])
        for renew in (client.login, client.refresh_token):
            with self.assertRaises(ConsentRegisterError) as caught:
                renew()
            self.assertEqual(caught.exception.code, "tokens.missing")
        self.assertEqual(len(self.register.requests), 2)

    def test_a_refused_key_is_not_sent_again(self):
        for code in ("key.ended", "token.invalid"):
            register = Register()
            register.answers["/details"] = problem(401, code)
            with self.assertRaises(ConsentRegisterError) as caught:
                register.client(key=KEY, **WITHOUT).details()
            self.assertEqual((caught.exception.code, len(register.requests)), (code, 1))

    def test_says_that_a_key_is_needed(self):
        with self.assertRaisesRegex(ConsentRegisterError, "Give a key, email and password"):
            self.register.client(key=None, **WITHOUT).details()

    def test_takes_whole_keys_alone(self):
        for wrong in (KEY[:-1], f'"{KEY}"', f"{KEY}\r\nx: y", ""):
            with self.assertRaisesRegex(ValueError, "A key is crk_ and 80 letters and digits") as caught:
                self.register.client(key=wrong, **WITHOUT)
            self.assertNotIn("a" * 9, str(caught.exception))
        for more in ({}, {**WITHOUT, "store": object()}):
            with self.assertRaisesRegex(ValueError, "Give a key, or email and password and a store"):
                self.register.client(key=KEY, **more)
