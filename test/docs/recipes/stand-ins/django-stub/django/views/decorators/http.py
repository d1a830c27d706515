def require_http_methods(methods):
    return lambda view: view
