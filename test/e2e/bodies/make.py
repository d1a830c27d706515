"""Writes the bodies that Python's requests makes of consent.json: python3 test/e2e/bodies/make.py"""

import json
from pathlib import Path

from requests import Request

here = Path(__file__).parent
consent = json.loads((here / "consent.json").read_text(encoding="utf-8"))


def save(name, **parameters):
    request = Request("POST", "http://127.0.0.1/", **parameters).prepare()
    body = request.body.decode() if isinstance(request.body, bytes) else request.body
    content = {"contentType": request.headers["Content-Type"], "body": body}
    text = json.dumps(content, ensure_ascii=False, indent=2)
    (here / f"{name}.json").write_text(text + "\n", encoding="utf-8", newline="\n")


def to_pairs(value, name):
    if isinstance(value, dict):
        return [pair for key, member in value.items() for pair in to_pairs(member, f"{name}[{key}]" if name else key)]
    if isinstance(value, list):
        return [pair for member in value for pair in to_pairs(member, f"{name}[]")]
    return [(name, str(value))]


pairs = to_pairs(consent, "")
without_pids = {name: value for name, value in pairs if name != "consentInformationPid[]"}

save("requests-tuples", data=pairs)
save("requests-dict", data={**without_pids, "consentInformationPid": consent["consentInformationPid"]})
save("requests-json", json=consent)
save("requests-multipart", files=[(name, (None, value)) for name, value in pairs])
