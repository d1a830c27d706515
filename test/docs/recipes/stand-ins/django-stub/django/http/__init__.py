from http.cookies import SimpleCookie
from urllib.parse import parse_qsl


class HttpRequest:
    csrf_token = None

    def __init__(self, environ):
        self.method, self.path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.host = environ["HTTP_HOST"]
        sent = {name: text for name, text in environ.items() if name.startswith("HTTP_")}
        self.headers = {name[5:].replace("_", "-").title(): text for name, text in sent.items()}
        self.COOKIES = {name: morsel.value for name, morsel in SimpleCookie(environ.get("HTTP_COOKIE", "")).items()}
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        self.POST = dict(parse_qsl(body.decode(), keep_blank_values=True))

    def build_absolute_uri(self, path):
        return f"http://{self.host}{path}"


class HttpResponse:
    def __init__(self, content="", status=200):
        self.content, self.status_code = content.encode(), status
        self.headers = {"Content-Type": "text/html; charset=utf-8"}
