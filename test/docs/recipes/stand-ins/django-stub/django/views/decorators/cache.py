def never_cache(view):
    def uncached(request):
        response = view(request)
        response.headers["Cache-Control"] = "max-age=0, no-cache, no-store, must-revalidate, private"
        return response

    return uncached
