import traceback
from importlib import import_module

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import is_forged


def answer(view, request):
    """As Django's: of an error it makes a page; what only ends programs, such as SystemExit, is not an error."""
    try:
        return view(request)
    except Exception:
        traceback.print_exc()
        return HttpResponse("Server Error (500)", status=500)


def get_wsgi_application():
    views = {f"/{route}": view for route, view in import_module(settings.ROOT_URLCONF).urlpatterns}

    def application(environ, start_response):
        request = HttpRequest(environ)
        view = views.get(request.path)
        if view is None:
            response = HttpResponse("Not found", status=404)
        elif is_forged(request):
            response = HttpResponse("CSRF verification failed.", status=403)
        else:
            response = answer(view, request)
        headers = list(response.headers.items())
        if request.csrf_token is not None:
            headers.append(("Set-Cookie", f"csrftoken={request.csrf_token}; Path=/"))
        start_response(f"{response.status_code} Answer", headers)
        return [response.content]

    return application
