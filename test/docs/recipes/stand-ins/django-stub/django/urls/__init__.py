def path(route, view, name=None):
    return route, view
