/**
 * The methods that lead to the signpost. OPTIONS is none of them: API Gateway answers preflights by itself only where no
 * route takes them (decision 0025).
 */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path variable takes one character or more, so the root is a path of its own. */
const paths = { Root: '/', Path: '/{path+}' } as const;

/** The routes that take every request for no operation, each with a name. API Gateway prefers a route that names the whole path. */
export const signpostRoutes = methods.flatMap((method) =>
  Object.entries(paths).map(([name, path]) => ({ name: `${method}${name}`, method, path })),
);

/** The key of the route that a request takes if no other takes it, as API Gateway writes it; there may be none. */
export const toSignpostRouteKey = (method: string, path: string): string =>
  `${method} ${path === '/' ? paths.Root : paths.Path}`;
