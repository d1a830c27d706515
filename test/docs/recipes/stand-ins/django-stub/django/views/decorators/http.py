from django.http import HttpResponse


def require_http_methods(methods):
    def restrict(view):
        return lambda request: view(request) if request.method in methods else HttpResponse(status=405)

    return restrict
