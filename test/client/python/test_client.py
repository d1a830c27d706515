import unittest

from consent_register import Client, schema
from pretended import Register, answer

RECORDS = [{"id": str(number)} for number in range(6)]


def page(records, total=3):
    return answer(200, {"page": "1", "totalPages": total, "data": records})


class Operations(unittest.TestCase):
    def setUp(self):
        self.register = Register()
        self.client = self.register.client()

    def test_each_operation_has_a_method(self):
        self.assertEqual([name for name in schema.OPERATIONS if not callable(getattr(Client, name, None))], [])

    def test_all_pages_have_each_record_once_although_one_was_added_meanwhile(self):
        pages = [page(RECORDS[:2]), page(RECORDS[1:3]), page(RECORDS[3:], 3)]
        self.register.answers["/consent-register/search"] = pages
        found = list(self.client.search_all({"userData": {"email": "ada@example.com"}, "perPage": 2}))
        self.assertEqual(found, RECORDS)
        sent = [request["body"] for request in self.register.sent("/consent-register/search")]
        self.assertEqual([(body["page"], body["perPage"]) for body in sent], [(1, 2), (2, 2), (3, 2)])

    def test_who_leaves_early_asks_for_no_other_page(self):
        self.register.answers["/consent-register/search"] = [page(RECORDS[:2])]
        records = self.client.search_all({"userData": {"email": "ada@example.com"}})
        self.assertEqual(next(records), RECORDS[0])
        records.close()
        self.assertEqual(len(self.register.sent("/consent-register/search")), 1)

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
