"""Tells whether a person's consent to a notice holds, or held at another time: their latest consent is there, is not revoked, and is
not older than the days for which the version that they agreed to is valid (0 is without end).

A consent is given from the time at which the register recorded it. Its days count from then too, or from an earlier agreement: where
the proof has `agreed_at`, as crm_sync.py writes it, and that is a time and not later than the record, they count from `agreed_at`.
The latest consent is the one that was recorded last, also where its agreement is older than that of another.

    python3 check_consent.py ada@example.com
    python3 check_consent.py ada@example.com --at 2026-03-01
    python3 check_consent.py ada@example.com --at 2027-01-01T12:00:00+01:00

Without --at the answer is for now: it takes the register as it is, and the clock of this machine for the expiry. With --at, what was
recorded or revoked after that time does not count. For a time to come the answer is as far as is known now: the expiry is known,
a revocation is not. A time without a zone is UTC, here and in `agreed_at`.

The register gives validityDays for the current version of the notice only. For an earlier version the answer comes from the proof of
the consent, if it has `validity_days`, a whole number, as the recipes write it. If neither tells, the exit code is 2.

It prints a line of JSON: holds, reason (held, none, revoked, expired); of the consent consentId, time, isCurrentVersion and
validUntil, the moment at which it ends (null is without end), with agreedAt where its days count from an earlier agreement; and a
note where the time is to come. Of a revoked consent it prints consentId and time. Times are UTC.

Exit code: 0 it holds, 1 it does not, 2 the register could not tell: then treat it as not held.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.py), REGISTER_PROJECT (uid of the project), REGISTER_PID
(PID of the notice).
"""

import argparse
import json
import re
import sys
from datetime import datetime, timedelta, timezone

from register import Register, RegisterError, SettingError, setting

UNKNOWN_VALIDITY = (
    "The register cannot tell: this consent is to an earlier version of the notice, the register gives the validity of the current "
    "one only, and the proof of the consent has no validity_days. Treat it as not held."
)


class UnknownValidity(Exception):
    """Nothing says for how many days the version that was agreed to is valid."""


def parse_time(text):
    """Times of the register are UTC, and so is what is asked for unless it names its zone."""
    time = datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text))
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def format_time(time):
    return time.strftime("%Y-%m-%d %H:%M:%S")


def moment(text):
    try:
        return parse_time(text).astimezone(timezone.utc)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time, such as 2027-01-01 or 2027-01-01T12:00:00+01:00") from error


def consents(register, project, pid, email):
    """A person's consents to a notice, newest first."""
    page = 1
    while True:
        search = {"projectUid": project, "consentInformationPid": pid, "userData": {"email": email}, "page": page}
        found = register.call("/consent-register/search", search)
        yield from found["data"]
        if page >= found["totalPages"]:
            return
        page += 1


def validity_days(consent, notice):
    proved = consent["proof"].get("validity_days", "")
    if re.fullmatch("[0-9]{1,9}", proved):
        return int(proved)
    if notice["id"] == consent["consentInformationVersionId"]:
        return notice["validityDays"]
    raise UnknownValidity(UNKNOWN_VALIDITY)


def agreed_before(consent):
    """When the person agreed, by the proof; None where it does not tell, or tells a time after the record."""
    try:
        agreed = parse_time(consent["proof"].get("agreed_at", "")).astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None
    return agreed if agreed < parse_time(consent["time"]) else None


def end_of(start, days):
    """None is without end, as is an end after the year 9999."""
    try:
        return start + timedelta(days=days) if days > 0 else None
    except OverflowError:
        return None


def check(register, project, pid, email, at=None):
    """`at` None is now: all that the register has counts, also where its clock is ahead of ours."""
    found = (consent for consent in consents(register, project, pid, email) if at is None or parse_time(consent["time"]) <= at)
    consent = next(found, None)
    if consent is None:
        return {"holds": False, "reason": "none"}
    answer = {"consentId": consent["id"], "time": consent["time"]}
    if consent["revoked"] and (at is None or parse_time(consent["revokeTime"]) <= at):
        return {"holds": False, "reason": "revoked", **answer}
    (notice,) = register.call("/consent-register/information/get", {"pid": pid})["data"].values()
    agreed = agreed_before(consent)
    end = end_of(agreed or parse_time(consent["time"]), validity_days(consent, notice))
    if agreed:
        answer["agreedAt"] = format_time(agreed)
    answer["isCurrentVersion"] = notice["id"] == consent["consentInformationVersionId"]
    answer["validUntil"] = end and format_time(end)
    is_expired = end is not None and (at or datetime.now(timezone.utc)) >= end
    return {"holds": not is_expired, "reason": "expired" if is_expired else "held", **answer}


def main():
    parser = argparse.ArgumentParser(description="Tells whether a person's consent holds.")
    parser.add_argument("email")
    parser.add_argument("--at", type=moment, help="the time to answer for, UTC unless it names its zone; default now")
    options = parser.parse_args()
    register = Register.from_environment()
    answer = check(register, setting("REGISTER_PROJECT"), setting("REGISTER_PID"), options.email, options.at)
    if options.at is not None and options.at > datetime.now(timezone.utc):
        answer["note"] = "As far as is known now: it may be revoked or given again until then."
    print(json.dumps(answer))
    return 0 if answer["holds"] else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RegisterError as error:
        details = f" {json.dumps(error.errors)}" if error.errors else ""
        print(f"The register could not tell: {error}{details}", file=sys.stderr)
        sys.exit(2)
    except (SettingError, UnknownValidity) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
