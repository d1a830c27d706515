"""Keeps a CRM and the register in step. Run it as often as you like, for example from cron.

    python3 crm_sync.py export.csv consents.jsonl

It writes all consents of the project to consents.jsonl for the CRM. Then it records the new agreements in the CRM's export. It revokes
nothing. For people who withdraw in the CRM, call /consent-register/revoke.

The export is CSV in UTF-8 with the columns id, email, first_name, agreed_at, page_url; other columns are ignored. A record without
agreed_at has not agreed. agreed_at is ISO 8601, such as 2026-10-05T09:30:00Z or 2026-10-05 11:30:00+02:00. A date alone is the start of
that day. A time without a zone is UTC, or in the zone of --zone, such as --zone Europe/Rome.

An agreement is new if it is later than the register's agreement of this CRM record, and later than every withdrawal of this person from
this notice. The id of the CRM record and the email identify a person. It does not matter if they agreed or withdrew in the CRM, on a form
or with an unsubscribe link. A new id with an old agreed_at does not undo a withdrawal; a later agreed_at does. A new email alone is not an
agreement: the consent stays with the email it was given with. The Idempotency-Key is made from the record's id and its agreed_at, so two
runs at once record an agreement once.

The consent is to the current version of the notice. Its time is the time of recording. Its proof has agreed_at as the CRM wrote it, and the
days for which the version is valid. check_consent.py counts them from agreed_at, and reads a time without a zone as UTC, even if you used
--zone. An agreement older than those days is recorded, but expired. The register does not know people who were erased from it: erase them
in the CRM too, or the next run records them again.

consents.jsonl has one consent per line, newest first, as the register had it before this run. Its times are UTC. For the state of a
person, find the first line with their email (userData.email, compared without case) and the notice (consentInformationPid). If
`revoked` is true, they withdrew at `revokeTime`. If there is no such line, they have not agreed: send nothing to that email. The file is
as old as the run: before a mailing, filter its list with filter_mailing.py, which also knows who must be asked again.

If a row cannot be recorded, it prints the line and the reason on standard error, and goes on with the next. If several rows have the same
id, it refuses them all.

While the register is busy, for example when it counts a long list for the first time, it retries a call for --patience seconds.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register_settings.py), REGISTER_PROJECT (UID of the project), REGISTER_PID
(PID of the notice), PER_PAGE (default 50).

Exit code: 0 all rows were accepted, 1 some rows were refused, 2 the register or a file could not be used.

It needs Python 3.9 or newer. On a system without time zones, such as Windows, --zone needs the tzdata package.
"""

import argparse
import csv
import hashlib
import json
import os
import re
import sys
import time
import unicodedata
from collections import Counter, defaultdict
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from consent_register import ConsentRegisterError

from register_settings import SettingError, describe, number_setting, open_client, setting

COLUMNS = ("id", "email", "first_name", "agreed_at", "page_url")
REFUSALS_OF_A_ROW = (400, 413, 422, 500)
PAUSE_SECONDS = 5


class PatientRegister:
    """The register. Repeats a call for `patience` seconds while the answer is 503, in addition to the tries of each call."""

    def __init__(self, patience):
        self.client, self.patience = open_client(total_time=240), patience

    def call(self, operation, request, **options):
        end = time.monotonic() + self.patience
        while True:
            try:
                return operation(request, **options)
            except ConsentRegisterError as error:
                if error.status != 503 or time.monotonic() + PAUSE_SECONDS > end:
                    raise
            time.sleep(PAUSE_SECONDS)

    def consents(self, filters):
        """All matches, newest first, each once. A consent recorded meanwhile moves others to a later page."""
        seen, page, per_page = set(), 1, int(os.environ.get("PER_PAGE", "50"))
        while True:
            search = {**filters, "userData": {}, "page": page, "perPage": per_page}
            found = self.call(self.client.search_consents, search)
            for consent in found["data"]:
                if consent["id"] not in seen:
                    seen.add(consent["id"])
                    yield consent
            if page >= found["totalPages"]:
                return
            page += 1


def parse_time(text, zone):
    """In UTC and whole seconds, like the register's times. Raises ValueError."""
    try:
        moment = datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text))
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(timezone.utc).replace(microsecond=0)
    except OverflowError as error:
        raise ValueError(str(error)) from error


def fold(email):
    """Compares emails as the register does: Unicode NFKC, case folding, white space trimmed and collapsed."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", email).casefold())
    return " ".join(folded.replace("\ufeff", " ").split())


def people(crm_id, email):
    """The names that identify a person."""
    return [name for name in (("crm_id", crm_id.strip()), ("email", fold(email))) if name[1] != ""]


class Known:
    """What the register knows of each person for a notice: when they agreed, according to the CRM, and when they withdrew."""

    def __init__(self, pid, zone):
        self.pid, self.zone = pid, zone
        self.consents = defaultdict(dict)

    def add(self, consent):
        if consent["consentInformationPid"] != self.pid:
            return
        values = {key: value["value"] if isinstance(value, dict) else value for key, value in consent["userData"].items()}
        state = (self._agreed_at(consent), consent["revokeTime"] and parse_time(consent["revokeTime"], timezone.utc))
        for name in people(values.get("crm_id", ""), values.get("email", "")):
            self.consents[name][consent["id"]] = state

    def _agreed_at(self, consent):
        """According to the CRM; the time of recording if the proof has no agreed_at."""
        try:
            return parse_time(consent["proof"].get("agreed_at", ""), self.zone)
        except ValueError:
            return parse_time(consent["time"], timezone.utc)

    def has(self, record):
        states = self.consents.get(("crm_id", record["id"]), {}).values()
        return any(record["agreed"] <= agreed for agreed, _ in states)

    def _of(self, record):
        return {k: v for name in people(record["id"], record["email"]) for k, v in self.consents.get(name, {}).items()}

    def withdrew(self, record):
        return any(revoked and record["agreed"] <= revoked for _, revoked in self._of(record).values())

    def in_force(self, record):
        return [consent_id for consent_id, (_, revoked) in self._of(record).items() if not revoked]


def pull(register, project, known, path):
    """Writes all consents. It replaces the file only when the new one is complete, even if two runs write at once."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            for count, consent in enumerate(register.consents({"projectUid": project}), 1):
                progress(f"{count} consents read")
                file.write(json.dumps(consent, ensure_ascii=False) + "\n")
                known.add(consent)
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)


def read_header(path, reader, delimiter):
    header = [name.strip() for name in next(reader, [])]
    wrong = [name for name in COLUMNS if header.count(name) != 1]
    if not wrong:
        return header
    if len(header) == 1:
        for another, name in ((",", ","), (";", ";"), ("\t", r"\t")):
            if another != delimiter and another in header[0]:
                raise ValueError(f"{path} separates its columns with '{name}': add --delimiter '{name}'.")
    missing = [name for name in wrong if name not in header]
    raise ValueError(f"{path} has {'no' if missing else 'more than one'} column {', '.join(missing or wrong)}.")


def read(path, delimiter):
    """Each row of the export: its line, its cells by column, and what is wrong with it. A file that is no export is a ValueError."""
    with open(path, encoding="utf-8-sig", newline="") as file:  # Spreadsheets begin a file with a byte order mark.
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        try:
            header = read_header(path, reader, delimiter)
            while True:
                line = reader.line_num + 1
                try:
                    cells = [cell.strip() for cell in next(reader)]
                except StopIteration:
                    return
                except csv.Error as error:
                    yield line, {}, f"the row cannot be read as CSV: {error}"
                    continue
                if any(cells):
                    wrong = None if len(cells) == len(header) else f"the row has {len(cells)} cells, the header {len(header)}"
                    yield line, dict(zip(header, cells)), wrong
        except UnicodeDecodeError as error:
            raise ValueError(f"{path} is not UTF-8: save it as CSV in UTF-8.") from error
        except csv.Error as error:
            raise ValueError(f"{path} cannot be read as CSV: {error}.") from error


def find_fault(row, lines, zone, now):
    """Why a complete row cannot be recorded. Sets `agreed`, the time of its agreement, or None."""
    row["agreed"] = None
    if row["id"] == "":
        return "the id is empty"
    if len(lines[row["id"]]) > 1:
        return f"the id is on lines {', '.join(map(str, lines[row['id']]))}"
    if row["agreed_at"] == "":
        return None
    if "@" not in row["email"]:
        return "the email is missing" if row["email"] == "" else "the email is not one"
    try:
        row["agreed"] = parse_time(row["agreed_at"], zone)
    except ValueError:
        return "agreed_at is not a time, such as 2026-10-05T09:30:00Z"
    return "agreed_at is in the future" if row["agreed"] > now else None


def check(rows, zone):
    """The records that agreed, with their lines, and the counts of rows that have not agreed or were refused."""
    lines, records, counts = defaultdict(list), [], Counter()
    for line, row, _ in rows:
        lines[row.get("id", "")].append(line)
    now = datetime.now(timezone.utc)
    for line, row, wrong in rows:
        fault = wrong or find_fault(row, lines, zone, now)
        if fault:
            refuse(line, fault, counts)
        elif row["agreed"]:
            records.append((line, row))
        else:
            counts["not agreed"] += 1
    return records, counts


def progress(text):
    """On a terminal only: a large CRM takes a while."""
    if sys.stderr.isatty():
        print(f"{text}\x1b[K", end="\r", file=sys.stderr, flush=True)


def refuse(line, reason, counts):
    print(f"Line {line}: {reason.rstrip('.')}.", file=sys.stderr)
    counts["refused"] += 1


def push(register, project, notice, record):
    consent = {
        "projectUid": project,
        "consentInformationVersionId": notice["id"],
        "channel": "web.form",
        "proof": {
            "url": record["page_url"],
            "crm_record": record["id"],
            "agreed_at": record["agreed_at"],
            "validity_days": str(notice["validityDays"]),
        },
        "userData": {
            "email": record["email"],
            "first_name": record["first_name"],
            "crm_id": {"label": "CRM record", "value": record["id"]},
        },
    }
    agreement = json.dumps([project, notice["pid"], record["id"], record["agreed"].isoformat()])
    key = f"crm-{hashlib.sha256(agreement.encode()).hexdigest()}"
    register.call(register.client.add_consent, consent, idempotency_key=key)


def settle(register, project, notice, known, record):
    """Records a new agreement, and returns what happened to the record."""
    if known.has(record):
        return "known"
    for consent_id in known.in_force(record):  # They may have withdrawn since we read all consents.
        for consent in register.consents({"id": consent_id}):
            known.add(consent)
    if known.withdrew(record):
        return "withdrawn"
    try:
        push(register, project, notice, record)
    except ConsentRegisterError as error:
        if error.code == "idempotency-key.reused":  # Another run recorded this agreement, and the record has changed since.
            return "known"
        raise
    return "recorded"


def main(options):
    rows = list(read(options.export, options.delimiter))
    register = PatientRegister(options.patience)
    project, pid = setting("REGISTER_PROJECT"), number_setting("REGISTER_PID")
    records, counts = check(rows, options.zone)
    (notice,) = register.call(register.client.get_notices, {"pid": pid})["data"].values()
    known = Known(notice["pid"], options.zone)
    pull(register, project, known, options.output)
    for done, (line, record) in enumerate(records, 1):
        try:
            counts[settle(register, project, notice, known, record)] += 1
        except ConsentRegisterError as error:
            if error.status not in REFUSALS_OF_A_ROW:
                raise
            refuse(line, describe(error), counts)
        progress(f"{done} of {len(records)} records")
    progress("")
    print(", ".join(f"{counts[name]} {name}" for name in ("recorded", "known", "withdrawn", "not agreed", "refused")))
    return 1 if counts["refused"] else 0


def zone_of(name):
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError) as error:
        raise argparse.ArgumentTypeError(f"{name!r} is not a time zone, such as Europe/Rome") from error


def delimiter_of(text):
    character = text.replace("\\t", "\t")
    if len(character) != 1:
        raise argparse.ArgumentTypeError("give one character, such as ';'")
    return character


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Keeps a CRM and the register in step.")
    parser.add_argument("export", help="the CRM's export, as CSV")
    parser.add_argument("output", help="the file for all consents, as lines of JSON")
    parser.add_argument("--zone", type=zone_of, default=timezone.utc, help="the zone of times that have none; default UTC")
    parser.add_argument("--delimiter", type=delimiter_of, default=",", help=r"the character between columns, such as ';' or '\t'; default ','")
    parser.add_argument("--patience", type=int, default=600, help="seconds to wait for a busy register; default 600")
    try:
        sys.exit(main(parser.parse_args()))
    except ConsentRegisterError as error:
        print(f"The register could not be used: {describe(error)}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("Stopped. What was recorded stays. The next run does the rest.", file=sys.stderr)
        sys.exit(130)
    except (SettingError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
