"""A newsletter form and its view in Django: shows the form, and records the consent of who sends it, with the form's HTML and the
address of the page as proof. Each form has an Idempotency-Key of its own, so that a double click records once.

Copy it and register.py beside manage.py, and add it to the urls.py of your project:

    from django.urls import include, path

    urlpatterns = [path("", include("django_newsletter")), ...]

The form is at /newsletter/ then. Its address in the proof is that of the request: behind a proxy that ends TLS, set
SECURE_PROXY_SSL_HEADER, or it begins with http.

Environment: REGISTER_URL, REGISTER_EMAIL, REGISTER_PASSWORD (see register.py), REGISTER_PROJECT (uid of the project), REGISTER_PID
(PID of the notice).

It needs Django 4.2 or newer, and Python 3.9.

Try it: python3 manage.py runserver 8080
"""

import logging
import re
import uuid
from functools import cache
from threading import Lock

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from register import Register, RegisterError, setting

log = logging.getLogger(__name__)

# What is shown is what is stored as proof; Django's CSRF token, which is a secret, is not.
FIELDS = """<input type="hidden" name="key" value="{key}">
<label>First name <input name="first_name" autocomplete="given-name" maxlength="100"></label>
<label>Email <input name="email" type="email" autocomplete="email" maxlength="200" required></label>
<label><input name="agree" type="checkbox" value="1" required> I want the newsletter and have read
  <a href="/newsletter-notice">how my data is used</a>.</label>
<button>Subscribe</button>"""

PAGE = """<!doctype html><html lang="en"><title>Newsletter</title><p>{text}</p>
<form method="post"><input type="hidden" name="csrfmiddlewaretoken" value="{csrf}">{fields}</form></html>"""

REFUSALS = {
    409: "This form was sent before, with other details. Please fill in this one.",
    422: "What you sent was refused. Please check it.",
}


creation = Lock()


@cache
def the_register() -> Register:
    return Register.from_environment()


def register() -> Register:
    """The same for all threads: the cache alone would let two that come at once make one each, and log in twice."""
    with creation:
        return the_register()


def page(request: HttpRequest, text: str, status: int = 200) -> HttpResponse:
    fields = FIELDS.format(key=uuid.uuid4())
    return HttpResponse(PAGE.format(text=text, csrf=get_token(request), fields=fields), status=status)


def is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


# No cache may keep a form, or two people would send the same key.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def newsletter(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return page(request, "Once a week at most.")
    key, email = request.POST.get("key", ""), request.POST.get("email", "")
    is_key = re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", key)
    if not is_key or not is_email(email) or request.POST.get("agree") != "1":
        return page(request, "Please give your email and tick the box.", 422)
    consent = {
        "projectUid": setting("REGISTER_PROJECT"),
        "consentInformationPid": setting("REGISTER_PID"),
        "channel": "web.form",
        "proof": {"url": request.build_absolute_uri(request.path), "html": FIELDS.format(key=key)},
        "userData": {"email": email, "first_name": request.POST.get("first_name", "")},
    }
    try:
        register().call("/consent-register/add", consent, key)
    except RegisterError as error:
        log.error("Consent not recorded: %s %s %s %s", error.status, error.code, error, error.errors)
        text = REFUSALS.get(error.status, "You could not be subscribed just now. Please try again later.")
        return page(request, text, error.status if error.status in REFUSALS else 503)
    return page(request, "Thank you, you are subscribed.")


urlpatterns = [path("newsletter/", newsletter, name="newsletter")]
