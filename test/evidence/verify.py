"""A verifier of documents of evidence, in Python with the package `cryptography`.

It is written from docs/evidence.md and docs/evidence.schema.json alone, and takes nothing of the
verifier of the project. It is an example for verifiers in other languages. What it says of the log
is in verify_log.py and verify_kept.py.

    python3 verify.py evidence.json --key keys.json --checkpoint kept.txt

It prints a line for each check, then the verdict, and exits with the code that the page has:
0 valid, 3 doubtful or consistent, 6 refused, 2 no verdict.

Without a file it verifies many documents: each line of standard input is a JSON object
{"document": base64, "keys": text of a key file or null, "checkpoints": list of texts, "now": time}, and each line of standard output
has the verdict, the names of the checks that fail, and of those that the reader must judge. The verdict
is null where the key file is none.
"""

import argparse
import base64
import binascii
import hashlib
import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from verify_log import Checkpoint, read_key
from verify_kept import Reader, check_log, read_kept

SCHEMA_FILE = Path(__file__).resolve().parents[2] / "docs" / "evidence.schema.json"

MAX_BYTES = 6_291_556
MAX_PAGE_BYTES = 2 * MAX_BYTES
LONGEST_PAGE_START = 1024
MAX_DEPTH = 16
MAX_NUMBER = 9_007_199_254_740_991
MAX_MOMENT = 8_640_000_000_000_000

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

ALGORITHM = "ES256"
TYPE = "consent-evidence+jws"
PAGE_BEGIN = b'<script type="application/octet-stream" id="evidence-document">'
PAGE_END = b"</script>"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

PARTS = (
    "account", "project", "record", "claimed", "observed", "notice", "revocation",
    "imported", "erasure", "times", "state", "stateNow", "completeness",
)  # fmt: skip

EXIT_CODES = {"valid": 0, "doubtful": 3, "consistent": 3, "refused": 6}
NO_DOUBTS = {"signer", "key-times", "log", "log-stamp", "log-time"}
NO_VERDICT = 2


class Bad(Exception):
    """Something is not as the page wants it. The text says what."""


# Bytes and texts ------------------------------------------------------------------------------


def base64url_encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def base64url_decode(text: str) -> bytes:
    """The bytes of a base64url text, which is the only one for these bytes."""
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise Bad("is not base64url")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise Bad("is not base64url") from error
    if base64url_encode(data) != text:
        raise Bad("has spare bits that are not 0")
    return data


def sha256_hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# JSON -----------------------------------------------------------------------------------------

SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def canonical_text(text: str) -> str:
    def escape(match: re.Match) -> str:
        character = match.group()
        return SHORT_ESCAPES.get(character) or f"\\u{ord(character):04x}"

    return '"' + re.sub(r'["\\\x00-\x1f]', escape, text) + '"'


def canonical(value) -> str:
    """The canonical JSON (RFC 8785) of a value of this format, in which all numbers are whole."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return canonical_text(value)
    if isinstance(value, int):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise Bad("has a number that is too large")
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, dict):
        # Names are sorted by their UTF-16 code units: their bytes, high byte first, sort alike.
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical_text(name) + ":" + canonical(value[name]) for name in names) + "}"
    raise Bad("has a number that is not written in digits alone")


def canonical_bytes(value) -> bytes:
    try:
        return canonical(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise Bad("has half of a surrogate pair") from error


def check_depth(text: str) -> None:
    """Refuse JSON with too many objects and lists in each other, before a parser goes down into them."""
    depth = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text, re.DOTALL):
        if token.group() in ("[", "{"):
            depth += 1
            if depth > MAX_DEPTH:
                raise Bad(f"has more than {MAX_DEPTH} objects and lists in each other")
        elif token.group() in ("]", "}"):
            depth -= 1


def parse_json(data: bytes):
    """The value that JSON in UTF-8 says. A number with a point or an exponent is a `float`, which `canonical` refuses."""

    def no_constant(name: str):
        raise Bad(f"is no JSON: {name}")

    try:
        text = data.decode("utf-8")
        check_depth(text)
        return json.loads(text, parse_constant=no_constant)
    except UnicodeDecodeError as error:
        raise Bad("is not UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise Bad("is no JSON") from error


# Times ----------------------------------------------------------------------------------------

TIME_PATTERN = r"^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"
TIME_FIELDS = re.compile(r"(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z", re.ASCII)


def days_in_month(year: int, month: int) -> int:
    if month == 2:
        is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if is_leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def days_before_year(year: int) -> int:
    """Days from 1 January of the year 1 to 1 January of this year, in the Gregorian calendar."""
    before = year - 1
    return before * 365 + before // 4 - before // 100 + before // 400


def moment(text: str) -> int:
    """The milliseconds since 1970 of a time such as `2026-11-22T10:20:30.400Z`."""
    fields = TIME_FIELDS.fullmatch(text) if isinstance(text, str) else None
    if fields is None:
        raise Bad("is not written as a time")
    year, month, day, hour, minute, second, millisecond = (int(field) for field in fields.groups())
    has_sign = text[0] in "+-"
    if has_sign == (0 <= year <= 9999):
        raise Bad("has a sign exactly where it needs none")
    if not (1 <= month <= 12 and 1 <= day <= days_in_month(year, month) and hour <= 23 and minute <= 59 and second <= 59):
        raise Bad("is no moment that there is")
    days = days_before_year(year) - days_before_year(1970)
    days += sum(days_in_month(year, earlier) for earlier in range(1, month)) + day - 1
    result = days * DAY + hour * HOUR + minute * MINUTE + second * SECOND + millisecond
    if abs(result) > MAX_MOMENT:
        raise Bad("is too far from 1970")
    return result


def moment_or_none(text: str | None) -> int | None:
    return None if text is None else moment(text)


def in_seconds(text: str | None) -> str | None:
    """`2026-11-22T10:20:30.400Z` as `2026-11-22 10:20:30`."""
    return None if text is None else text[: -len(".400Z")].replace("T", " ")


# Schema ---------------------------------------------------------------------------------------

TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER,
}
NOTES = {"title", "description", "$schema", "$defs", "required", "propertyNames", "additionalProperties", "items", "minItems", "maxItems"}


def is_one_of(value, allowed: list) -> bool:
    return any(value == one and type(value) is type(one) for one in allowed)


def check_schema(value, schema: dict, root: dict, where: str) -> None:
    """Hold a value against the words of JSON Schema that docs/evidence.schema.json uses."""
    for word, wanted in schema.items():
        if word == "$ref":
            check_schema(value, root["$defs"][wanted.removeprefix("#/$defs/")], root, where)
        elif word == "type":
            if not TYPES[wanted](value):
                raise Bad(f"{where} is not of the type {wanted}")
        elif word == "const":
            if not is_one_of(value, [wanted]):
                raise Bad(f"{where} is not {wanted}")
        elif word == "enum":
            if not is_one_of(value, wanted):
                raise Bad(f"{where} is none of the known values")
        elif word == "pattern":
            if isinstance(value, str):
                check_pattern(value, wanted, where)
        elif word in ("minLength", "maxLength"):
            if isinstance(value, str) and (len(value) < wanted if word == "minLength" else len(value) > wanted):
                raise Bad(f"{where} has another length")
        elif word in ("anyOf", "oneOf"):
            check_any(value, wanted, root, where)
        elif word == "not":
            check_not(value, wanted, root, where)
        elif word == "properties":
            pass  # with the members, below
        elif word not in NOTES:
            raise NotImplementedError(f"the schema has a word that this program does not know: {word}")
    if isinstance(value, dict):
        check_members(value, schema, root, where)
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            raise Bad(f"{where} has too few entries")
        if len(value) > schema.get("maxItems", len(value)):
            raise Bad(f"{where} has too many entries")
        for index, item in enumerate(value):
            check_schema(item, schema.get("items", {}), root, f"{where}[{index}]")


def check_pattern(text: str, pattern: str, where: str) -> None:
    # In Python `$` also matches before a last line end, and `\d` more than 0 to 9.
    if not re.search(re.sub(r"\$$", r"\\Z", pattern), text, re.ASCII):
        raise Bad(f"{where} is not written as it must be")
    if pattern == TIME_PATTERN:
        try:
            moment(text)
        except Bad as bad:
            raise Bad(f"{where} {bad}") from bad


def check_any(value, schemas: list, root: dict, where: str) -> None:
    problem = None
    for schema in schemas:
        try:
            return check_schema(value, schema, root, where)
        except Bad as bad:
            problem = problem or bad
    raise problem or Bad(f"{where} cannot be anything")


def check_not(value, schema: dict, root: dict, where: str) -> None:
    try:
        check_schema(value, schema, root, where)
    except Bad:
        return
    raise Bad(f"{where} is what it must not be")


def check_members(value: dict, schema: dict, root: dict, where: str) -> None:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name in schema.get("required", []):
        if name not in value:
            raise Bad(f"{where} has no {name}")
    for name, member in value.items():
        if "propertyNames" in schema:
            check_schema(name, schema["propertyNames"], root, f"a name in {where}")
        if name in known:
            check_schema(member, known[name], root, f"{where}.{name}")
        elif others is False:
            raise Bad(f"{where} has a member that is not known: {name!r}")
        elif others is not True:
            check_schema(member, others, root, f"{where}.{name}")


# Keys -----------------------------------------------------------------------------------------


@dataclass
class Key:
    """A key of the reader's file, and when it began to sign."""

    jwk: dict
    used_from: int | None = None

    @property
    def kid(self) -> str:
        return thumbprint(self.jwk)


def thumbprint(jwk: dict) -> str:
    """The thumbprint of RFC 7638."""
    return base64url_encode(hashlib.sha256(canonical_bytes(jwk)).digest())


def public_key(jwk: dict) -> ec.EllipticCurvePublicKey:
    """The public key that a JWK of exactly `crv`, `kty`, `x` and `y` says."""
    if not isinstance(jwk, dict) or set(jwk) != {"crv", "kty", "x", "y"}:
        raise Bad("the key has other members than crv, kty, x and y")
    if jwk["crv"] != "P-256" or jwk["kty"] != "EC":
        raise Bad("the key is not on P-256")
    x, y = (base64url_decode(jwk[name]) for name in ("x", "y"))
    if len(x) != 32 or len(y) != 32:
        raise Bad("the key has a coordinate that is not 32 bytes long")
    try:
        return ec.EllipticCurvePublicNumbers(int.from_bytes(x), int.from_bytes(y), ec.SECP256R1()).public_key()
    except ValueError as error:
        raise Bad("the key is no point of the curve") from error


def is_for_documents(entry) -> bool:
    """Whether an entry of a JWK Set is a key on P-256 that signs. Others are passed over."""
    return (
        isinstance(entry, dict)
        and entry.get("kty") == "EC"
        and entry.get("crv") == "P-256"
        and entry.get("use", "sig") == "sig"
        and entry.get("alg", "ES256") == "ES256"
    )


def is_private(entry) -> bool:
    return isinstance(entry, dict) and ("d" in entry or entry.get("kty") == "oct")


def read_jwk(entry: dict) -> Key:
    jwk = {name: entry.get(name) for name in ("crv", "kty", "x", "y")}
    public_key(jwk)
    key = Key(jwk)
    if "kid" in entry and entry["kid"] != key.kid:
        raise Bad("a kid is not the thumbprint of its key")
    key.used_from = moment_or_none(entry.get("usedFrom"))
    return key


def read_log_keys(value: dict) -> list[str]:
    """The keys of logs in the reader's file."""
    keys = value.get("logKeys", [])
    keys = keys if isinstance(keys, list) else []
    if any(not isinstance(key, str) or read_key(key.strip()) is None for key in keys):
        raise Bad("the key of a log is none")
    return [key.strip() for key in keys]


def read_keys(data: bytes) -> tuple[list[Key], list[str]]:
    """The keys of the reader's file: a JWK Set or a JWK. And those of logs."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    value = parse_json(data)
    if not isinstance(value, dict):
        raise Bad("is no JWK Set")
    entries = value["keys"] if "keys" in value else [value]
    if not isinstance(entries, list):
        raise Bad("is no JWK Set")
    if any(is_private(entry) for entry in [value, *entries]):
        raise Bad("there is a private key")
    keys = [read_jwk(entry) for entry in entries if is_for_documents(entry)]
    times = {(key.kid, key.used_from) for key in keys}
    if len(times) != len({key.kid for key in keys}):
        raise Bad("a key is there twice, with other times")
    log_keys = read_log_keys(value)
    if not keys:
        raise Bad("has no key on P-256")
    return keys, log_keys


# States ---------------------------------------------------------------------------------------

State = tuple[str | None, int | None]


def state_at(when: int, times: dict[str, int | None]) -> State:
    """The state of the consent at a moment, and the moment by which it has come."""

    def has_come(name: str) -> bool:
        return times[name] is not None and times[name] <= when

    if when < times["given"]:
        return None, None
    if has_come("erased"):
        return "erased", times["erased"]
    if has_come("revoked"):
        return "revoked", times["revoked"]
    # `min` takes the first of two that are the same: expired.
    ended = [(state, times[name]) for state, name in (("expired", "expires"), ("superseded", "superseded")) if has_come(name)]
    if ended:
        return min(ended, key=lambda one: one[1])
    return "active", times["given"]


def phases_between(begin: int, end: int, times: dict[str, int | None]) -> list[dict]:
    """The phases of a span: its states, in order, each with the moments between which it held."""
    names = ("given", "revoked", "expires", "superseded", "erased")
    changes = sorted({times[name] for name in names if times[name] is not None and begin < times[name] < end})
    phases = []
    for when in [begin, *changes]:
        state, since = state_at(when, times)
        if phases and (phases[-1]["state"], phases[-1]["since"]) == (state, since):
            continue
        if phases:
            phases[-1]["until"] = when
        phases.append({"state": state, "since": since, "from": when, "until": end})
    return phases


def with_moments(span: dict) -> dict:
    """A span or a phase of the document, with its times as milliseconds."""
    return {name: moment_or_none(member) if name in ("since", "from", "until") else member for name, member in span.items()}


def span_is_right(span: dict, times: dict[str, int | None], issued_at: int) -> bool:
    """Whether a span of the document is what follows from the times."""
    said = with_moments(span)
    said["phases"] = [with_moments(phase) for phase in span["phases"]]
    if said["from"] >= said["until"]:
        return False
    phases = phases_between(said["from"], said["until"], times)
    return said == {
        "from": said["from"],
        "until": said["until"],
        "isOpen": said["until"] > issued_at + 1,
        "state": phases[-1]["state"],
        "since": phases[-1]["since"],
        "phases": phases,
    }


# Verification ---------------------------------------------------------------------------------


@dataclass
class Check:
    """What one check says. `holds` is `None` where the reader must judge."""

    name: str
    part: str
    holds: bool | None
    text: str = ""


class Verification:
    """The checks of one document, in the order of the page."""

    def __init__(self, data: bytes, keys: tuple[list[Key], list[str]], now: int, checkpoints: list[Checkpoint]):
        self.checks: list[Check] = []
        self.keys = keys[0]
        self.now = now
        self.reader = Reader(now, keys[1], checkpoints, moment, canonical_bytes)
        self.written: bytes | None = None
        self.signer: dict | None = None
        self.verify(data)

    @property
    def verdict(self) -> str:
        if any(check.holds is False for check in self.checks):
            return "refused"
        if not any(check.name == "signer" and check.holds for check in self.checks):
            return "consistent"
        return "doubtful" if self.doubts else "valid"

    @property
    def doubts(self) -> set[str]:
        return {check.name for check in self.checks if check.holds is None} - NO_DOUBTS

    def add(self, name: str, part: str, holds: bool | None, text: str = "") -> bool:
        self.checks.append(Check(name, part, holds, text))
        return holds is True

    def judge(self, name: str, part: str, must_judge: bool, text: str) -> None:
        """A line that does not count for the verdict, where there is something for the reader to judge."""
        if must_judge:
            self.add(name, part, None, text)

    def attempt(self, name: str, part: str, action):
        """Do what raises `Bad` where the check does not hold, and answer what it answers."""
        try:
            result = action()
        except Bad as bad:
            self.add(name, part, False, str(bad))
            return None
        self.add(name, part, True)
        return result

    def verify(self, data: bytes) -> None:
        self.attempt("json", "document", lambda: self.read(data))
        if self.verdict == "refused":
            return
        self.attempt("canonical", "document", self.check_canonical)
        if self.written is None:
            return
        if not isinstance(self.document, dict) or not isinstance(self.document.get("statement"), dict):
            self.add("document", "document", False, "has no statement")
            return
        self.add("document", "document", set(self.document) - {"log"} == {"protected", "signature", "statement"})
        key = self.attempt("header", "protected", self.check_header)
        is_signed = self.attempt("signature", "signature", lambda: self.check_signature(key)) is not None
        has_hashes = self.check_hashes()
        self.judge("only-signature", "signature", has_hashes and not is_signed, "the signature fails and every part has its hash")
        if self.attempt("members", "statement", self.check_statement):
            self.check_record()
            self.check_erasure()
            self.check_origin()
            self.check_revocation()
            self.check_notice()
            self.check_times()
            self.check_issued()
            if self.signer is not None:
                self.check_signer(self.signer)
            self.check_log()

    def check_log(self) -> None:
        if "log" not in self.document:
            self.add("log", "log", None, "no log proves this document")
            if self.reader.checkpoints:
                self.add("log-stripped", "log", None, "what you kept proves nothing without a log")
            return
        log, schema = self.document["log"], json.loads(SCHEMA_FILE.read_text("utf-8"))
        try:
            check_schema(log, schema["$defs"]["Log"], schema, "log")
        except Bad as bad:
            self.add("log", "log", False, str(bad))
            return
        for line in check_log(self.statement, log, self.reader):
            self.add(*line)

    def read(self, data: bytes) -> None:
        """Take the document out of a page, where the file is one, and parse it."""
        if is_page(data):
            data = take_out_of_page(data)
        if len(data) > MAX_BYTES:
            raise Bad("is too large")
        self.data = data
        self.document = parse_json(data)

    def check_canonical(self) -> None:
        self.written = canonical_bytes(self.document)
        if self.written != self.data:
            raise Bad("the file is not the canonical JSON of what it says")

    def check_header(self) -> ec.EllipticCurvePublicKey:
        protected = self.document.get("protected")
        header = parse_json(base64url_decode(protected))
        if not isinstance(header, dict) or not isinstance(header.get("jwk"), dict):
            raise Bad("has no key")
        jwk = {name: header["jwk"].get(name) for name in ("crv", "kty", "x", "y")}
        key = public_key(jwk)
        wanted = {"alg": ALGORITHM, "jwk": jwk, "kid": thumbprint(jwk), "typ": TYPE}
        if base64url_encode(canonical_bytes(wanted)) != protected:
            raise Bad("is not the canonical text of its members")
        self.signer = wanted
        return key

    def check_signature(self, key: ec.EllipticCurvePublicKey | None) -> bool:
        signature = base64url_decode(self.document.get("signature"))
        if len(signature) != 64:
            raise Bad("is not 64 bytes long")
        r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
        if key is None:
            raise Bad("cannot be looked at without a header that holds")
        payload = base64url_encode(canonical_bytes(self.document["statement"]))
        signed = f"{self.document['protected']}.{payload}".encode("ascii")
        try:
            key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature as error:
            raise Bad("does not fit") from error
        return True

    def check_hashes(self) -> bool:
        statement = self.document["statement"]
        said = statement.get("hashes")
        said = said if isinstance(said, dict) else {}
        held = [
            self.add("hash", part, part in statement and said.get(part) == sha256_hex(canonical_bytes(statement[part])))
            for part in PARTS
        ]
        return all(held)

    def check_statement(self) -> bool:
        schema = json.loads(SCHEMA_FILE.read_text("utf-8"))
        self.statement = self.document["statement"]
        check_schema(self.statement, schema["$defs"]["Statement"], schema, "statement")
        return True

    def check_record(self) -> None:
        statement = self.statement
        record, claimed, project, notice = (statement[part] for part in ("record", "claimed", "project", "notice"))
        times, erasure, revocation = (statement[part] for part in ("times", "erasure", "revocation"))
        self.add(
            "record",
            "record",
            record["id"] == statement["id"]
            and record["projectUid"] == project["uid"] == claimed["projectUid"]
            and record["projectId"] == project["id"]
            and record["lang"] == claimed["lang"]
            and record["channel"] == claimed["channel"]
            and record["consentInformationVersionId"] == notice["versionId"],
        )
        holds = record["time"] == in_seconds(times["given"])
        holds &= (record["revokeChannelData"] is None) == (not record["revoked"])
        if times["revoked"] is not None:
            channel = revocation["claimed"]["channel"] if revocation else None
            holds &= record["revoked"] and record["revokeTime"] == in_seconds(times["revoked"])
            holds &= record["revokeChannel"] == channel
        elif record["revoked"]:
            holds &= erasure is not None and record["revokeTime"] == in_seconds(erasure["time"])
        else:
            holds &= record["revokeTime"] is None
        self.add("record-times", "record", holds)
        self.judge(
            "record-notice",
            "record",
            record["consentInformationPid"] != notice["pid"],
            "the record names another notice than the version has",
        )
        self.judge(
            "id-time",
            "record",
            int(statement["id"][:12], 16) != moment(times["given"]),
            "the id is made of another moment than the consent was given at",
        )

    def check_erasure(self) -> None:
        erasure, claimed, revocation = (self.statement[part] for part in ("erasure", "claimed", "revocation"))
        if erasure is not None:
            holds = not claimed["proof"] and not claimed["userData"]
            holds &= revocation is None or not revocation["claimed"]["proof"]
            self.add("erasure", "erasure", holds)

    def check_origin(self) -> None:
        statement = self.statement
        times, imported, observed = (statement[part] for part in ("times", "imported", "observed"))
        revocation_observed = statement["revocation"] and statement["revocation"]["observed"]
        if imported is not None:
            holds = observed is None and (imported["revocationObserved"] is None or revocation_observed is None)
            self.add("origin", "imported", holds)
        erased = statement["erasure"] and statement["erasure"]["time"]
        expected = [(observed, times["given"]), (revocation_observed, times["revoked"])]
        if imported is not None:
            expected.append((imported["observed"], times["given"]))
            expected.append((imported["revocationObserved"], times["revoked"] or erased))
        self.add("observed-times", "observed", all(seen is None or seen["time"] == when for seen, when in expected))
        revocation = self.statement["revocation"]
        is_unseen = observed is None or (revocation is not None and revocation["observed"] is None)
        self.judge("observation", "observed", imported is None and is_unseen, "nobody observed the consent or its revocation")

    def check_revocation(self) -> None:
        holds = (self.statement["revocation"] is None) == (self.statement["times"]["revoked"] is None)
        self.add("revocation", "revocation", holds)

    def check_notice(self) -> None:
        notice, given = self.statement["notice"], self.statement["times"]["given"]
        content, said = notice["content"], notice["hash"]
        recomputed = None if content is None else sha256_hex(canonical_bytes(content))
        agree = said["storedWithConsent"] == said["storedWithVersion"] == said["recomputed"]
        self.add("notice-hash", "notice", said["recomputed"] == recomputed and said["agree"] == agree)

        history = notice["history"]
        numbers = [entry["version"] for entry in history]
        own = notice | {"contentHash": said["storedWithVersion"]}
        same = [entry for entry in history if all(entry[name] == own[name] for name in entry)]
        later = [entry for entry in history if entry["version"] > notice["version"] and entry["askAgain"]]
        was_current = notice["publishedAt"] <= given and (notice["currentUntil"] is None or given < notice["currentUntil"])
        holds = all(before <= after for before, after in zip(numbers, numbers[1:]))
        holds &= len(same) == 1
        holds &= notice["askedAgainBy"] == (later[0] if later else None)
        holds &= notice["wasCurrent"] == was_current
        self.add("notice-history", "notice", holds)

        followed = [
            before["currentUntil"] == after["publishedAt"] and moment(before["publishedAt"]) < moment(after["publishedAt"])
            for before, after in zip(history, history[1:])
        ]
        is_whole = numbers == [*range(1, len(numbers) + 1)] and all(followed)
        is_whole = is_whole and (not history or history[-1]["currentUntil"] is None)
        self.judge("notice-versions", "notice", not is_whole, "the history has a gap")
        self.judge("notice-text", "notice", not said["agree"], "the text is not the one that was agreed to, or it is gone")
        if content is not None:
            self.judge_content(notice, content)

    def judge_content(self, notice: dict, content: dict) -> None:
        texts = content["descriptionHtml"]
        has_language = self.statement["claimed"]["lang"] in texts
        has_terms = sorted(notice["languages"]) == sorted(texts) and notice["validityDays"] == content["validityDays"]
        has_terms &= notice["retentionDays"] == content.get("retentionDays")
        has_terms &= notice["askAgain"] == content.get("askAgain", False)
        self.judge("notice-language", "notice", not has_language, "the version has no text in the language of the consent")
        self.judge("notice-terms", "notice", not has_terms, "the languages or the validity are not those of the content")

    def check_times(self) -> None:
        statement = self.statement
        times = {name: moment_or_none(text) for name, text in statement["times"].items()}
        notice, issued_at = statement["notice"], moment(statement["issuedAt"])
        erased = moment(statement["erasure"]["time"]) if statement["erasure"] else None

        expires = times["given"] + notice["validityDays"] * DAY
        if notice["validityDays"] == 0 or expires > MAX_MOMENT:
            expires = None
        superseded = None
        if notice["askedAgainBy"] is not None:
            superseded = max(moment(notice["askedAgainBy"]["publishedAt"]), times["given"])
        ends = [times[name] for name in ("revoked", "expires", "superseded", "erased") if times[name] is not None]

        holds = times["revoked"] is None or times["revoked"] != erased
        holds &= times["erased"] == erased
        holds &= times["expires"] == expires
        holds &= times["superseded"] == superseded
        holds &= times["ends"] == min(ends, default=None)
        if self.add("times", "times", holds):
            now = statement["stateNow"]
            is_now = moment(now["from"]) == issued_at and moment(now["until"]) == issued_at + 1
            self.add("state", "state", span_is_right(statement["state"], times, issued_at))
            self.add("state-now", "stateNow", is_now and span_is_right(now, times, issued_at))

    def check_issued(self) -> None:
        issued_at = moment(self.statement["issuedAt"])
        self.add("issued", "statement", issued_at >= moment(self.statement["times"]["given"]))
        self.judge("issued-before-now", "statement", issued_at > self.now + 5 * MINUTE, "it was issued after the clock of this machine")

    def check_signer(self, signer: dict) -> None:
        # Of two entries for one key the first counts.
        key = next((key for key in self.keys if key.jwk == signer["jwk"]), None)
        if key is None:
            self.add("signer", "protected", None, "the key is in no file of yours")
            return
        self.add("signer", "protected", True)
        if key.used_from is None:
            self.add("key-times", "protected", None, "the key file does not say when the key was in use")
        else:
            self.add("key-times", "protected", moment(self.statement["issuedAt"]) >= key.used_from - HOUR)


def is_page(data: bytes) -> bool:
    return data[:LONGEST_PAGE_START].removeprefix(BYTE_ORDER_MARK).lstrip(b" \t\r\n").startswith(b"<")


def take_out_of_page(data: bytes) -> bytes:
    if len(data) > MAX_PAGE_BYTES:
        raise Bad("is too large")
    if data.count(PAGE_BEGIN) != 1:
        raise Bad("is a page without exactly one document")
    text, end, _ = data.partition(PAGE_BEGIN)[2].partition(PAGE_END)
    if not end:
        raise Bad("is a page with a document without an end")
    return base64url_decode(text.decode("latin-1"))


# The program ----------------------------------------------------------------------------------


def read_bytes(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def keep(path: str) -> Checkpoint:
    kept = read_kept(read_bytes(path).decode("utf-8", "replace"))
    if kept is None:
        raise Bad(f"{path} is no checkpoint")
    return kept


def verify_line(line: str) -> str:
    asked = json.loads(line)
    no_verdict = json.dumps({"verdict": None, "fails": [], "asks": []})
    try:
        keys = ([], []) if asked["keys"] is None else read_keys(asked["keys"].encode("utf-8"))
    except Bad:
        return no_verdict
    kept = [read_kept(text) for text in asked.get("checkpoints", [])]
    checkpoints = [one for one in kept if one is not None]
    if len(checkpoints) < len(kept):
        return no_verdict
    result = Verification(base64.b64decode(asked["document"]), keys, moment(asked["now"]), checkpoints)
    fails, asks = (sorted({check.name for check in result.checks if check.holds is holds}) for holds in (False, None))
    return json.dumps({"verdict": result.verdict, "fails": fails, "asks": asks})


def verify_lines() -> int:
    for line in sys.stdin:
        print(verify_line(line))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Verify a document of evidence.")
    parser.add_argument("file", nargs="?", help="the document, or a page with one; - for standard input")
    parser.add_argument("--key", help="the public keys: a JWK Set or a JWK")
    parser.add_argument("--checkpoint", action="append", default=[], help="a checkpoint of the log that you kept")
    options = parser.parse_args()
    if options.file is None:
        return verify_lines()
    try:
        data = read_bytes(options.file)
        keys = read_keys(read_bytes(options.key)) if options.key else ([], [])
        checkpoints = [keep(path) for path in options.checkpoint]
    except (OSError, Bad) as problem:
        print(f"no verdict: {problem}", file=sys.stderr)
        return NO_VERDICT
    result = Verification(data, keys, time.time_ns() // 1_000_000, checkpoints)
    words = {True: "holds", False: "fails", None: "judge"}
    for check in result.checks:
        print(f"{words[check.holds]}  {check.name}  {check.part}  {check.text}".rstrip())
    print(result.verdict)
    return EXIT_CODES[result.verdict]


if __name__ == "__main__":
    sys.exit(main())
