"""A site of Django's with the recipe's URLs: of the real Django where it is installed, else of the stand-in for the names that the
recipe uses, which is beside this file. PORT is where it serves; STATE/clock has the seconds by which its clock is ahead, if any."""

import os
import socketserver
import sys
import time
from importlib.util import find_spec
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

if find_spec("django") is None:
    sys.path.append(os.path.join(os.path.dirname(__file__), "django-stub"))

from django.conf import settings  # noqa: E402

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
    ROOT_URLCONF="django_newsletter",
    SECRET_KEY="of this test alone",
)

from django.core.wsgi import get_wsgi_application  # noqa: E402


real_time = time.time


def shifted_time():
    try:
        with open(os.path.join(os.environ["STATE"], "clock"), encoding="utf-8") as file:
            return real_time() + int(file.read())
    except FileNotFoundError:
        return real_time()


time.time = shifted_time


class Threaded(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


application = get_wsgi_application()
make_server("127.0.0.1", int(os.environ["PORT"]), application, Threaded, Quiet).serve_forever()
