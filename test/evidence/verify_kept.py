"""The part of verify.py that judges the member `log` of a document (docs/evidence.md, What a verifier checks).

Time stamps (RFC 3161) are left to other tools: `openssl ts -verify` takes them.
"""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass

from verify_log import (
    PARTS,
    PLAIN,
    Checkpoint,
    Key,
    events_told,
    is_signed,
    leaf_statement,
    read_checkpoint,
    read_key,
    root_of,
    sha256,
    version_statement,
)

MINUTE = 60_000
TOLERANCE = 5 * MINUTE
PROMPTLY = 60 * MINUTE
ERASURES_LAST = 24 * 60 * MINUTE
LARGEST_TREE = 999_999_999_999

Line = tuple[str, str, bool | None, str]
# An event, and the id of a version where it is that of one.
Name = tuple[str, str | None]


@dataclass
class Reader:
    """What a reader has, and two functions of verify.py."""

    now: int
    log_keys: list[str]
    checkpoints: list[Checkpoint]
    moment: Callable[[str], int]
    canonical: Callable[[object], bytes]


def read_kept(text: str) -> Checkpoint | None:
    """A checkpoint that the reader kept: a note, or an event of the register with it."""
    try:
        event = json.loads(text[text.find("{") : text.rfind("}") + 1])
        detail = event["detail"] if isinstance(event.get("detail"), dict) else event
        text = detail["note"] if isinstance(detail.get("note"), str) else text
    except (ValueError, KeyError, AttributeError):
        pass
    return read_checkpoint(text.replace("\r\n", "\n").strip() + "\n")


# A complete subtree, by its level and its position in the row of those of that level.
Subtree = tuple[int, int]
Subtrees = dict[Subtree, bytes]


def peaks_of(size: int) -> list[Subtree]:
    """The complete subtrees that a tree consists of, from left to right."""
    peaks, start = [], 0
    for level in range(size.bit_length() - 1, -1, -1):
        if size >> level & 1:
            peaks.append((level, start >> level))
            start += 1 << level
    return peaks


def join_peaks(hashes: list[bytes]) -> bytes:
    root = hashes[-1]
    for left in reversed(hashes[:-1]):
        root = sha256(b"\1", left, root)
    return root


def subtrees_of_path(leaf: bytes, index: int, size: int, path: list[bytes]) -> list[tuple[Subtree, bytes]]:
    """The complete subtrees whose hashes a path names or computes."""
    found, level, digest, last = [((0, index), leaf)], 0, leaf, size - 1
    hashes = iter(path)
    while last > 0:
        right = index ^ 1
        # The node beside it is there, is there in part, or is not there at all.
        if index & 1 == 0 and index == last:
            index, last, level = index >> 1, last >> 1, level + 1
            continue
        sibling = next(hashes)
        is_whole = (right + 1) << level <= size
        if is_whole:
            found.append(((level, right), sibling))
        digest = sha256(b"\1", sibling, digest) if index & 1 else sha256(b"\1", digest, sibling)
        index, last, level = index >> 1, last >> 1, level + 1
        if (index + 1) << level <= size:
            found.append(((level, index), digest))
    return found


class LogCheck:
    """The checks of a member `log` that has the form of the schema."""

    def __init__(self, statement: dict, log: dict, reader: Reader):
        self.statement, self.log, self.reader = statement, log, reader
        self.lines: list[Line] = []
        self.issued_at = reader.moment(statement["issuedAt"])
        self.included: list[tuple[Name, dict, Checkpoint]] = []
        self.proving: list[tuple[Name, dict, Checkpoint]] = []

    def add(self, name: str, part: str, holds: bool | None, text: str = "") -> None:
        self.lines.append((name, part, holds, text))

    def own_time(self, name: Name) -> int:
        event, version = name
        moment, times, imported = self.reader.moment, self.statement["times"], self.statement["imported"]
        if event == "notice.published":
            return moment(next(one["publishedAt"] for one in self.statement["notice"]["history"] if one["versionId"] == version))
        if event == "consent.erased":
            own = moment(self.statement["erasure"]["time"])
        else:
            own = moment(times["revoked" if event == "consent.revoked" else "given"])
        return own if imported is None else max(own, moment(imported["time"]))

    def is_young(self, name: Name) -> bool:
        return self.issued_at <= self.limit_of(name)

    def limit_of(self, name: Name) -> int:
        return self.own_time(name) + (ERASURES_LAST if name[0] == "consent.erased" else PROMPTLY)

    def due_time(self, name: Name) -> int:
        """A version that the log had before the consent was given is not late."""
        limit = self.limit_of(name)
        given = self.reader.moment(self.statement["times"]["given"])
        return max(limit, given) if name[0] == "notice.published" else limit

    def is_excused(self, name: Name) -> bool:
        notice = self.statement["notice"]
        numbers = [one["version"] for one in notice["history"] if one["versionId"] == name[1]]
        is_before = name[0] == "notice.published" and all(number < notice["version"] for number in numbers)
        return is_before or self.is_young(name)

    def is_past(self, checkpoint: Checkpoint) -> bool:
        return checkpoint.time <= self.reader.now + TOLERANCE

    def check(self) -> list[Line]:
        key = read_key(self.log["key"])
        wrong = "the key of the log is none" if key is None else self.find_wrong_place()
        if key is None or wrong is not None:
            return [("log", "log", False, wrong or "")]
        heads = self.check_checkpoints(key)
        self.check_leaves(heads)
        known = self.check_kept(key, heads)
        self.check_history(heads, known)
        self.check_missing()
        self.doubt_kept([one for one in known if self.is_past(one)])
        if self.reader.log_keys and self.log["key"] not in self.reader.log_keys:
            self.add("log-key", "log", None, "your key file names another log")
        self.doubt_times([*heads.values(), *known])
        self.doubt_late()
        return self.lines

    def find_wrong_place(self) -> str | None:
        seen: dict[Name, int] = {}
        leaves = self.log["leaves"]
        if len({(*name_of(leaf), leaf["size"]) for leaf in leaves}) < len(leaves):
            return "an event has two leaves for one tree"
        for leaf in leaves:
            index, size = leaf["index"], leaf["size"]
            if not 0 <= index < size <= LARGEST_TREE:
                return "a leaf is nowhere in its tree"
            if seen.setdefault(name_of(leaf), index) != index:
                return "an event has two places"
        return None

    def check_checkpoints(self, key: Key) -> dict[int, Checkpoint]:
        heads = []
        for one in self.log["checkpoints"]:
            head = read_checkpoint(one["note"])
            holds = head is not None and head.name == key.name and is_signed(head.text, head.signatures, key)
            self.add("log-checkpoint", "log", holds)
            if head is not None and holds:
                heads.append(head)
                if one["stamps"]:
                    self.add("log-stamp", "log", None, "this program does not look at time stamps")
        if any(one.size >= other.size for one, other in zip(heads, heads[1:])):
            self.add("log-checkpoint", "log", False, "the checkpoints are not in the order of their sizes")
        return {head.size: head for head in heads}

    def entry_of_leaf(self, leaf: dict) -> bytes | None:
        canonical = self.reader.canonical
        if leaf["event"] == "notice.published":
            told = version_statement(leaf["versionId"], self.statement)
        else:
            told = leaf_statement(leaf["event"], self.statement, canonical)
        if told is None:
            return None
        return sha256(base64.b64decode(leaf["salt"]), canonical(told))

    def root_of_leaf(self, leaf: dict) -> bytes | None:
        entry = self.entry_of_leaf(leaf)
        if entry is None:
            return None
        return root_of(entry, leaf["index"], leaf["size"], [base64.b64decode(one) for one in leaf["path"]])

    def hash_of_leaf(self, leaf: dict) -> bytes:
        return sha256(b"\0", self.entry_of_leaf(leaf) or b"")

    def check_leaves(self, heads: dict[int, Checkpoint]) -> None:
        for leaf in self.log["leaves"]:
            root, head = self.root_of_leaf(leaf), heads.get(leaf["size"])
            if root is not None and head is None:
                continue
            holds = head is not None and head.root == root
            self.add("log", PARTS[leaf["event"]], holds)
            if head is not None and holds:
                self.included.append((name_of(leaf), leaf, head))

    def check_kept(self, key: Key, heads: dict[int, Checkpoint]) -> list[Checkpoint]:
        """Those that the key of the log signed."""
        known: list[Checkpoint] = []
        for kept in self.reader.checkpoints:
            if kept.name != key.name:
                self.add("log-kept", "log", None, "what you kept is of another log")
            elif not any(name == key.name and key_hash == key.hash(PLAIN) for name, key_hash, _ in kept.signatures):
                self.add("log-kept", "log", False, "what you kept is of a log with another key")
            elif not is_signed(kept.text, kept.signatures, key):
                self.add("log-kept", "log", None, "the key of the log did not sign what you kept")
            else:
                others = [heads[kept.size]] if kept.size in heads else []
                others += [one for one in known if one.size == kept.size]
                known.append(kept)
                if any(one.root != kept.root for one in others):
                    self.add("log-kept", "log", False, "the log was rewritten")
                for leaf in self.log["leaves"]:
                    if leaf["size"] == kept.size:
                        holds = self.root_of_leaf(leaf) == kept.root
                        self.add("log-kept", PARTS[leaf["event"]], holds)
                        if holds:
                            self.proving.append((name_of(leaf), leaf, kept))
        return known

    def consent_names(self) -> list[Name]:
        return [(event, None) for event in events_told(self.statement)]

    def version_names(self) -> list[Name]:
        return [("notice.published", one["versionId"]) for one in self.statement["notice"]["history"]]

    def proof_of(self, name: Name) -> dict | None:
        return next((leaf for one, leaf, _ in [*self.included, *self.proving] if one == name), None)

    def known_subtrees(self, head: Checkpoint) -> tuple[Subtrees, bool]:
        """What a checkpoint and the paths to it say of complete subtrees, and whether they agree."""
        found: Subtrees = {}
        fit = True
        peaks = peaks_of(head.size)
        for place, digest in [*([(peaks[0], head.root)] if len(peaks) == 1 else []), *self.path_subtrees(head)]:
            fit = found.setdefault(place, digest) == digest and fit
        return found, fit

    def path_subtrees(self, head: Checkpoint) -> list[tuple[Subtree, bytes]]:
        found = []
        for leaf in self.log["leaves"]:
            if leaf["size"] == head.size and self.root_of_leaf(leaf) == head.root:
                path = [base64.b64decode(one) for one in leaf["path"]]
                found += subtrees_of_path(self.hash_of_leaf(leaf), leaf["index"], leaf["size"], path)
        return found

    def is_one_history(self, heads: list[Checkpoint]) -> bool:
        """Whether all trees may be of one log that only grows."""
        all_known: Subtrees = {}
        for head in heads:
            found, fit = self.known_subtrees(head)
            if not fit or any(all_known.setdefault(place, digest) != digest for place, digest in found.items()):
                return False
        for head in heads:
            parts = [all_known.get(place) for place in peaks_of(head.size)]
            if all(part is not None for part in parts) and join_peaks(parts) != head.root:
                return False
        return True

    def check_history(self, heads: dict[int, Checkpoint], known: list[Checkpoint]) -> None:
        own = list(heads.values())
        if not self.is_one_history(own):
            self.add("log", "log", False, "the log has two histories")
        elif known and not self.is_one_history([*own, *known]):
            self.add("log-kept", "log", False, "the log has two histories")

    def check_missing(self) -> None:
        for name in [*self.consent_names(), *self.version_names()]:
            if self.proof_of(name) is None:
                self.add("log" if self.is_excused(name) else "log-missing", PARTS[name[0]], None, "nothing proves this")

    def doubt_kept(self, known: list[Checkpoint]) -> None:
        if not known:
            return
        kept_names = {name for name, _, _ in self.proving}
        before = len(self.lines)
        for name in [*self.consent_names(), *self.version_names()]:
            leaf, part = self.proof_of(name), PARTS[name[0]]
            later = [one for one in known if one.time > self.due_time(name)]
            afterwards = [one for one in later if leaf is not None and leaf["index"] >= one.size]
            for _ in afterwards:
                self.add("log-kept", part, None, "it came into the log only after what you kept")
            if name[0] == "notice.published":
                continue
            fitting = later if leaf is None else [one for one in known if leaf["index"] < one.size]
            for one in fitting:
                if not any(proved == name and kept is one for proved, _, kept in self.proving):
                    self.add("log-kept", part, None, "what you kept is not proved to have this")
        if len(self.lines) == before and not kept_names & set(self.consent_names()):
            self.add("log-kept", "log", None, "what you kept is from before this")

    def doubt_times(self, heads: list[Checkpoint]) -> None:
        for name, _, head in [*self.included, *self.proving]:
            if head.time + TOLERANCE < self.own_time(name):
                self.add("log-order", PARTS[name[0]], None, "the checkpoint is from before this")
        past = sorted((head for head in heads if self.is_past(head)), key=lambda head: head.size)
        for head in heads:
            if not self.is_past(head):
                self.add("log-order", "log", None, "the checkpoint is of the future")
        for i, head in enumerate(past):
            if any(one.size < head.size and one.time > head.time + TOLERANCE for one in past[:i]):
                self.add("log-order", "log", None, "a larger tree has an earlier time")

    def doubt_late(self) -> None:
        included = [one for one in self.included if self.is_past(one[2])]
        proving = [one for one in self.proving if self.is_past(one[2])]
        for name in dict.fromkeys(name_of(leaf) for leaf in self.log["leaves"]):
            own = [head for one, _, head in included if one == name]
            kept = [head for one, _, head in proving if one == name]
            if not own and not kept:
                continue
            first = min(own, key=lambda head: head.size) if own else min(kept, key=lambda head: head.time)
            if first.time > self.due_time(name):
                self.add("log-late", PARTS[name[0]], None, "the log has this only much later")
            self.add("log-time", PARTS[name[0]], True if kept else None, "since when it cannot have been changed")


def name_of(leaf: dict) -> Name:
    return leaf["event"], leaf.get("versionId")


def check_log(statement: dict, log: dict, reader: Reader) -> list[Line]:
    return LogCheck(statement, log, reader).check()
