"""Receives events of the register by HTTP, from an API destination of EventBridge or from `npx consent-register start --events-to`. It verifies the
signature of each event, then writes the event to a folder, one file for each. EventBridge delivers at least once and in no order. A
repeated event has the same file name, so it is stored once: your program reads the files and must leave them there.

It answers 204 when the event is in the folder, and 400 when the register did not sign it. EventBridge does not retry a 400. It retries
any other failure, such as a disk error.

Environment: EVENTS_KEYS (the file that `events keys --out` writes), EVENTS_FOLDER (folder for the events), PORT (8090).

It needs Python 3.9 or newer and the cryptography package: the standard library has no Ed25519.

    python3 events.py
"""

import base64
import json
import os
import re
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LONGEST_BODY = 256 * 1024


def setting(name):
    value = os.environ.get(name)
    if not value:
        print(f"Set the environment variable {name}.", file=sys.stderr)
        sys.exit(2)
    return value


def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


class Refused(Exception):
    """A request that is not an event of the register."""


def read_event(jws, keys):
    """The event in a JWS (RFC 7515, EdDSA). Nothing outside the JWS counts."""
    try:
        header, payload, signature = jws.split(".")
        head = json.loads(decode(header))
        key = keys.get(head["kid"])
        if head["alg"] != "EdDSA" or head["typ"] != "consent-register-event+jws" or key is None:
            raise Refused("No known key signed it.")
        key.verify(decode(signature), f"{header}.{payload}".encode("ascii"))
        event = json.loads(decode(payload))
    except InvalidSignature as error:
        raise Refused("The signature is wrong.") from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Refused("It has no JWS.") from error
    if not re.fullmatch("[0-9a-f]{32}", event["id"]):
        raise Refused("It has no id.")
    return event


def keep(event, folder):
    """Writes the event to the folder, complete or not at all. Returns whether it is new."""
    temporary = os.path.join(folder, f".{uuid.uuid4()}")
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(event, file)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, os.path.join(folder, f"{event['id']}.json"))
        return True
    except FileExistsError:
        return False
    finally:
        os.unlink(temporary)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_GET(self):
        self.answer(405)

    def do_POST(self):
        try:
            event = read_event(self.read_jws(), self.server.keys)
            if keep(event, self.server.folder):
                print(f"{event['type']} {event['id']}", flush=True)
            self.answer(204)
        except Refused as error:
            print(f"Refused: {error}", file=sys.stderr, flush=True)
            self.answer(400)
        except OSError as error:
            print(error, file=sys.stderr, flush=True)
            self.answer(500)

    def read_jws(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,9}", length) or int(length) > LONGEST_BODY:
            raise Refused("It is too long.")
        try:
            return json.loads(self.rfile.read(int(length)))["detail"]["jws"]
        except (KeyError, RecursionError, TypeError, ValueError) as error:
            raise Refused("It is not an event.") from error

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


def main():
    with open(setting("EVENTS_KEYS"), encoding="utf-8") as file:
        listed = json.load(file)["keys"]
    folder = setting("EVENTS_FOLDER")
    os.makedirs(folder, exist_ok=True)
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT") or 8090)), Receiver)
    server.keys = {
        key["kid"]: Ed25519PublicKey.from_public_bytes(decode(key["x"])) for key in listed if key["crv"] == "Ed25519"
    }
    server.folder = folder
    server.serve_forever()


if __name__ == "__main__":
    main()
