/**
 * The noOperationMethods that the signpost answers. OPTIONS is not among them: API Gateway answers preflights only if no
 * route matches them (docs/decisions/functions.md#noOperationPaths-without-an-operation).
 */
const noOperationMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path variable needs at least one character, so the root is a separate path. */
const noOperationPaths = { Root: '/', Path: '/{path+}' } as const;

/** The routes for every request for no operation, each with a name. API Gateway prefers routes with the full path. */
export const signpostRoutes = noOperationMethods.flatMap((method) =>
  Object.entries(noOperationPaths).map(([name, path]) => ({ name: `${method}${name}`, method, path })),
);

/** The key of the route for a request that no other route matches, as API Gateway writes it; there may be none. */
export const toSignpostRouteKey = (method: string, path: string): string =>
  `${method} ${path === '/' ? noOperationPaths.Root : noOperationPaths.Path}`;
