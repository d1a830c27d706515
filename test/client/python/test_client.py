import unittest

from consent_register import Client, schema
from pretended import Register, answer


def listed(ids, following):
    return answer(200, {"data": [{"id": one} for one in ids], "next": following})


def record(id_of):
    return answer(200, {"data": None if id_of is None else {"id": id_of}})


class Operations(unittest.TestCase):
    def setUp(self):
        self.register = Register()
        self.client = self.register.client()

    def test_each_operation_has_a_method(self):
        self.assertEqual([name for name in schema.OPERATIONS if not callable(getattr(Client, name, None))], [])

    def test_all_records_are_those_of_the_listed_ids_but_the_erased(self):
        self.register.answers["/consent-register/list"] = [listed("0123", "3"), listed("", "4"), listed("45", None)]
        self.register.answers["/consent-register/search"] = lambda request: record(None if request["body"]["id"] == "2" else request["body"]["id"])
        criteria = {"userData": {"email": "ada@example.com"}, "lang": "ita", "id": None}
        found = list(self.client.search_all({**criteria, "perPage": 4}))
        self.assertEqual([one["id"] for one in found], list("01345"))
        filters = {"userData": {"email": "ada@example.com"}, "lang": "ita"}
        pages = [request["body"] for request in self.register.sent("/consent-register/list")]
        self.assertEqual(pages, [{**filters, "perPage": 4, **more} for more in ({}, {"after": "3"}, {"after": "4"})])
        sent = [request["body"] for request in self.register.sent("/consent-register/search")]
        self.assertEqual(sent, [{**filters, "id": one, "first": True} for one in "012345"])

    def test_a_search_that_no_list_can_answer_is_a_search(self):
        for criteria in ({"id": "1", "userData": {}}, {"userData": {}}, {"userData": {}, "consentInformationPid": 1}):
            self.register.answers["/consent-register/search"] = answer(200, {"data": [{"id": "1"}]})
            self.assertEqual(list(self.client.search_all(criteria)), [{"id": "1"}])
            self.assertEqual(self.register.sent("/consent-register/search")[-1]["body"], criteria)
        self.assertEqual(self.register.sent("/consent-register/list"), [])

    def test_who_leaves_early_asks_for_nothing_else(self):
        self.register.answers["/consent-register/list"] = [listed("01", "1")]
        self.register.answers["/consent-register/search"] = [record("0")]
        records = self.client.search_all({"userData": {}, "projectUid": "shop"})
        self.assertEqual(next(records), {"id": "0"})
        records.close()
        self.assertEqual([request["path"] for request in self.register.requests], ["/login", "/consent-register/list", "/consent-register/search"])

    def test_a_list_needs_no_request_and_a_file_has_the_bytes_of_the_answer(self):
        self.register.answers["/consent-register/list"] = answer(200, {"data": [], "next": None})
        self.register.answers["/consent-register/evidence/get"] = answer(200, b'{"protected":  "a", "statement": {"\\u00e9": 1}}')
        self.assertIsNone(self.client.list_consents()["next"])
        self.assertEqual(self.register.sent("/consent-register/list")[0]["body"], {})
        self.assertEqual(self.client.get_evidence_file({"id": "1"}), b'{"protected":  "a", "statement": {"\\u00e9": 1}}')
        self.assertEqual(self.client.get_evidence({"id": "1"})["statement"], {"\u00e9": 1})

    def test_a_text_is_sent_as_it_is(self):
        self.register.answers["/consent-register/search"] = answer(200, {"data": None})
        search = {"userData": {"name": "Käthe \U0001f600"}, "first": True}
        self.assertIsNone(self.client.search_consents(search)["data"])
        self.assertEqual(self.register.sent("/consent-register/search")[0]["body"], search)


if __name__ == "__main__":
    unittest.main()
