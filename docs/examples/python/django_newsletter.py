"""A newsletter form and its view in Django. It shows the notice and a form. When the person sends the form, it records their consent to
the version it showed. The proof is the form's HTML, the address of the page, and what the person sent. Each form has its own
Idempotency-Key, so a double click records once.

Copy it next to manage.py, and the folder consent_register of the client if you did not install that with pip. Add it to the urls.py of your project:

    from django.urls import include, path

    urlpatterns = [path("", include("django_newsletter")), ...]

The form is then at /newsletter/. The proof has the address of the request. Behind a proxy that ends TLS, set SECURE_PROXY_SSL_HEADER, or
that address begins with http.

Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
REGISTER_LANG (language of its text; default eng).

It needs Django 4.2 or newer, Python 3.9, and the client.

Try it: python3 manage.py runserver 8080
"""

import json
import logging
import os
import re
import time
import uuid
from functools import cache
from html import escape
from threading import Lock

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from consent_register import Client, ConsentRegisterError

log = logging.getLogger(__name__)

NOTICE_SECONDS = 5 * 60

# The languages of notices, as HTML names them.
TAGS = {"ita": "it", "eng": "en", "spa": "es", "deu": "de", "fra": "fr", "tur": "tr", "por": "pt", "rus": "ru", "ukr": "uk"}

PAGE = """<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>body {{ font: 1em/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; overflow-wrap: anywhere }}
label {{ display: block; margin: 1em 0 }}</style>
<p>{text}</p>{html}</html>"""

FORM = """<form method="post"><input type="hidden" name="csrfmiddlewaretoken" value="{csrf}">
<section lang="{tag}"><h1>{title}</h1>{html}</section>
{fields}
</form>"""

# The form without the notice's text, which the register has. The empty form is the proof. Django's CSRF token is a secret: it is not here.
FIELDS = """<input type="hidden" name="key" value="{key}">
<input type="hidden" name="notice" value="{name}">
<label>First name <input name="first_name" value="{first_name}" autocomplete="given-name" maxlength="100"></label>
<label>Email <input name="email" type="email" value="{email}" autocomplete="email" maxlength="200" required></label>
<label><input name="agree" type="checkbox" value="1" required> I have read
  <b lang="{tag}">{title}</b> and agree to it.</label>
<button>Subscribe</button>"""

LATER = "We cannot subscribe you right now. Please try again later."
CHANGED = "The text has changed. Please read it and fill in the form again."
REFUSED = "We could not accept your details. Please check them."
REFUSALS = {
    400: REFUSED,
    409: "This form was sent before with other details. Please fill in this new one.",
    413: REFUSED,
    422: REFUSED,
}

creation = Lock()


def setting(name: str) -> str:
    value = os.environ.get(name, "")
    if value == "":
        raise RuntimeError(f"Set the environment variable {name}.")
    return value


class Newsletter:
    """What all requests share: one client, and the notice."""

    def __init__(self) -> None:
        # At most four tries and 15 seconds for a request: a visitor waits for it.
        self.client = Client(setting("REGISTER_URL"), key=setting("REGISTER_KEY"), attempts=4, timeout=10, total_time=15)
        self._notice: dict | None = None
        self._asked_at = 0.0

    def notice(self) -> dict:
        """The current notice, in the language of the site or else the first it has: `title` is text, `html` is HTML, `tag` is the language
        in HTML. It asks the register every five minutes. If the register does not answer, it is the last version."""
        if self._notice is None or time.time() > self._asked_at + NOTICE_SECONDS:
            self._asked_at = time.time()  # While one request asks, others show the last version.
            try:
                self._notice = self._ask()
            except ConsentRegisterError as error:
                if self._notice is None:
                    raise
                log_error(error)
        return self._notice

    def forgets_notice(self, error: ConsentRegisterError) -> bool:
        """If the register no longer knows the version, such as after a restore, forgets it and returns True."""
        is_unknown = error.status == 422 and any(one["field"] == "consentInformationVersionId" for one in error.errors)
        if is_unknown:
            self._notice = None
        return is_unknown

    def _ask(self) -> dict:
        pid, wanted = setting("REGISTER_PID"), os.environ.get("REGISTER_LANG") or "eng"
        notice = self.client.get_notices({"pid": int(pid)})["data"][pid]
        titles, texts = notice["title"], notice["descriptionHtml"]
        lang = next((one for one in [wanted, *titles] if titles.get(one) and texts.get(one)), None)
        if lang is None:
            raise ConsentRegisterError("notice.without-text", "The notice has no text.")
        return {
            "name": f"{notice['id']}-{lang}",
            "id": notice["id"],
            "lang": lang,
            "tag": TAGS[lang],
            "title": titles[lang],
            "html": texts[lang],
            "validity_days": str(notice["validityDays"]),
        }


@cache
def the_newsletter() -> Newsletter:
    return Newsletter()


def newsletter_of_site() -> Newsletter:
    """One for all threads. Without the lock, two first requests at once would make one each and log in twice."""
    with creation:
        return the_newsletter()


def fields(notice: dict, key: str, first_name: str = "", email: str = "") -> str:
    typed = {"first_name": escape(first_name), "email": escape(email)}
    return FIELDS.format(key=key, name=notice["name"], tag=notice["tag"], title=escape(notice["title"]), **typed)


def form(request: HttpRequest, notice: dict, key: str) -> str:
    shown = {**notice, "title": escape(notice["title"])}
    typed = (request.POST.get("first_name", ""), request.POST.get("email", ""))
    return FORM.format(csrf=get_token(request), fields=fields(notice, key, *typed), **shown)


def page(status: int, text: str, html: str = "") -> HttpResponse:
    return HttpResponse(PAGE.format(text=text, html=html), status=status)


def show(request: HttpRequest, status: int, text: str) -> HttpResponse:
    """A new form with the current notice. Without a notice there is no form."""
    try:
        return page(status, text, form(request, newsletter_of_site().notice(), str(uuid.uuid4())))
    except ConsentRegisterError as error:
        log_error(error)
        return page(503, LATER)


def log_error(error: ConsentRegisterError) -> None:
    log.error("Consent register: %s %s %s", error.status, error.code, json.dumps(error.errors) if error.errors else error.detail)


def is_of_visitor(error: ConsentRegisterError) -> bool:
    """Whether the register refuses what the visitor sent, and not a setting or the program, such as the project."""
    return error.status in REFUSALS and (not error.errors or any(one["field"].startswith("userData") for one in error.errors))


def is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 200


def is_filled_in(sent: dict) -> bool:
    is_key = re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", sent["key"])
    is_short = len(sent["first_name"]) <= 100
    return bool(is_key and is_short and is_email(sent["email"]) and sent["agree"] == "1")


def to_consent(request: HttpRequest, notice: dict, sent: dict) -> dict:
    submitted = {name: sent[name] for name in ("first_name", "email", "agree", "notice")}
    return {
        "projectUid": setting("REGISTER_PROJECT"),
        "consentInformationVersionId": notice["id"],
        "lang": notice["lang"],
        "channel": "web.form",
        "proof": {
            "url": request.build_absolute_uri(request.path),
            "html": fields(notice, sent["key"]),
            "submitted": json.dumps(submitted, ensure_ascii=False),
            "user_agent": request.headers.get("User-Agent", "")[:500],
            "validity_days": notice["validity_days"],
        },
        "userData": {"email": sent["email"], "first_name": sent["first_name"]},
    }


# No cache may keep a form: two people would send the same key.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def newsletter(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return show(request, 200, "Subscribe to our newsletter.")
    sent = {name: request.POST.get(name, "") for name in ("key", "notice", "first_name", "email", "agree")}
    if not is_filled_in(sent):
        return show(request, 422, "Please enter your email and tick the box.")
    site, notice = newsletter_of_site(), None
    try:
        notice = site.notice()
        if sent["notice"] != notice["name"]:
            return show(request, 409, CHANGED)
        site.client.add_consent(to_consent(request, notice, sent), idempotency_key=sent["key"])
        return page(200, "Thank you, you are subscribed.")
    except ConsentRegisterError as error:
        log_error(error)
        if site.forgets_notice(error):
            return show(request, 409, CHANGED)
        if notice and is_of_visitor(error):
            return show(request, error.status, REFUSALS[error.status])
    # Keep the key: the consent may be recorded already.
    return page(503, LATER, form(request, notice, sent["key"]) if notice else "")


urlpatterns = [path("newsletter/", newsletter, name="newsletter")]
