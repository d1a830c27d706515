import secrets


def get_token(request):
    request.csrf_token = request.COOKIES.get("csrftoken") or secrets.token_hex(16)
    return request.csrf_token


def is_forged(request):
    cookie = request.COOKIES.get("csrftoken")
    return request.method == "POST" and (cookie is None or cookie != request.POST.get("csrfmiddlewaretoken"))
