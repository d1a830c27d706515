"""Keeps a CRM and the register in step; run it as often as you like, such as from cron.

It reads all consents of the project, page by page, into a file for the CRM, one JSON object a line; then it records the consents of
the CRM's export that the register does not have yet. A consent carries the id of its CRM record, by which a later run knows it, and its
Idempotency-Key is made from that id, so that a run that was cut off, or two at once, do not record it twice.

    python3 crm_sync.py export.csv consents.jsonl

The export has the columns id, email, first_name, agreed_at, page_url; a record with no agreed_at has not agreed.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.py), REGISTER_PROJECT (uid of the project), REGISTER_PID
(PID of the notice), PER_PAGE (50).

Exit code: 0 all recorded, 1 some records were refused, as told on standard error, 2 the register or a file could not be used.
"""

import argparse
import csv
import json
import os
import sys
from urllib.parse import quote

from register import Register, RegisterError, SettingError, setting

COLUMNS = {"id", "email", "first_name", "agreed_at", "page_url"}


def consents(register, project):
    """All consents of a project, newest first. What is recorded meanwhile moves others to a later page: each comes once."""
    seen, page = set(), 1
    while True:
        parameters = {"projectUid": project, "userData": "", "page": page, "perPage": os.environ.get("PER_PAGE", "50")}
        found = register.call("/consent-register/search", parameters)
        for consent in found["data"]:
            if consent["id"] not in seen:
                seen.add(consent["id"])
                yield consent
        if page >= found["totalPages"]:
            return
        page += 1


def pull(register, project, path):
    """Writes all consents and returns the CRM's ids among them. The file is replaced only once it is whole."""
    known = set()
    with open(f"{path}.part", "w", encoding="utf-8") as file:
        for consent in consents(register, project):
            file.write(json.dumps(consent, ensure_ascii=False) + "\n")
            crm_id = consent["userData"].get("crm_id")
            if isinstance(crm_id, dict):
                known.add((crm_id["value"], consent["consentInformationPid"]))
    os.replace(f"{path}.part", path)
    return known


def read(path):
    """The records of the export, all of them, so that a file that is not one is told before anything is done."""
    with open(path, encoding="utf-8-sig", newline="") as file:  # Spreadsheets begin a file with a byte order mark.
        reader = csv.DictReader(file)
        missing = COLUMNS - set(reader.fieldnames or [])
        if missing:
            raise ValueError(f"{path} has no column {', '.join(sorted(missing))}.")
        return list(reader)


def push(register, project, pid, record):
    consent = {
        "projectUid": project,
        "consentInformationPid": pid,
        "channel": "web.form",
        "proof": {"url": record["page_url"], "crm_record": record["id"], "agreed_at": record["agreed_at"]},
        "userData": {
            "email": record["email"],
            "first_name": record["first_name"],
            "crm_id": {"label": "CRM record", "value": record["id"]},
        },
    }
    register.call("/consent-register/add", consent, f"crm-{pid}-{quote(record['id'])}")


def main(export, output):
    register = Register.from_environment(longest_wait=60)
    project, pid = setting("REGISTER_PROJECT"), setting("REGISTER_PID")
    records = read(export)
    known = pull(register, project, output)
    recorded = refused = 0
    for record in records:
        if record["agreed_at"] == "" or (record["id"], int(pid)) in known:
            continue
        try:
            push(register, project, pid, record)
            recorded += 1
        except RegisterError as error:
            if error.status not in (409, 413, 422):
                raise
            print(f"Record {record['id']}: {error} {json.dumps(error.errors)}", file=sys.stderr)
            refused += 1
    print(f"{recorded} recorded, {refused} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Keeps a CRM and the register in step.")
    parser.add_argument("export", help="the CRM's export, as CSV")
    parser.add_argument("output", help="where all consents go, as lines of JSON")
    options = parser.parse_args()
    try:
        sys.exit(main(options.export, options.output))
    except (RegisterError, SettingError) as error:
        print(f"The register could not be used: {error}", file=sys.stderr)
        sys.exit(2)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
