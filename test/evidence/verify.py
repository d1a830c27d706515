"""Verifies documents of evidence, written from docs/evidence.md and its schema alone.

Each line of standard input is a JSON object {"document": base64, "keys": key file or null, "now": time}; each line of standard output says the
verdict and the names of the checks that fail, and of those that the reader must judge.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives import hashes, serialization

LONGEST = 6291556
DEEPEST = 16
EXACT = 9007199254740991
HALF_ORDER = 0x7FFFFFFF800000007FFFFFFFFFFFFFFFDE737D56D38BCF4279DCE5617E3192A8
LAST_MOMENT = 8640000000000000
DAY = 86400000
HOUR = 3600000
SCHEMA = json.loads((pathlib.Path(__file__).parent / "../../docs/evidence.schema.json").read_text("utf-8"))
PARTS = list(SCHEMA["$defs"]["Statement"]["properties"]["hashes"]["properties"])


class Fault(Exception):
    pass


# --- JSON ---

def canonical(value):
    if value is None or isinstance(value, bool) or isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        if abs(value) > EXACT:
            raise Fault("number")
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    raise Fault("number")


def to_bytes(value):
    return canonical(value).encode("utf-8")


def is_deep(text):
    depth, i = 0, 0
    while i < len(text):
        character = text[i]
        if character == '"':
            i += 1
            while i < len(text) and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif character in "{[":
            depth += 1
            if depth > DEEPEST:
                return True
        elif character in "}]":
            depth -= 1
        i += 1
    return False


def refuse_constant(_):
    raise ValueError("constant")


def decode64(text):
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise Fault("base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode64(data) != text:
        raise Fault("spare bits")
    return data


def encode64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def same(one, other):
    return canonical(one) == canonical(other)


# --- the schema: of JSON Schema 2020-12 what docs/evidence.schema.json uses ---

KNOWN = {
    "$ref", "$schema", "$defs", "title", "description", "type", "properties", "required", "additionalProperties",
    "propertyNames", "items", "minItems", "anyOf", "enum", "const", "pattern", "not",
}
TYPES = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int) and not isinstance(value, bool),
}


def equal(one, other):
    return type(one) is type(other) and one == other


def fits_object(value, schema):
    properties = schema.get("properties", {})
    if any(name not in value for name in schema.get("required", [])):
        return False
    for name, member in value.items():
        if "propertyNames" in schema and not fits(name, schema["propertyNames"]):
            return False
        rule = properties.get(name, schema.get("additionalProperties", True))
        if not fits(member, rule):
            return False
    return True


def fits(value, schema):
    if isinstance(schema, bool):
        return schema
    unknown = set(schema) - KNOWN
    if unknown:
        raise RuntimeError(f"The schema has what this program does not know: {unknown}")
    if "$ref" in schema and not fits(value, SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]):
        return False
    if "type" in schema and not TYPES[schema["type"]](value):
        return False
    if "const" in schema and not equal(value, schema["const"]):
        return False
    if "enum" in schema and not any(equal(value, choice) for choice in schema["enum"]):
        return False
    if "not" in schema and fits(value, schema["not"]):
        return False
    if "anyOf" in schema and not any(fits(value, choice) for choice in schema["anyOf"]):
        return False
    if "pattern" in schema and isinstance(value, str):
        pattern = re.sub(r"\$$", r"\\Z", schema["pattern"])
        if not re.search(pattern, value, re.ASCII):
            return False
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            return False
        if "items" in schema and not all(fits(item, schema["items"]) for item in value):
            return False
    return not isinstance(value, dict) or fits_object(value, schema)


# --- times: milliseconds since 1970 ---

def days_from_civil(year, month, day):
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


def month_length(year, month):
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def moment(text):
    found = re.fullmatch(r"(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z", text, re.ASCII)
    if not found:
        raise Fault("time")
    year, month, day, hour, minute, second, milli = map(int, found.groups())
    if not (1 <= month <= 12 and 1 <= day <= month_length(year, month) and hour < 24 and minute < 60 and second < 60):
        raise Fault("time")
    if len(found.group(1)) == 7 and (0 <= year <= 9999):
        raise Fault("time")
    at = days_from_civil(year, month, day) * DAY + ((hour * 60 + minute) * 60 + second) * 1000 + milli
    if abs(at) > LAST_MOMENT:
        raise Fault("time")
    return at


def civil(at):
    days = at // DAY + 719468
    era = days // 146097
    of_era = days - era * 146097
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    day = of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def tell(at):
    if at is None:
        return None
    year, month, day = civil(at)
    seconds, milli = divmod(at % DAY, 1000)
    shown = f"{year:04d}" if 0 <= year <= 9999 else f"{'-' if year < 0 else '+'}{abs(year):06d}"
    return f"{shown}-{month:02d}-{day:02d}T{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{milli:03d}Z"


def in_seconds(text):
    return text[:19].replace("T", " ")


def if_any(text):
    return None if text is None else moment(text)


# Members that are times, by where they stand.
def check_times(value, rule):
    if isinstance(rule, bool):
        return
    if "$ref" in rule:
        return check_times(value, SCHEMA["$defs"][rule["$ref"].rsplit("/", 1)[1]])
    for choice in rule.get("anyOf", []):
        if fits(value, choice):
            check_times(value, choice)
    if isinstance(value, str) and rule.get("pattern", "").startswith(r"^(?:\d{4}|[+-]\d{6})-"):
        moment(value)
    if isinstance(value, list) and "items" in rule:
        for item in value:
            check_times(item, rule["items"])
    if isinstance(value, dict):
        for name, member in value.items():
            check_times(member, rule.get("properties", {}).get(name, rule.get("additionalProperties", True)))


# --- states ---

def state_at(times, at):
    if at < times["given"]:
        return None, None
    for name in ("erased", "revoked"):
        if times[name] is not None and times[name] <= at:
            return name, times[name]
    come = [
        (times[member], order, name)
        for order, (member, name) in enumerate((("expires", "expired"), ("superseded", "superseded")))
        if times[member] is not None and times[member] <= at
    ]
    if come:
        since, _, name = min(come)
        return name, since
    return "active", times["given"]


def state_in(times, start, end, issued):
    changes = sorted(
        times[name]
        for name in ("given", "revoked", "expires", "superseded", "erased")
        if times[name] is not None and start < times[name] < end
    )
    phases = []
    for at in [start, *changes]:
        state, since = state_at(times, at)
        if phases and (phases[-1][0], phases[-1][1]) == (state, since):
            continue
        phases.append((state, since, at))
    told = [
        {
            "state": state,
            "since": tell(since),
            "from": tell(at),
            "until": tell(phases[i + 1][2] if i + 1 < len(phases) else end),
        }
        for i, (state, since, at) in enumerate(phases)
    ]
    return {
        "from": tell(start),
        "until": tell(end),
        "isOpen": end - issued > 1,
        "state": told[-1]["state"],
        "since": told[-1]["since"],
        "phases": told,
    }


def follow(statement):
    notice, times = statement["notice"], statement["times"]
    given, revoked = moment(times["given"]), if_any(times["revoked"])
    erased = if_any(statement["erasure"] and statement["erasure"]["time"])
    expires = None
    if notice["validityDays"] != 0:
        expires = given + notice["validityDays"] * DAY
        if expires > LAST_MOMENT:
            expires = None
        elif expires < -LAST_MOMENT:
            return None
    asking = notice["askedAgainBy"]
    superseded = None if asking is None else max(moment(asking["publishedAt"]), given)
    if revoked is not None and revoked == erased:
        return None
    return {"given": given, "revoked": revoked, "expires": expires, "superseded": superseded, "erased": erased}


# --- agreement ---

def agree(statement, now, say):
    record, claimed, project, notice = (statement[name] for name in ("record", "claimed", "project", "notice"))
    observed, revocation, imported = (statement[name] for name in ("observed", "revocation", "imported"))
    times, issued = statement["times"], moment(statement["issuedAt"])
    erasure = statement["erasure"] and statement["erasure"]["time"]

    say(
        "record",
        record["id"] == statement["id"]
        and (record["projectUid"], record["projectId"]) == (project["uid"], project["id"])
        and all(record[name] == claimed[name] for name in ("projectUid", "lang", "channel"))
        and record["consentInformationVersionId"] == notice["versionId"],
    )

    def ended():
        if (record["revokeChannelData"] is None) == record["revoked"]:
            return False
        if times["revoked"] is not None:
            channel = revocation["claimed"]["channel"] if revocation else None
            return (record["revoked"], record["revokeTime"], record["revokeChannel"]) == (
                True, in_seconds(times["revoked"]), channel,
            )
        if record["revoked"]:
            return erasure is not None and record["revokeTime"] == in_seconds(erasure)
        return record["revokeTime"] is None

    say("record-times", record["time"] == in_seconds(times["given"]) and ended())
    left = [claimed["proof"], claimed["userData"], (revocation and revocation["claimed"]["proof"]) or {}]
    say("erasure", erasure is None or left == [{}, {}, {}])
    say("record-notice", record["consentInformationPid"] == notice["pid"], None)
    say("id-time", int(statement["id"][:12], 16) == moment(times["given"]), None)

    seen = revocation["observed"] if revocation else None
    say(
        "origin",
        imported is None or (observed is None and (imported["revocationObserved"] is None or seen is None)),
    )
    elsewhere = imported or {"observed": None, "revocationObserved": None}
    end = erasure if times["revoked"] is None else times["revoked"]
    say(
        "observed-times",
        (observed is None or observed["time"] == times["given"])
        and (elsewhere["observed"] is None or elsewhere["observed"]["time"] == times["given"])
        and (seen is None or seen["time"] == times["revoked"])
        and (elsewhere["revocationObserved"] is None or elsewhere["revocationObserved"]["time"] == end),
    )
    say("revocation", (revocation is None) == (times["revoked"] is None))
    say("observation", imported is not None or observed is not None, None)

    content, stored = notice["content"], notice["hash"]
    recomputed = None if content is None else sha256(to_bytes(content))
    all_same = stored["storedWithConsent"] == stored["storedWithVersion"] == stored["recomputed"]
    say("notice-hash", stored["recomputed"] == recomputed and stored["agree"] == all_same)
    history = notice["history"]
    six = {name: notice[name] for name in ("version", "versionId", "publishedAt", "publishedBy", "currentUntil", "askAgain")}
    numbers = [entry["version"] for entry in history]
    asking = next((entry for entry in history if entry["version"] > notice["version"] and entry["askAgain"]), None)
    given, until = times["given"], notice["currentUntil"]
    say(
        "notice-history",
        sum(same(entry, six) for entry in history) == 1
        and numbers == sorted(numbers)
        and same(notice["askedAgainBy"], asking)
        and notice["wasCurrent"] == (notice["publishedAt"] <= given and (until is None or given < until)),
    )
    say("notice-text", stored["agree"], None)
    texts = None if content is None else content["descriptionHtml"]
    say("notice-language", texts is None or claimed["lang"] in texts, None)
    say(
        "notice-terms",
        texts is None
        or (sorted(notice["languages"]) == sorted(texts) and notice["validityDays"] == content["validityDays"]),
        None,
    )

    followed = follow(statement)
    holds = False
    if followed is not None:
        ends = [followed[name] for name in ("revoked", "expires", "superseded", "erased") if followed[name] is not None]
        holds = same(times, {**{name: tell(at) for name, at in followed.items()}, "ends": tell(min(ends, default=None))})
    say("times", holds)
    if holds:
        start, stop = moment(statement["state"]["from"]), moment(statement["state"]["until"])
        say("state", start < stop and same(statement["state"], state_in(followed, start, stop, issued)))
        say(
            "state-now",
            issued < LAST_MOMENT and same(statement["stateNow"], state_in(followed, issued, issued + 1, issued)),
        )
    say("issued", issued >= moment(times["given"]))
    say("issued-before-now", issued <= moment(now) + 300000, None)


# --- keys ---

def thumbprint(jwk):
    return encode64(hashlib.sha256(to_bytes(jwk)).digest())


def public_key(jwk):
    x, y = decode64(jwk["x"]), decode64(jwk["y"])
    if len(x) != 32 or len(y) != 32:
        raise Fault("coordinate")
    try:
        return ec.EllipticCurvePublicNumbers(
            int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()
        ).public_key()
    except ValueError as error:
        raise Fault("point") from error


def read_keys(text):
    if text.lstrip().startswith("-----BEGIN "):
        key = serialization.load_pem_public_key(text.encode("ascii"))
        numbers = key.public_numbers()
        jwk = {
            "crv": "P-256",
            "kty": "EC",
            "x": encode64(numbers.x.to_bytes(32, "big")),
            "y": encode64(numbers.y.to_bytes(32, "big")),
        }
        return [{"jwk": jwk, "usedFrom": None, "usedUntil": None}]
    value = json.loads(text)
    found = []
    for key in value.get("keys", [value]):
        if (key.get("kty"), key.get("crv")) != ("EC", "P-256"):
            continue
        jwk = {name: key[name] for name in ("crv", "kty", "x", "y")}
        public_key(jwk)
        if key.get("kid", thumbprint(jwk)) != thumbprint(jwk) or "d" in key:
            raise Fault("key file")
        found.append({"jwk": jwk, "usedFrom": key.get("usedFrom"), "usedUntil": key.get("usedUntil")})
    return found


def check_key(header, issued_at, keys, say):
    key = next((key for key in keys or [] if key["jwk"] == header["jwk"]), None)
    say("signer", key is not None, None)
    if key is None:
        return False
    if key["usedFrom"] is None and key["usedUntil"] is None:
        say("key-times", False, None)
        return True
    issued = moment(issued_at)
    say(
        "key-times",
        (key["usedFrom"] is None or issued >= moment(key["usedFrom"]) - HOUR)
        and (key["usedUntil"] is None or issued <= moment(key["usedUntil"]) + HOUR),
    )
    return True


# --- the seal ---

def read_header(encoded):
    header = json.loads(decode64(encoded).decode("utf-8"), parse_constant=refuse_constant)
    if set(header) != {"alg", "jwk", "kid", "typ"} or set(header["jwk"]) != {"crv", "kty", "x", "y"}:
        raise Fault("members")
    if (header["alg"], header["typ"]) != ("ES256", "consent-evidence+jws"):
        raise Fault("alg")
    if (header["jwk"]["crv"], header["jwk"]["kty"]) != ("P-256", "EC"):
        raise Fault("curve")
    if encode64(to_bytes(header)) != encoded or thumbprint(header["jwk"]) != header["kid"]:
        raise Fault("form")
    return header, public_key(header["jwk"])


def is_signed(document, key):
    data = decode64(document["signature"])
    if len(data) != 64:
        return False
    r, s = int.from_bytes(data[:32], "big"), int.from_bytes(data[32:], "big")
    if s > HALF_ORDER or r == 0 or s == 0:
        return False
    payload = f"{document['protected']}.{encode64(to_bytes(document['statement']))}".encode("ascii")
    try:
        key.verify(utils.encode_dss_signature(r, s), payload, ec.ECDSA(hashes.SHA256()))
        return True
    except InvalidSignature:
        return False


EXPECTED = (Fault, ValueError, KeyError, TypeError, AttributeError, UnicodeError, RecursionError)


def take_out(text):
    opening, closing = '<script type="application/octet-stream" id="evidence-document">', "</script>"
    if text.count(opening) != 1:
        raise Fault("page")
    rest = text.split(opening)[1]
    if closing not in rest:
        raise Fault("page")
    return decode64(rest.split(closing)[0])


def verify(data, keys, now):
    fails, asks = [], []

    def say(name, holds, otherwise=False):
        if not holds:
            (asks if otherwise is None else fails).append(name)

    def end(known=False):
        verdict = "refused" if fails else "valid" if known else "consistent"
        return {"verdict": verdict, "fails": sorted(set(fails)), "asks": sorted(set(asks))}

    try:
        if data.decode("utf-8", "replace").lstrip("\ufeff \t\r\n").startswith("<"):
            data = take_out(data.decode("utf-8", "replace"))
        text = data.decode("utf-8")
        if len(data) > LONGEST or is_deep(text):
            raise Fault("bounds")
        document = json.loads(text, parse_constant=refuse_constant)
    except EXPECTED:
        say("json", False)
        return end()
    try:
        say("canonical", to_bytes(document) == data)
    except EXPECTED:
        say("canonical", False)
    if not isinstance(document, dict) or not isinstance(document.get("statement"), dict):
        say("document", False)
        return end()
    statement = document["statement"]
    say("document", set(document) == {"protected", "signature", "statement"})
    header = key = None
    try:
        header, key = read_header(document.get("protected"))
    except EXPECTED:
        say("header", False)
    try:
        is_sound = key is not None and is_signed(document, key)
    except EXPECTED:
        is_sound = False
    say("signature", is_sound)
    told = statement.get("hashes") if isinstance(statement.get("hashes"), dict) else {}
    try:
        wrong = [name for name in PARTS if name in statement and told.get(name) != sha256(to_bytes(statement[name]))]
    except EXPECTED:
        wrong = ["?"]
    say("hash", not wrong)
    say("only-signature", is_sound or bool(wrong), None)
    try:
        canonical(statement)
        is_formed = fits(statement, {"$ref": "#/$defs/Statement"})
        if is_formed:
            check_times(statement, SCHEMA["$defs"]["Statement"])
    except EXPECTED:
        is_formed = False
    say("members", is_formed)
    if not is_formed:
        return end()
    agree(statement, now, say)
    return end(header is not None and check_key(header, statement["issuedAt"], keys, say))


def main():
    for line in sys.stdin:
        asked = json.loads(line)
        keys = None if asked["keys"] is None else read_keys(asked["keys"])
        print(json.dumps(verify(base64.b64decode(asked["document"]), keys, asked["now"])), flush=True)


main()
