"""The part of verify.py that reads the member `log` of a document (docs/evidence.md, The log): leaves, trees, checkpoints.

What follows from them is in verify_kept.py.
"""

import base64
import hashlib
import re
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PARTS = {
    "consent.recorded": "record",
    "consent.imported": "record",
    "consent.revoked": "revocation",
    "consent.erased": "erasure",
    "notice.published": "notice",
}


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def base64_decode(text: str) -> bytes | None:
    """The bytes of a base64 text, which is the only one for these bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None


# What leaves commit to -----------------------------------------------------------------------


def seen(observed: dict | None) -> dict | None:
    if observed is None:
        return None
    user = observed["userId"] if "userId" in observed else observed["user"]["id"]
    return {"userId": user} | {name: observed[name] for name in ("sessionId", "sourceIp", "userAgent", "requestId")}


def seen_of_consent(statement: dict) -> dict | None:
    imported = statement["imported"]
    return seen(statement["observed"] if imported is None else imported["observed"])


def seen_of_revocation(statement: dict) -> dict | None:
    revocation, imported = statement["revocation"], statement["imported"]
    here = revocation and revocation["observed"]
    return seen(here or (imported and imported["revocationObserved"]))


def about_consent(statement: dict) -> dict:
    claimed, record, imported = statement["claimed"], statement["record"], statement["imported"]
    return {
        "account": statement["account"]["id"],
        "consent": statement["id"],
        "project": {"uid": statement["project"]["uid"], "id": statement["project"]["id"]},
        "notice": {
            "pid": record["consentInformationPid"],
            "versionId": record["consentInformationVersionId"],
            "contentHash": statement["notice"]["hash"]["storedWithConsent"],
        },
        "noticeNamedBy": claimed["noticeNamedBy"],
        "lang": claimed["lang"],
        "channel": claimed["channel"],
        "imported": imported and {name: imported[name] for name in ("source", "line", "time", "by")},
    }


def version_statement(version_id: str, statement: dict) -> dict | None:
    """What the leaf of a version commits to; None unless the history has exactly one such version."""
    found = [one for one in statement["notice"]["history"] if one["versionId"] == version_id]
    if len(found) != 1:
        return None
    names = ("version", "versionId", "contentHash", "askAgain", "languages", "validityDays", "retentionDays")
    told = {name: found[0][name] for name in names}
    told |= {"account": statement["account"]["id"], "pid": statement["notice"]["pid"]}
    return {"event": "notice.published", **told, "time": found[0]["publishedAt"], "by": found[0]["publishedBy"]}


WAYS = ("telephone", "letter", "in-person", "fax", "other")


def way_of(claimed: dict) -> dict:
    """The way that the proof names where no channel does, if it is one of those that the register knows."""
    way = (claimed["proof"] or {}).get("received_by")
    return {"receivedBy": way} if claimed["channel"] == "web" and way in WAYS else {}


def leaf_statement(event: str, statement: dict, canonical) -> dict | None:
    """What the leaf of an event commits to; None where the document tells no such event."""
    times, claimed = statement["times"], statement["claimed"]
    revocation, imported, erasure = statement["revocation"], statement["imported"], statement["erasure"]

    def digest(value) -> str:
        return sha256(canonical(value)).hex()

    if event == "consent.erased":
        if erasure is None:
            return None
        revoked = None
        if times["revoked"] is not None:
            channel = revocation["claimed"]["channel"] if revocation else None
            revoked = {"time": times["revoked"], "channel": channel, "observed": seen_of_revocation(statement)}
        told = {"time": erasure["time"], "given": times["given"], "observed": seen_of_consent(statement)}
        return {"event": event, **about_consent(statement), **told, "revocation": revoked}
    if erasure is not None:
        return None
    if event == "consent.revoked":
        if revocation is None or times["revoked"] is None:
            return None
        return {
            "event": event,
            "account": statement["account"]["id"],
            "consent": statement["id"],
            "time": times["revoked"],
            "channel": revocation["claimed"]["channel"],
            **way_of(revocation["claimed"]),
            "proofHash": digest(revocation["claimed"]["proof"]),
            "observed": seen_of_revocation(statement),
            "imported": imported is not None and revocation["observed"] is None,
        }
    if (event == "consent.imported") != (imported is not None):
        return None
    told = {"proofHash": digest(claimed["proof"]), "userDataHash": digest(claimed["userData"])}
    told |= {"time": times["given"], "observed": seen_of_consent(statement)}
    return {"event": event, **about_consent(statement), **way_of(claimed), **told}


def events_told(statement: dict) -> list[str]:
    if statement["erasure"] is not None:
        return ["consent.erased"]
    given = "consent.recorded" if statement["imported"] is None else "consent.imported"
    return [given] + (["consent.revoked"] if statement["times"]["revoked"] is not None else [])


# The tree -------------------------------------------------------------------------------------


def root_of(entry: bytes, index: int, size: int, path: list[bytes]) -> bytes | None:
    """The root that a path leads to (RFC 9162, section 2.1.3.2)."""
    if not 0 <= index < size:
        return None
    at, last, root = index, size - 1, sha256(b"\0", entry)
    for sibling in path:
        if last == 0:
            return None
        if at % 2 == 1 or at == last:
            root = sha256(b"\1", sibling, root)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            root = sha256(b"\1", root, sibling)
        at, last = at // 2, last // 2
    return root if last == 0 else None


# Checkpoints ----------------------------------------------------------------------------------


LONGEST_NOTE = 65_536
MOST_SIGNATURES = 64
LAST_SECOND = 253_402_300_799
PLAIN, COSIGNATURE = 1, 4
NAME = re.compile(
    "[^+\\s\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+", re.ASCII
)


FIELD = 2**255 - 19
SMALL_ORDER = {0, 1, FIELD - 1} | {
    int.from_bytes(bytes.fromhex(y), "little")
    for y in (
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
}


def is_weak(point: bytes) -> bool:
    """Whether 32 bytes are a point of small order, or not the canonical encoding of one: the library takes both."""
    y = int.from_bytes(point, "little") & (2**255 - 1)
    return y >= FIELD or y in SMALL_ORDER


@dataclass(frozen=True)
class Key:
    name: str
    public: bytes

    def hash(self, kind: int) -> bytes:
        return sha256(self.name.encode("utf-8"), b"\n", bytes([kind]), self.public)[:4]

    def holds(self, signature: bytes, message: str) -> bool:
        if is_weak(self.public) or is_weak(signature[:32]):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message.encode("utf-8"))
        except (InvalidSignature, ValueError):
            return False
        return True


def read_key(text: str) -> Key | None:
    """The key of `<name>+<hash>+<key>`."""
    name, _, rest = text.partition("+")
    key_hash, _, encoded = rest.partition("+")
    data = base64_decode(encoded)
    if not NAME.fullmatch(name) or data is None or len(data) != 33 or data[0] != PLAIN:
        return None
    key = Key(name, data[1:])
    return key if key.hash(PLAIN).hex() == key_hash else None


Signature = tuple[str, bytes, bytes]


def read_note(note: str) -> tuple[str, list[Signature]] | None:
    """The text of a signed note, and its signatures: name, key hash and the rest."""
    end = note.rfind("\n\n")
    if end < 1 or not note.endswith("\n") or any(char < " " and char != "\n" for char in note):
        return None
    try:
        length = len(note.encode("utf-8"))
    except UnicodeEncodeError:
        return None
    lines = note[end + 2 : -1].split("\n")
    if length > LONGEST_NOTE or len(lines) > MOST_SIGNATURES:
        return None
    signatures = []
    for line in lines:
        words = line.split(" ")
        data = base64_decode(words[2]) if len(words) == 3 else None
        if data is None or len(data) <= 4 or words[0] != "\u2014" or not NAME.fullmatch(words[1]):
            return None
        signatures.append((words[1], data[:4], data[4:]))
    return note[: end + 1], signatures


def read_seconds(signature: bytes) -> int | None:
    """The time of a cosignature, in seconds since 1970."""
    seconds = int.from_bytes(signature[:8], "big")
    return seconds if len(signature) == 72 and seconds <= LAST_SECOND else None


def read_head(text: str) -> tuple[str, int, bytes] | None:
    """Name, size and root of a checkpoint."""
    lines = text.split("\n")
    if len(lines) != 4:
        return None
    origin, count, root, _ = lines
    digest = base64_decode(root)
    is_number = re.fullmatch(r"[1-9]\d{0,11}", count, re.ASCII)
    if not origin or not is_number or digest is None or len(digest) != 32:
        return None
    return origin, int(count), digest


def is_signed(text: str, signatures: list[Signature], key: Key) -> bool:
    """Whether the first two signatures are those of the log, and no other is."""
    known = {key.hash(PLAIN): PLAIN, key.hash(COSIGNATURE): COSIGNATURE}
    kinds = [known.get(key_hash) if name == key.name else None for name, key_hash, _ in signatures]
    if kinds[:2] != [PLAIN, COSIGNATURE] or any(kinds[2:]):
        return False
    plain, timed = signatures[0][2], signatures[1][2]
    seconds = read_seconds(timed)
    if len(plain) != 64 or seconds is None:
        return False
    return key.holds(plain, text) and key.holds(timed[8:], f"cosignature/v1\ntime {seconds}\n{text}")


@dataclass(frozen=True)
class Checkpoint:
    size: int
    root: bytes
    time: int
    """In milliseconds since 1970."""
    name: str
    text: str
    signatures: list[Signature]


def read_checkpoint(note: str) -> Checkpoint | None:
    """A checkpoint of the right form: its signatures are not verified."""
    read = read_note(note)
    head = read and read_head(read[0])
    if read is None or head is None or len(read[1]) < 2:
        return None
    text, signatures = read
    (first, _, plain), (second, _, timed) = signatures[:2]
    seconds = read_seconds(timed)
    if first != head[0] or second != head[0] or len(plain) != 64 or seconds is None:
        return None
    return Checkpoint(head[1], head[2], seconds * 1000, head[0], text, signatures)
