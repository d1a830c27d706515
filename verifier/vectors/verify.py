"""A verifier of evidence, written from docs/evidence-format.md and its schema alone.

python3 verify.py evidence.json keys.json kept.txt   prints what fails or asks, and the verdict
python3 verify.py --vectors                          verifies the vectors beside this file, or of the folder that follows

It needs the package `cryptography`.
"""

import base64
import hashlib
import json
import re
import sys
from collections import namedtuple
from datetime import date, datetime, timezone
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256

HERE = Path(__file__).resolve().parent
SCHEMA = json.loads((HERE.parents[1] / "docs" / "evidence.schema.json").read_text("utf-8"))
HOUR, DAY, TOLERANCE = 3_600_000, 86_400_000, 300_000
MAX_BYTES, MAX_DEPTH, MAX_CHARACTERS, MAX_NUMBER, MAX_TREE = 6_291_556, 16, 1_048_576, 2**53 - 1, 999_999_999_999
EXIT_CODES = {"valid": 0, "doubtful": 3, "consistent": 3, "refused": 6, None: 2}


def need(is_right):
    """Raises unless something has the form that the page describes."""
    if not is_right:
        raise ValueError()


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64(text, url=False):
    need(isinstance(text, str) and text.isascii())
    data = base64.b64decode(text + "==" if url else text, b"-_" if url else None, validate=not url)
    need((base64url(data) if url else base64.b64encode(data).decode()) == text)
    return data


def depth(value):
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if members is None else 1 + max(map(depth, members), default=0)


def read_json(text, pairs=None):
    """Any number that is not written in digits becomes one without canonical JSON."""
    value = json.loads(text, parse_float=complex, parse_constant=lambda _: need(False), object_pairs_hook=pairs)
    need(depth(value) <= MAX_DEPTH)
    return value


def in_order(value):
    if isinstance(value, list):
        return [in_order(one) for one in value]
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return {name: in_order(value[name]) for name in names}
    need(not isinstance(value, complex) and (not isinstance(value, int) or abs(value) <= MAX_NUMBER))
    return value


def canonical(value):
    return json.dumps(in_order(value), ensure_ascii=False, separators=(",", ":")).encode()


def hash_of(value):
    return sha256(canonical(value)).hex()


def moment(text, may_have_sign=False):
    """Milliseconds since 1970. Years are counted in cycles of 400: `datetime` knows only those of four digits."""
    fields = re.fullmatch(r"(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z", str(text), re.ASCII)
    need(fields and (may_have_sign or len(fields[1]) == 4))
    year, *others, millisecond = map(int, fields.groups())
    cycle, rest = divmod(year, 400)
    seconds = int(datetime(2000 + rest, *others, tzinfo=timezone.utc).timestamp())
    result = seconds * 1000 + millisecond + (cycle - 5) * 146_097 * DAY
    need((text[0] in "+-") != (0 <= year <= 9999) and abs(result) <= 8_640_000_000_000_000)
    return result


TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int}


def check(value, schema):
    """Raises unless a value is as a schema says, by the words that docs/evidence.schema.json uses."""
    if isinstance(schema, bool):
        return need(schema)
    if "$ref" in schema:
        check(value, SCHEMA["$defs"][schema["$ref"].split("/")[-1]])
    need("type" not in schema or type(value) is TYPES[schema["type"]])
    need("const" not in schema or value == schema["const"])
    need("enum" not in schema or value in schema["enum"])
    need("not" not in schema or not fits(value, schema["not"]))
    for word in ("anyOf", "oneOf"):
        need(word not in schema or any(fits(value, one) for one in schema[word]))
    if isinstance(value, str) and "pattern" in schema:
        need(re.search(re.sub(r"\$$", r"\\Z", schema["pattern"]), value, re.ASCII))
        need("T" not in schema["pattern"] or moment(value, may_have_sign=True) is not None)
        need(not re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII) or date.fromisoformat(value))
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        need(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)))
        for i, one in enumerate(value):
            check(one, first[i] if i < len(first) else schema.get("items", True))
    if isinstance(value, dict):
        need(all(name in value for name in schema.get("required", [])))
        for name, one in value.items():
            check(name, schema.get("propertyNames", True))
            check(one, schema.get("properties", {}).get(name, schema.get("additionalProperties", True)))


def fits(value, schema):
    try:
        check(value, schema)
        return True
    except ValueError:
        return False


def open_jwk(jwk):
    """The public key of a JWK of exactly these members, and its thumbprint."""
    need(isinstance(jwk, dict) and {*jwk} == {"crv", "kty", "x", "y"} and (jwk["crv"], jwk["kty"]) == ("P-256", "EC"))
    x, y = unbase64(jwk["x"], url=True), unbase64(jwk["y"], url=True)
    need(len(x) == len(y) == 32)
    numbers = ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1())
    return numbers.public_key(), base64url(sha256(canonical(jwk)))


def without_twins(pairs):
    need(len(dict(pairs)) == len(pairs))
    return dict(pairs)


def read_keys(text):
    """`usedFrom` of each key of a key file by its thumbprint, and the keys of logs."""
    need(len(text) <= MAX_CHARACTERS)
    whole = read_json(text.removeprefix("\ufeff"), without_twins)
    need(isinstance(whole, dict) and "statement" not in whole)
    listed = whole["keys"] if isinstance(whole.get("keys"), list) else [whole]
    entries = [one for one in listed if isinstance(one, dict)]
    need(not any("d" in one or one.get("kty") == "oct" for one in [whole, *entries]))
    used_from = {}
    for one in entries:
        kind = one.get("kty"), one.get("crv"), one.get("use", "sig"), one.get("alg", "ES256")
        if kind == ("EC", "P-256", "sig", "ES256"):
            _, kid = open_jwk({name: one.get(name) for name in ("crv", "kty", "x", "y")})
            since = None if one.get("usedFrom") is None else moment(one["usedFrom"])
            need(one.get("kid", kid) == kid and used_from.setdefault(kid, since) == since)
    log_keys = [] if whole.get("logKeys") is None else whole["logKeys"]
    need(used_from and isinstance(log_keys, list) and all(map(read_log_key, log_keys)))
    return used_from, log_keys


LogKey = namedtuple("LogKey", "name public")
Checkpoint = namedtuple("Checkpoint", "name size root time text lines")
PLAIN, TIMED = 1, 4
NAME = "[^+\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+"


def key_hash(key, kind):
    return sha256(key.name.encode(), b"\n", bytes([kind]), key.public)[:4]


def read_log_key(text):
    parts = re.fullmatch(rf"({NAME})\+([0-9a-f]{{8}})\+(.+)", str(text))
    need(parts)
    data = unbase64(parts[3])
    key = LogKey(parts[1], data[1:])
    need(len(data) == 33 and data[0] == PLAIN and key_hash(key, PLAIN).hex() == parts[2])
    return key


def read_line(line):
    parts = re.fullmatch(rf"\u2014 ({NAME}) (\S+)", line)
    need(parts and len(unbase64(parts[2])) > 4)
    data = unbase64(parts[2])
    return parts[1], data[:4], data[4:]


def read_checkpoint(note):
    """A checkpoint of the right form. Its signatures are not verified."""
    text, _, ending = note.rpartition("\n\n")
    head = re.fullmatch(r"([^\n]+)\n([1-9][0-9]{0,11})\n([^\n]+)", text)
    need(head and ending.endswith("\n") and len(note.encode()) <= 65_536 and not re.search("[\0-\t\x0b-\x1f]", note))
    lines, root = [read_line(line) for line in ending[:-1].split("\n")], unbase64(head[3])
    need(len(root) == 32 and 2 <= len(lines) <= 64)
    (plain_name, _, plain), (timed_name, _, timed) = lines[:2]
    seconds = int.from_bytes(timed[:8], "big")
    need(plain_name == timed_name == head[1] and len(plain) == 64 and len(timed) == 72 and seconds <= 253_402_300_799)
    return Checkpoint(head[1], int(head[2]), root, seconds * 1000, text + "\n", tuple(lines))


def read_kept(text):
    need(len(text) <= MAX_CHARACTERS)
    try:
        event = json.loads(text[text.find("{") : text.rfind("}") + 1])
        detail = event["detail"] if isinstance(event.get("detail"), dict) else event
        text = detail["note"] if isinstance(detail.get("note"), str) else text
    except (ValueError, AttributeError, RecursionError):
        pass
    return read_checkpoint(re.sub(r"^[\s\ufeff]+|[\s\ufeff]+$", "", text.replace("\r\n", "\n")) + "\n")


def is_signed(one, key):
    kinds = {key_hash(key, PLAIN): PLAIN, key_hash(key, TIMED): TIMED}
    made = [kinds.get(digest) if name == key.name else None for name, digest, _ in one.lines]
    if made[:2] != [PLAIN, TIMED] or any(made[2:]):
        return False
    timed = f"cosignature/v1\ntime {one.time // 1000}\n{one.text}"
    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(key.public)
        public.verify(one.lines[0][2], one.text.encode())
        public.verify(one.lines[1][2][8:], timed.encode())
        return True
    except (InvalidSignature, ValueError):
        return False


def is_complete(size):
    """Whether a subtree of this size is complete. A subtree is named by its first leaf and its size."""
    return size & (size - 1) == 0


def left_of(size):
    return 1 << (size - 1).bit_length() - 1


def climb(leaf, index, path, place, known):
    """The root of the subtree at a place, to which a path leads. Collects what is known of complete ones."""
    start, size = place
    digest = leaf
    need((size == 1) == (len(path) == 0))
    if size > 1:
        left, right = (start, left_of(size)), (start + left_of(size), size - left_of(size))
        mine, other = (left, right) if index < right[0] else (right, left)
        inner = climb(leaf, index, path[:-1], mine, known)
        known += [(other, path[-1])] if is_complete(other[1]) else []
        digest = sha256(b"\1", inner, path[-1]) if mine == left else sha256(b"\1", path[-1], inner)
    known += [(place, digest)] if is_complete(size) else []
    return digest


def root_of(start, size, known):
    """The root of a subtree by its complete ones; None if one is not known."""
    if is_complete(size):
        return known.get((start, size))
    left, right = root_of(start, left_of(size), known), root_of(start + left_of(size), size - left_of(size), known)
    return sha256(b"\1", left, right) if left and right else None


def are_one_history(heads, subtrees):
    known = {}
    for head in heads:
        whole = [((0, head.size), head.root)] if is_complete(head.size) else []
        if any(known.setdefault(place, digest) != digest for place, digest in subtrees[head] + whole):
            return False
    return all(root_of(0, head.size, known) in (None, head.root) for head in heads)


def name_of(leaf):
    """The same of a leaf of the statement and of its place in the log."""
    return leaf["event"], leaf["versionId"] if leaf["event"] == "notice.published" else None


class Verification:
    """The names of the checks that fail and ask, and the verdict."""

    def __init__(self, file, keys, kept, now):
        self.used_from, self.log_keys = keys
        self.kept, self.now, self.fails, self.asks = kept, now, set(), set()
        self.check_file(file)
        doubts = self.asks - {"key-times", "log"}
        sound = "consistent" if "signer" in doubts else "doubtful" if doubts else "valid"
        self.verdict = "refused" if self.fails else sound

    def fail_if(self, is_wrong, name):
        self.fails |= {name} if is_wrong else set()
        return is_wrong

    def ask_if(self, is_open, name):
        self.asks |= {name} if is_open else set()

    def attempt(self, name, make):
        """What is made; fails and is None if that has not the right form."""
        try:
            return make()
        except (ValueError, KeyError, TypeError, RecursionError, InvalidSignature):
            self.fails.add(name)
            return None

    def check_file(self, file):
        data = self.attempt("json", lambda: take_out(file))
        document = data and self.attempt("json", lambda: read_json(data.decode()))
        if not self.fails:
            self.attempt("canonical", lambda: need(canonical(document) == data))
        is_document = isinstance(document, dict) and isinstance(document.get("statement"), dict)
        if self.fails or self.fail_if(not is_document, "document"):
            return
        self.facts = facts = document["statement"]
        members = {*document} - {"log"} == {"protected", "signature", "statement"}
        has_form = fits(facts, SCHEMA["$defs"]["Statement"])
        if has_form and "asked" in facts:
            has_form = moment(facts["asked"]["from"], True) < moment(facts["asked"]["until"], True)
        self.fail_if(not has_form or not members, "document")
        kid = self.check_seal(document)
        if has_form:
            self.check_facts(facts["contents"])
            self.check_events()
            self.check_signer(kid)
            self.check_log(document)

    def check_seal(self, document):
        """The thumbprint of the key, if the header holds."""
        encoded = document.get("protected")
        opened = self.attempt("header", lambda: open_header(encoded))
        self.fail_if(opened is None, "signature")
        if opened is None:
            return None
        public, kid = opened
        signed = f"{encoded}.{base64url(canonical(self.facts))}".encode()
        self.attempt("signature", lambda: public.verify(in_der(document["signature"]), signed, ec.ECDSA(SHA256())))
        return kid

    def check_signer(self, kid):
        self.ask_if(kid is not None and kid not in self.used_from, "signer")
        if kid in self.used_from:
            since = self.used_from[kid]
            self.ask_if(since is None, "key-times")
            self.fail_if(since is not None and moment(self.facts["issuedAt"]) < since - HOUR, "key-times")

    def check_facts(self, contents):
        self.first, self.revoked = first, revoked = [*self.facts["consent"], None][:2]
        self.is_erased = first["event"] == "consent.erased"
        self.given = moment(first["given" if self.is_erased else "time"])
        own = [one for one in self.facts["versions"] if one["versionId"] == first["notice"]["versionId"]]
        self.agreed, self.leaves = own[0] if own else None, {}
        for leaf in self.facts["consent"] + self.facts["versions"]:
            self.leaves.setdefault(name_of(leaf), []).append(leaf)
        wanted = {} if self.is_erased else {"proof": first, **({"revokeProof": revoked} if revoked else {})}
        has_all = {*contents} == {"notice", *wanted, *([] if self.is_erased else ["userData"])}
        is_right = has_all and (self.is_erased or hash_of(contents["userData"]) == first["userDataHash"])
        for name, leaf in wanted.items() if is_right else []:
            ways = SCHEMA["$defs"]["Given"]["properties"]["receivedBy"]["enum"]
            way = contents[name].get("received_by") if leaf["channel"] == "web" else None
            is_right &= hash_of(contents[name]) == leaf["proofHash"]
            is_right &= leaf.get("receivedBy") == (way if way in ways else None)
        self.fail_if(not is_right, "contents")
        self.check_text(contents["notice"])
        self.check_versions(self.facts["versions"], len(own) == 1)

    def check_text(self, content):
        if content is None:
            self.asks.add("text")
            return
        texts, agreed = content["descriptionHtml"], self.agreed
        self.ask_if(self.first["lang"] not in texts, "language")
        hashes = {hash_of(content), self.first["notice"]["contentHash"], agreed and agreed["contentHash"]}
        terms = sorted(texts), content["validityDays"], content.get("retentionDays"), content.get("askAgain", False)
        names = ("validityDays", "retentionDays", "askAgain")
        copied = agreed and (sorted(agreed["languages"]), *[agreed[name] for name in names])
        self.ask_if(len(hashes) > 1 or copied != terms, "text")

    def check_versions(self, versions, has_agreed):
        of_one = {(self.first["account"], versions[0]["pid"])} == {(one["account"], one["pid"]) for one in versions}
        if self.fail_if(not has_agreed or not of_one, "versions"):
            return
        times, count = [moment(one["time"]) for one in versions], len(versions)
        is_whole = [one["version"] for one in versions] == [*range(1, count + 1)] and times == sorted({*times})
        is_whole &= len({one["versionId"] for one in versions}) == count
        self.ask_if(not is_whole or versions[0]["pid"] != self.first["notice"]["pid"], "versions")

    def check_events(self):
        facts, first, revoked, given = self.facts, self.first, self.revoked, self.given
        is_imported, issued = first["imported"] is not None, moment(facts["issuedAt"])
        revocation = first["revocation"] if self.is_erased else revoked
        calls = [] if is_imported else [first["observed"]]
        calls += [revocation["observed"]] if revocation and not revocation["imported"] else []
        ends = [moment(end["time"]) for end in (revocation, self.is_erased and first) if end]
        came = [moment(first["imported"]["time"])] if is_imported else []
        by = [call.get("link") or call.get("mailbox") or call for call in calls if call]
        users = dict.fromkeys(one["userId"] for one in by)
        keys = dict.fromkeys(one["keyId"] for one in by if "keyId" in one)
        is_wrong = revoked and (revoked["account"], revoked["consent"]) != (first["account"], first["consent"])
        is_wrong = is_wrong or (not self.is_erased and (first["event"] == "consent.imported") != is_imported)
        is_wrong = is_wrong or (revocation and revocation["imported"] and not is_imported)
        is_wrong = is_wrong or [user["id"] for user in facts["names"]["users"]] != [*users]
        is_wrong = is_wrong or [key["id"] for key in facts["names"]["keys"]] != [*keys]
        if not self.fail_if(is_wrong or issued < max([given, *came, *ends]), "events"):
            self.ask_if(int(first["consent"][:12], 16) != given or None in calls, "events")
            self.ask_if(min([given, *ends]) < given - TOLERANCE or issued > self.now + TOLERANCE, "events")

    def check_log(self, document):
        if "log" not in document:
            self.asks.add("log")
            self.ask_if(self.kept, "log-kept")
            return
        log = document["log"]
        key = self.attempt("log", lambda: read_log(log))
        if key is None:
            return
        self.ask_if(self.log_keys and log["key"] not in self.log_keys, "log-key")
        own = self.check_checkpoints(log["checkpoints"], key)
        kept = self.check_kept(key, own)
        proofs, subtrees = self.check_leaves(log["leaves"], own, kept)
        if not self.fail_if(not are_one_history(own, subtrees), "log"):
            others = [one for one in kept if all(one.size != head.size for head in own)]
            self.fail_if(not are_one_history(own + others, subtrees), "log-kept")
        self.check_times(proofs, own, kept)

    def check_checkpoints(self, checkpoints, key):
        found = []
        for one in checkpoints:
            head = self.attempt("log-checkpoint", lambda: read_checkpoint(one["note"]))
            if head and not self.fail_if(head.name != key.name or not is_signed(head, key), "log-checkpoint"):
                is_larger = not found or head.size > found[-1].size
                found += [] if self.fail_if(not is_larger, "log-checkpoint") else [head]
        return found

    def check_kept(self, key, own):
        """Those that count."""
        found = []
        for kept in self.kept:
            is_named = any(line[:2] == (key.name, key_hash(key, PLAIN)) for line in kept.lines)
            if kept.name != key.name or (is_named and not is_signed(kept, key)):
                self.asks.add("log-kept")
            elif not self.fail_if(not is_named, "log-kept"):
                found.append(kept)
                self.fail_if(any(one.size == kept.size and one.root != kept.root for one in own + found), "log-kept")
        return found

    def check_leaves(self, places, own, kept):
        """Which checkpoint proves which leaf, at which index; and what is known of complete subtrees."""
        proofs, subtrees = [], {head: [] for head in own + kept}
        for place in places:
            path, known = [unbase64(one) for one in place["path"]], []
            leaf = self.attempt("log", lambda: self.hash_leaf(place))
            root = leaf and self.attempt("log", lambda: climb(leaf, place["index"], path, (0, place["size"]), known))
            for head, name in [(head, "log") for head in own] + [(head, "log-kept") for head in kept]:
                if head.size == place["size"] and not self.fail_if(head.root != root, name):
                    subtrees[head] += known
                    proofs.append((name_of(place), place["index"], head))
        return proofs, subtrees

    def hash_leaf(self, place):
        """The leaf hash of the one leaf of the statement that a place names."""
        (leaf,) = self.leaves.get(name_of(place), [])
        return sha256(b"\0", sha256(unbase64(place["salt"]), canonical(leaf)))

    def check_times(self, proofs, own, kept):
        past = [head for head in own + kept if head.time <= self.now + TOLERANCE]
        for head in own + kept:
            is_backwards = any(one.size < head.size and one.time > head.time + TOLERANCE for one in past)
            self.ask_if(head not in past or is_backwards, "log-checkpoint")
        kept_past, was_kept = [head for head in kept if head in past], False
        for name, (leaf, *_) in self.leaves.items():
            time, limit, due = self.times_of(leaf)
            proving = [(index, head) for proved, index, head in proofs if proved == name]
            index, heads = proving[0][0] if proving else None, [head for _, head in proving]
            self.ask_if(not proving, "log" if self.is_excused(name, limit) else "log-missing")
            first = sorted((head for head in heads if head in past and head in own), key=lambda head: head.size)
            first += sorted((head for head in heads if head in kept_past), key=lambda head: head.time)
            self.ask_if(first and first[0].time > due, "log-late")
            self.ask_if(any(head.time + TOLERANCE < time for head in heads), "log-late")
            is_version = leaf["event"] == "notice.published"
            was_kept |= not is_version and any(head in kept for head in heads)
            for head in kept_past:
                is_behind = index is not None and index >= head.size
                is_lacking = not is_version and head not in heads and (index is not None or head.time > due)
                self.ask_if(head.time > due if is_behind else is_lacking, "log-kept")
        self.ask_if(kept_past and not was_kept, "log-kept")

    def times_of(self, leaf):
        """The time of an event, its limit, and when it is due."""
        is_version, imported = leaf["event"] == "notice.published", self.first["imported"]
        time = max(moment(leaf["time"]), moment(imported["time"]) if imported and not is_version else 0)
        limit = time + (DAY if leaf["event"] == "consent.erased" else HOUR)
        return time, limit, max(limit, self.given) if is_version else limit

    def is_excused(self, name, limit):
        """Whether the log need not have it yet, or at all."""
        numbers = [leaf.get("version") for leaf in self.leaves[name]]
        is_before = self.agreed and None not in numbers and max(numbers) < self.agreed["version"]
        return is_before or moment(self.facts["issuedAt"]) <= limit


def take_out(file):
    """The document in a page; any other file as it is."""
    start = b'<script type="application/octet-stream" id="evidence-document">'
    need(len(file) <= 2 * MAX_BYTES)
    if file[:1024].removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n").startswith(b"<"):
        (_, found) = file.split(start)
        text, end, _ = found.partition(b"</script>")
        need(end)
        file = unbase64(text.decode(), url=True)
    need(0 < len(file) <= MAX_BYTES)
    return file


def open_header(encoded):
    jwk = read_json(unbase64(encoded, url=True).decode())["jwk"]
    public, kid = open_jwk(jwk)
    header = {"alg": "ES256", "jwk": jwk, "kid": kid, "typ": "consent-evidence+jws"}
    need(base64url(canonical(header)) == encoded)
    return public, kid


def in_der(signature):
    data = unbase64(signature, url=True)
    need(len(data) == 64)
    return utils.encode_dss_signature(int.from_bytes(data[:32], "big"), int.from_bytes(data[32:], "big"))


def read_log(log):
    """The key of a log of the right form."""
    check(log, SCHEMA["$defs"]["Log"])
    leaves, places = log["leaves"], {}
    need(all(0 <= leaf["index"] < leaf["size"] <= MAX_TREE for leaf in leaves))
    for leaf in leaves:
        place = leaf["index"], leaf["salt"]
        need(places.setdefault(name_of(leaf), place) == place)
    need(len({(name_of(leaf), leaf["size"]) for leaf in leaves}) == len(leaves))
    return read_log_key(log["key"])


def verify(file, keys, checkpoints, now):
    """@param keys: text of a key file, or None @param checkpoints: texts @param now: milliseconds since 1970"""
    try:
        read = ({}, []) if keys is None else read_keys(keys)
        kept = [read_kept(text) for text in checkpoints]
    except (ValueError, RecursionError):
        return {"verdict": None, "fails": [], "asks": []}
    found = Verification(file, read, kept, now)
    return {"verdict": found.verdict, "fails": sorted(found.fails), "asks": sorted(found.asks)}


def verify_vectors(folder=HERE):
    files, others = sorted(Path(folder).glob("*.json")), 0
    for path in files:
        vector = json.loads(path.read_text("utf-8"))
        keys = None if vector["keys"] is None else json.dumps(vector["keys"])
        answer = verify(vector["document"].encode(), keys, vector["checkpoints"], moment(vector["now"]))
        wanted = [vector["verdict"], sorted(vector["fails"]), sorted(vector["asks"])]
        if [*answer.values()] != wanted:
            print(f"{path.name}: {answer}")
            others += 1
    print(f"{len(files)} vectors")
    return 1 if others else 0


def main(file, keys=None, *kept):
    texts = [Path(path).read_text("utf-8", "replace") for path in [*([keys] if keys else []), *kept]]
    now = int(datetime.now(timezone.utc).timestamp() * 1000)
    answer = verify(Path(file).read_bytes(), texts[0] if keys else None, texts[1:], now)
    for line in [f"fails  {name}" for name in answer["fails"]] + [f"judge  {name}" for name in answer["asks"]]:
        print(line)
    print(answer["verdict"] or "no verdict")
    return EXIT_CODES[answer["verdict"]]


if __name__ == "__main__":
    sys.exit(verify_vectors(*sys.argv[2:]) if sys.argv[1:2] == ["--vectors"] else main(*sys.argv[1:]))
