"""What Schemathesis cannot know of the document.

The project and the notices are those of the demo data, for others are refused, and then no link would be followed. Bodies of
multipart/form-data have nested members in bracket notation, as the document says by `style: deepObject`; Schemathesis reads
`style` for forms alone, and would send objects as parts of JSON, which the service refuses.
"""

import re

import schemathesis


PIDS = [1, 2, 3]


def is_whole(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value // 1


def is_id(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{32}", value) is not None


def each(value, is_one, change):
    """The value changed, or each of its items, where all of them are what is changed."""
    if is_one(value):
        return change(value)
    if isinstance(value, list) and value and all(map(is_one, value)):
        return list({change(one): None for one in value})
    return value


def with_demo_data(body):
    known = dict(body)
    for name in ("pid", "consentInformationPid"):
        if name in known:
            known[name] = each(known[name], is_whole, lambda pid: PIDS[int(pid) % len(PIDS)])
    pids = each(known.get("consentInformationVersionId"), is_id, lambda _id: PIDS[0])
    if pids != known.get("consentInformationVersionId"):
        del known["consentInformationVersionId"]
        known["consentInformationPid"] = pids
    if isinstance(known.get("projectUid"), str):
        known["projectUid"] = "demo-shop"
    return known


def with_times(body):
    """A pattern does not say how many days a month has, nor that a period begins before it ends."""
    times = [name for name in ("from", "until", "at") if isinstance(body.get(name), str)]
    given = {name: re.sub(r"-(29|30|31)(?=\D|$)", "-28", body[name]) for name in times}
    if {"from", "until"} <= given.keys():
        plain = [given[name].strip().removesuffix("Z").replace(" ", "T") for name in ("from", "until")]
        given["from"], given["until"] = sorted(plain)
    return {**body, **given}


def to_fields(name, value):
    if isinstance(value, dict) and value:
        return [field for key, inner in value.items() for field in to_fields(f"{name}[{key}]", inner)]
    if isinstance(value, list):
        return [field for item in value for field in to_fields(name, item)]
    if isinstance(value, bool):
        return [(name, str(value).lower())]
    return [] if value is None else [(name, str(value or ""))]


def in_bracket_notation(body):
    fields = {}
    for name, value in body.items():
        for written, text in to_fields(name, value):
            # Clients differ in how they write these characters in a name; the service takes such names as JSON alone.
            fields.setdefault(re.sub(r'["\\\r\n%]', "_", written), []).append(text)
    return {name: texts[0] if len(texts) == 1 else texts for name, texts in fields.items()}


@schemathesis.hook
def before_load_schema(_context, raw_schema):
    """The document keeps the request of a link in an extension: generators of clients refuse one that is no string."""
    for methods in raw_schema["paths"].values():
        for link in methods["post"]["responses"]["200"].get("links", {}).values():
            link["requestBody"] = link["x-request"]


@schemathesis.hook
def before_call(_context, case, _kwargs):
    if not isinstance(case.body, dict):
        return
    case.body = with_times(with_demo_data(case.body))
    if case.media_type == "multipart/form-data":
        case.body = in_bracket_notation(case.body)
    elif case.media_type == "application/x-www-form-urlencoded":
        # A form says nothing of an object without members, which is `userData=`.
        case.body = {name: "" if value == {} else value for name, value in case.body.items()}
