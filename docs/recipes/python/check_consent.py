"""Checks whether a person's consent to a notice holds, or held at another time. It holds if their latest consent is not revoked and not
older than the days for which its version is valid (0 is no limit).

    python3 check_consent.py ada@example.com
    python3 check_consent.py ada@example.com --at 2026-03-01
    python3 check_consent.py ada@example.com --at 2027-01-01T12:00:00+01:00

Without --at the answer is for now: it uses the register as it is, and the clock of this machine for the expiry. With --at it ignores what
was recorded or revoked after that time. For a future time the answer covers what is known now: the expiry, but not a later revocation. A
time without a zone is UTC, here and in `agreed_at`.

A consent starts when the register recorded it, and its days count from then. If its proof has `agreed_at`, as crm_sync.py writes it, and
that is a time before the record, the days count from `agreed_at`. The latest consent is the one recorded last, even if another has a
later agreement.

The register gives validityDays for the current version of the notice only. For an earlier version this reads `validity_days` (a whole
number) in the proof, as the recipes write it. If neither has the days, the exit code is 2.

It prints one line of JSON: holds and reason (held, none, revoked, expired). For a consent it adds consentId and time. Unless it is revoked,
it also adds isCurrentVersion and validUntil, when it ends (null is no limit), and agreedAt if the days count from an earlier agreement. For
a future time it adds a note. Times are UTC.

Exit code: 0 it holds, 1 it does not, 2 unknown: treat it as not held.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register_settings.py), REGISTER_PROJECT (UID of the project), REGISTER_PID
(PID of the notice).
"""

import argparse
import json
import re
import sys
from datetime import datetime, timedelta, timezone

from consent_register import ConsentRegisterError

from register_settings import SettingError, describe, number_setting, open_client, setting

UNKNOWN_VALIDITY = (
    "The register cannot tell: this consent is to an earlier version of the notice, and its proof has no validity_days. The register gives "
    "the validity of the current version only. Treat the consent as not held."
)


class UnknownValidity(Exception):
    """Neither the register nor the proof has the days for which the version is valid."""


def parse_time(text):
    """Times of the register are UTC. So is a time without a zone."""
    time = datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text))
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def format_time(time):
    return time.strftime("%Y-%m-%d %H:%M:%S")


def moment(text):
    try:
        return parse_time(text).astimezone(timezone.utc)
    except (ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time, such as 2027-01-01 or 2027-01-01T12:00:00+01:00") from error


def validity_days(consent, notice):
    proved = consent["proof"].get("validity_days", "")
    if re.fullmatch("[0-9]{1,9}", proved):
        return int(proved)
    if notice["id"] == consent["consentInformationVersionId"]:
        return notice["validityDays"]
    raise UnknownValidity(UNKNOWN_VALIDITY)


def agreed_before(consent):
    """When the person agreed, according to the proof; None if the proof has no time, or one that is not before the record."""
    try:
        agreed = parse_time(consent["proof"].get("agreed_at", "")).astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None
    return agreed if agreed < parse_time(consent["time"]) else None


def end_of(start, days):
    """None is no limit. So is an end after the year 9999."""
    try:
        return start + timedelta(days=days) if days > 0 else None
    except OverflowError:
        return None


def check(client, project, pid, email, at=None):
    """With `at` None the answer is for now. Everything in the register counts, even if its clock is ahead of ours."""
    newest_first = client.search_all({"projectUid": project, "consentInformationPid": pid, "userData": {"email": email}})
    consent = next((consent for consent in newest_first if at is None or parse_time(consent["time"]) <= at), None)
    if consent is None:
        return {"holds": False, "reason": "none"}
    answer = {"consentId": consent["id"], "time": consent["time"]}
    if consent["revoked"] and (at is None or parse_time(consent["revokeTime"]) <= at):
        return {"holds": False, "reason": "revoked", **answer}
    (notice,) = client.get_notices({"pid": pid})["data"].values()
    agreed = agreed_before(consent)
    end = end_of(agreed or parse_time(consent["time"]), validity_days(consent, notice))
    if agreed:
        answer["agreedAt"] = format_time(agreed)
    answer["isCurrentVersion"] = notice["id"] == consent["consentInformationVersionId"]
    answer["validUntil"] = end and format_time(end)
    is_expired = end is not None and (at or datetime.now(timezone.utc)) >= end
    return {"holds": not is_expired, "reason": "expired" if is_expired else "held", **answer}


def main():
    parser = argparse.ArgumentParser(description="Checks whether a person's consent holds.")
    parser.add_argument("email")
    parser.add_argument("--at", type=moment, help="the time to check, UTC unless it has a zone; default now")
    options = parser.parse_args()
    answer = check(open_client(), setting("REGISTER_PROJECT"), number_setting("REGISTER_PID"), options.email, options.at)
    if options.at is not None and options.at > datetime.now(timezone.utc):
        answer["note"] = "As far as is known now. The person may withdraw or agree again before then."
    print(json.dumps(answer))
    return 0 if answer["holds"] else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ConsentRegisterError as error:
        print(f"The register could not tell: {describe(error)}", file=sys.stderr)
        sys.exit(2)
    except (SettingError, UnknownValidity) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
