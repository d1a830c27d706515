"""A newsletter form in Django. When a person sends it, their consent to the notice that it showed is recorded. The proof is the form's
HTML, the address of the page, and what the person sent. Each form has its own Idempotency-Key: a double click records once.

Copy it next to manage.py, and the folder consent_register of the client if you did not install that with pip. Add it to the urls.py of
your project:

    from django.urls import include, path

    urlpatterns = [path("", include("django_newsletter")), ...]

The form is then at /newsletter/. The proof has the address of the request. Behind a proxy that ends TLS, set SECURE_PROXY_SSL_HEADER, or
that address begins with http.

Environment: REGISTER_URL, REGISTER_KEY (a key for machines), REGISTER_PROJECT (UID of the project), REGISTER_PID (PID of the notice),
REGISTER_LANG (language of its text; default eng).

It needs Django 4.2 or newer, Python 3.9, and the client.
"""

import json
import logging
import os
import re
import uuid
from functools import cache
from html import escape

from django.core.cache import cache as pages
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from consent_register import Client, ConsentRegisterError

# The languages of notices, as HTML names them.
TAGS = {"ita": "it", "eng": "en", "spa": "es", "deu": "de", "fra": "fr", "tur": "tr", "por": "pt", "rus": "ru", "ukr": "uk"}

PAGE = """<!doctype html>
<html lang="en"><title>Newsletter</title><meta name="viewport" content="width=device-width">
<style>label {{ display: block; margin: 1em 0 }}</style>
<p>{text}</p>{form}</html>"""

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
NAMES = ("key", "notice", "first_name", "email", "agree")
log = logging.getLogger(__name__)


@cache
def client():
    """A visitor waits for it: at most four attempts and 15 seconds for a request."""
    return Client(os.environ["REGISTER_URL"], key=os.environ["REGISTER_KEY"], attempts=4, timeout=10, total_time=15)


def current_notice():
    """The notice in the language of the site, or else in the first that it has. The register is asked every five minutes."""
    pid, wanted = os.environ["REGISTER_PID"], os.environ.get("REGISTER_LANG", "eng")
    notice = pages.get_or_set("consent-register-notice", lambda: client().get_notices({"pid": int(pid)})["data"][pid], 300)
    titles, texts = notice["title"], notice["descriptionHtml"]
    lang = next(one for one in [wanted, *titles] if titles.get(one) and texts.get(one))
    shown = {"name": f"{notice['id']}-{lang}", "lang": lang, "tag": TAGS[lang], "title": escape(titles[lang]), "html": texts[lang]}
    return {**shown, "id": notice["id"], "validity_days": str(notice["validityDays"])}


def fields(notice, key, first_name="", email=""):
    return FIELDS.format(**notice, key=key, first_name=escape(first_name), email=escape(email))


def page(status, text, form=""):
    return HttpResponse(PAGE.format(text=text, form=form), status=status)


def show_form(request, status, text, notice, key=None):
    """The form with what the visitor typed. By default it has a new key."""
    typed = (request.POST.get("first_name", ""), request.POST.get("email", ""))
    shown = fields(notice, key or str(uuid.uuid4()), *typed)
    return page(status, text, FORM.format(**notice, csrf=get_token(request), fields=shown))


def is_complete(sent):
    try:
        validate_email(sent["email"])
    except ValidationError:
        return False
    is_key = re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", sent["key"])
    return bool(is_key and len(sent["email"]) <= 200 and len(sent["first_name"]) <= 100 and sent["agree"] == "1")


def record(request, notice, sent):
    consent = {
        "projectUid": os.environ["REGISTER_PROJECT"],
        "consentInformationVersionId": notice["id"],
        "lang": notice["lang"],
        "channel": "web.form",
        "proof": {
            "url": request.build_absolute_uri(request.path),
            "html": fields(notice, sent["key"]),
            "submitted": json.dumps({name: sent[name] for name in NAMES[1:]}, ensure_ascii=False),
            "user_agent": request.headers.get("User-Agent", "")[:500],
            "validity_days": notice["validity_days"],
        },
        "userData": {"email": sent["email"], "first_name": sent["first_name"]},
    }
    client().add_consent(consent, idempotency_key=sent["key"])


# No cache may keep a form: two people would send the same key.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def newsletter(request):
    notice, sent = None, {name: request.POST.get(name, "") for name in NAMES}
    try:
        notice = current_notice()
        if request.method != "POST":
            return show_form(request, 200, "Subscribe to our newsletter.", notice)
        if not is_complete(sent):
            return show_form(request, 422, "Please enter your email and tick the box.", notice)
        if sent["notice"] != notice["name"]:
            return show_form(request, 409, "The text has changed. Please read it and fill in the form again.", notice)
        record(request, notice, sent)
        return page(200, "Thank you, you are subscribed.")
    except ConsentRegisterError as error:
        log.error("Consent register: %s", error)
        pages.delete("consent-register-notice")  # The register may no longer know the version, such as after a restore.
        if notice and (error.status == 409 or any(one["field"].startswith("userData") for one in error.errors)):
            return show_form(request, error.status, "We could not accept this. Please check it and send it again.", notice)
    # The consent may be recorded already: the form keeps its key.
    return show_form(request, 503, LATER, notice, sent["key"]) if notice else page(503, LATER)


urlpatterns = [path("newsletter/", newsletter, name="newsletter")]
