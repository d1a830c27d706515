"""Tells whether a person's consent holds: their latest consent to the notice is there, is not revoked, and is not older than
the validityDays of the notice (0 is without end).

    python3 check_consent.py ada@example.com
    python3 check_consent.py ada@example.com --at 2027-01-01

It prints a line of JSON. Exit code: 0 it holds, 1 it does not, 2 the register could not tell: then treat it as not held.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.py), REGISTER_PROJECT (uid of the project), REGISTER_PID
(PID of the notice).
"""

import argparse
import json
import sys
from datetime import datetime, timedelta, timezone

from register import Register, RegisterError, SettingError, setting


def parse_time(text):
    """Times of the register are UTC, and so is what is asked for unless it names its zone."""
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def check(register, project, pid, email, at):
    search = {"projectUid": project, "consentInformationPid": pid, "userData": {"email": email}, "first": True}
    consent = register.call("/consent-register/search", search)["data"]
    if consent is None:
        return {"holds": False, "reason": "none"}
    answer = {"consentId": consent["id"], "time": consent["time"]}
    if consent["revoked"]:
        return {"holds": False, "reason": "revoked", **answer}
    notice = register.call("/consent-register/information/get", {"pid": pid})["data"][str(pid)]
    answer["isCurrentVersion"] = notice["id"] == consent["consentInformationVersionId"]
    days = notice["validityDays"]
    if days > 0 and at >= parse_time(consent["time"]) + timedelta(days=days):
        return {"holds": False, "reason": "expired", **answer}
    return {"holds": True, "reason": "held", **answer}


def main():
    parser = argparse.ArgumentParser(description="Tells whether a person's consent holds.")
    parser.add_argument("email")
    parser.add_argument("--at", type=parse_time, default=datetime.now(timezone.utc), help="a time to come; default now")
    options = parser.parse_args()
    register = Register.from_environment()
    answer = check(register, setting("REGISTER_PROJECT"), setting("REGISTER_PID"), options.email, options.at)
    print(json.dumps(answer))
    return 0 if answer["holds"] else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RegisterError as error:
        print(f"The register could not tell: {error} {json.dumps(error.errors)}", file=sys.stderr)
        sys.exit(2)
    except SettingError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
