"""Leaves in a mailing list only the people who may be written to now.

    python3 filter_mailing.py list.csv allowed.csv

The list is CSV in UTF-8, with a column email; other columns are passed on. The new file has the header and the rows of those whose latest
consent to the notice is in force, in the same order. A row without an email is left out. The register is asked about 100 people a call,
and answers yes, or why not, and nothing else about them: run this right before you send.

The file is written when everybody is checked, and only then. It holds personal data, so only the user who runs this can read it. How many
rows got which answer is printed for your records.

Exit code: 0 the file is written, 1 it is not written, 2 an argument, the list or a setting is wrong.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register_settings.py), REGISTER_PID (PID of the notice). A user with the
role sender is enough, and reads no consent.
"""

import csv
import os
import re
import sys
from collections import Counter

from consent_register import ConsentRegisterError

from register_settings import SettingError, describe, number_setting, open_client

PEOPLE_OF_A_CALL = 100


def read(path):
    """The header, and the rows with their numbers as a spreadsheet shows them. A file that is no list is a ValueError."""
    with open(path, encoding="utf-8-sig", newline="") as file:  # Spreadsheets begin a file with a byte order mark.
        try:
            header, *rows = list(csv.reader(file, strict=True)) or [[]]
        except (csv.Error, UnicodeDecodeError) as error:
            raise ValueError(f"{path} is not CSV in UTF-8: {error}.") from error
    if header.count("email") != 1:
        raise ValueError(f"{path} needs one column email, with commas between the columns.")
    numbered = [(number, row) for number, row in enumerate(rows, 2) if row]
    for number, row in numbered:
        if len(row) != len(header):
            raise ValueError(f"Row {number} of {path} has {len(row)} cells, the header {len(header)}.")
    return header, numbered


def ask(client, pid, email, rows):
    """What the register says of each row."""
    try:
        found = client.check_people({"pid": pid, "people": [{"email": row[email]} for _, row in rows]})["data"]
    except ConsentRegisterError as error:
        for wrong in error.errors:
            place = re.match(r"people\[(\d+)\]", wrong["field"])
            if place:
                raise ValueError(f"Row {rows[int(place[1])][0]}: {wrong['detail']}") from error
        raise
    return ["allowed" if one["allowed"] else one["reason"] for one in found]


def main(source, target):
    header, rows = read(source)
    client, pid, email = open_client(total_time=240), number_setting("REGISTER_PID"), header.index("email")
    people = [(number, row) for number, row in rows if row[email].strip()]
    answers = []
    for start in range(0, len(people), PEOPLE_OF_A_CALL):
        answers += ask(client, pid, email, people[start : start + PEOPLE_OF_A_CALL])
    with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *(row for (_, row), answer in zip(people, answers) if answer == "allowed")])
    counts = Counter({"no email": len(rows) - len(people)}) + Counter(answers)
    print(", ".join(f"{counts[name]} {name}" for name in ("allowed", "none", "revoked", "expired", "superseded", "no email")))


def refuse(says, exit_code):
    print(says, file=sys.stderr)
    sys.exit(exit_code)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        refuse("Usage: python3 filter_mailing.py <list> <new file>", 2)
    try:
        main(sys.argv[1], sys.argv[2])
    except (SettingError, ValueError) as error:
        refuse(error, 2)
    except ConsentRegisterError as error:
        refuse(describe(error), 1)
    except OSError as error:
        refuse(f"Cannot use {error.filename}: {error.strerror}.", 1)
