"""Saves the signed evidence document of a consent in a new file, byte for byte.

    python3 evidence.py 01a203b847867fd1bb46680a628c6caf evidence.json
    python3 evidence.py 01a203b847867fd1bb46680a628c6caf evidence.json --at 2026-03-03

With --at (a month, a day or a time in UTC) the document also has the state of the consent then.

The file has the bytes of the answer. A program that parses the answer and writes it again may change a byte, and a verifier then
refuses it. The document holds personal data, so only the user who runs this can read the file. The SHA-256 of the file is printed for
your records.

Exit code: 0 the file is written, 1 it is not written, 2 an argument or a setting is wrong.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register_settings.py). A user with the role reader is enough.
"""

import argparse
import hashlib
import os
import sys

from consent_register import ConsentRegisterError
from consent_register.schema import GetEvidenceRequest

from register_settings import SettingError, open_client


def write_new(file, document):
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        opened.write(document)


def main():
    parser = argparse.ArgumentParser(description="Saves the signed evidence document of a consent in a new file, byte for byte.")
    parser.add_argument("id", help="id of the consent")
    parser.add_argument("file", help="a new file")
    parser.add_argument("--at", help="a month, a day or a time in UTC, such as 2026-03-03")
    wanted = parser.parse_args()
    try:
        request: GetEvidenceRequest = {"id": wanted.id}
        if wanted.at:
            request["at"] = wanted.at
        document = open_client().get_evidence_file(request)
        write_new(wanted.file, document)
    except SettingError as error:
        sys.exit(refuse(error, 2))
    except ConsentRegisterError as error:
        sys.exit(refuse(f"{error.detail} " + " ".join(f"{one['field']}: {one['detail']}" for one in error.errors)))
    except OSError as error:
        sys.exit(refuse(f"Cannot write {wanted.file}: {error.strerror}."))
    print(f"{hashlib.sha256(document).hexdigest()}  {wanted.file}")


def refuse(says, exit_code=1):
    print(str(says).strip(), file=sys.stderr)
    return exit_code


if __name__ == "__main__":
    main()
