"""Keeps what people sent with a form while the register is down, in a table of the site, and sends it later. Nothing is lost, and nothing
is recorded twice. django_newsletter.py uses it if you set REGISTER_QUEUE. Copy it next to the recipe.

    python3 submissions.py send         sends what waits, for example each minute from cron
    python3 submissions.py list         lists what waits, and what the register refused with its reason
    python3 submissions.py show KEY     prints a submission
    python3 submissions.py retry KEY    sends a refused one again with the next send
    python3 submissions.py drop KEY     deletes one

Each submission is written to the table before it is sent, with the key of its form as Idempotency-Key. Its proof gets `submitted_at`, the
time of the form, and `submission`, the key. The register knows a key for 24 hours. If it is not certain whether an older submission was
recorded, it is looked for in the register by its `submission` first. Several senders may run at once.

What the register refuses for good (400, 409, 413, 422) is set aside with the reason. Of what was recorded, only the key and a digest stay, for
a day, so that a form that is sent again is not recorded again.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register_settings.py), REGISTER_QUEUE (file of the table, which only its
owner can read; it has personal data).

Exit code of send: 0 nothing is left, 1 the register refused some, 2 some wait because the register or the file could not be used.

It needs Python 3.9 or newer, and the client.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import os
import sqlite3
import sys
import time
from contextlib import closing
from datetime import datetime, timezone

from consent_register import Client, ConsentRegisterError
from consent_register.schema import AllSearch, NewConsent

from register_settings import SettingError, describe, open_client, setting

log = logging.getLogger(__name__)

REFUSALS = (400, 409, 413, 422)
# An hour less than the register knows a key.
KEY_SECONDS = 23 * 3600
# Longer than one submission takes. Later, another sender may have it: the first one has ended.
LEASE_SECONDS = 10 * 60
RECORDED_SECONDS = 24 * 3600

TABLE = """CREATE TABLE IF NOT EXISTS consent_submissions (
  key TEXT PRIMARY KEY,
  submitted_at TEXT NOT NULL,
  digest TEXT NOT NULL,
  consent TEXT,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'recorded', 'refused')),
  reason TEXT,
  first_sent REAL,
  changed REAL NOT NULL,
  leased_until REAL NOT NULL DEFAULT 0
)"""


class SentBefore(Exception):
    """The form was sent before with other details."""


class Submissions:
    """The submissions in a file. Threads and processes may share it."""

    def __init__(self, path: str) -> None:
        self._path = path
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._change(TABLE)

    def submit(self, client: Client, key: str, consent: NewConsent) -> bool:
        """Keeps a consent, then sends it. Returns whether it is recorded; if not, `send` does it later. Raises ConsentRegisterError if the
        register refuses it for good, and SentBefore."""
        digest = hashlib.sha256(json.dumps(consent, sort_keys=True).encode()).hexdigest()
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
        proof = {**consent["proof"], "submitted_at": now, "submission": key}
        keep = "INSERT OR IGNORE INTO consent_submissions (key, submitted_at, digest, consent, changed) VALUES (?, ?, ?, ?, ?)"
        self._change(keep, key, now, digest, json.dumps({**consent, "proof": proof}), time.time())
        found = self.find(key)
        if found is None or found["digest"] != digest:
            raise SentBefore
        if found["state"] != "waiting" or not self._lease(key):
            return found["state"] == "recorded"
        try:
            self._send(client, found)
        except ConsentRegisterError as error:
            if error.status in REFUSALS:
                raise
            log.error("A submission is kept for later: %s %s", error.status, error)
            return False
        return True

    def send_waiting(self, client: Client) -> tuple[int, ConsentRegisterError | None]:
        """Sends what waits, oldest first, until the register cannot be used. Returns how many it recorded, and why it stopped."""
        recorded = 0
        self._change("DELETE FROM consent_submissions WHERE state = 'recorded' AND changed < ?", time.time() - RECORDED_SECONDS)
        for one in self.in_state("waiting"):
            if not self._lease(one["key"]):
                continue
            try:
                self._send(client, one)
                recorded += 1
            except ConsentRegisterError as error:
                if error.status not in (*REFUSALS, 500):
                    return recorded, error
        return recorded, None

    def in_state(self, state: str) -> list[sqlite3.Row]:
        return self._read("SELECT * FROM consent_submissions WHERE state = ? ORDER BY submitted_at, key", state)

    def find(self, key: str) -> sqlite3.Row | None:
        return next(iter(self._read("SELECT * FROM consent_submissions WHERE key = ?", key)), None)

    def retry(self, key: str) -> bool:
        return self._change("UPDATE consent_submissions SET state = 'waiting', reason = NULL WHERE key = ? AND state = 'refused'", key)

    def drop(self, key: str) -> bool:
        return self._change("DELETE FROM consent_submissions WHERE key = ?", key)

    def _send(self, client: Client, one: sqlite3.Row) -> None:
        key, consent, now = one["key"], json.loads(one["consent"]), time.time()
        is_old = one["first_sent"] is not None and now > one["first_sent"] + KEY_SECONDS
        try:
            if not is_old or not is_recorded(client, consent, key):
                if is_old or one["first_sent"] is None:
                    self._change("UPDATE consent_submissions SET first_sent = ? WHERE key = ?", now, key)
                client.add_consent(consent, idempotency_key=key)
        except ConsentRegisterError as error:
            state = "refused" if error.status in REFUSALS else "waiting"
            failed = "UPDATE consent_submissions SET state = ?, reason = ?, changed = ?, leased_until = 0 WHERE key = ?"
            self._change(failed, state, describe(error), time.time(), key)
            raise
        done = "UPDATE consent_submissions SET state = 'recorded', consent = NULL, reason = NULL, changed = ? WHERE key = ?"
        self._change(done, time.time(), key)

    def _lease(self, key: str) -> bool:
        """Whether this sender has the submission to itself."""
        now = time.time()
        lease = "UPDATE consent_submissions SET leased_until = ? WHERE key = ? AND state = 'waiting' AND leased_until < ?"
        return self._change(lease, now + LEASE_SECONDS, key, now)

    def _change(self, statement: str, *values: object) -> bool:
        with closing(self._open()) as connection:
            return connection.execute(statement, values).rowcount > 0

    def _read(self, statement: str, *values: object) -> list[sqlite3.Row]:
        with closing(self._open()) as connection:
            return connection.execute(statement, values).fetchall()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=10, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA secure_delete = ON")
        return connection


def is_recorded(client: Client, consent: NewConsent, key: str) -> bool:
    search: AllSearch = {"projectUid": consent["projectUid"], "userData": {"email": consent["userData"]["email"]}}
    return any(record["proof"].get("submission") == key for record in client.search_all(search))


def send(submissions: Submissions) -> int:
    recorded, problem = submissions.send_waiting(open_client(total_time=15))
    waiting, refused = len(submissions.in_state("waiting")), len(submissions.in_state("refused"))
    print(f"{recorded} recorded, {waiting} waiting, {refused} refused")
    if problem is not None:
        print(f"The register could not be used: {describe(problem)}", file=sys.stderr)
    return 2 if waiting else 1 if refused else 0


def list_all(submissions: Submissions) -> int:
    for one in submissions.in_state("waiting") + submissions.in_state("refused"):
        print(one["state"], one["submitted_at"], one["key"], one["reason"] or "")
    return 0


def work_on(submissions: Submissions, action: str, key: str) -> int:
    found = submissions.find(key)
    if found is None or found["consent"] is None or (action == "retry" and not submissions.retry(key)):
        print(f"There is no such submission to {action}.", file=sys.stderr)
        return 1
    if action == "show":
        print(found["consent"])
    if action == "drop":
        submissions.drop(key)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Keeps what people sent with a form while the register is down, and sends it later.")
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("send", help="sends what waits")
    actions.add_parser("list", help="lists what waits, and what the register refused with its reason")
    for action, says in (("show", "prints a submission"), ("retry", "lets a refused one wait again"), ("drop", "deletes one")):
        actions.add_parser(action, help=says).add_argument("key")
    options = parser.parse_args()
    submissions = Submissions(setting("REGISTER_QUEUE"))
    if options.action == "send":
        return send(submissions)
    return list_all(submissions) if options.action == "list" else work_on(submissions, options.action, options.key)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (SettingError, OSError, sqlite3.Error) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
