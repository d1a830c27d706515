/** The methods that read. All others under its paths lead to the signpost. */
const methods = ['GET', 'HEAD'] as const;

const paths = { Page: '/console', File: '/console/{file+}' } as const;

/** The routes of the console, each with a name. */
export const consoleRoutes = methods.flatMap((method) =>
  Object.entries(paths).map(([name, path]) => ({ name: `${method}${name}`, method, path })),
);

/** The key of the route that a path under `/console/` takes, as API Gateway writes it; there may be none. */
export const toConsoleRouteKey = (method: string, path: string): string =>
  `${method} ${path.startsWith(`${paths.Page}/`) ? paths.File : path}`;

/** The name of the file at a path; undefined where the path is not one of the console's. */
export const fileAt = (path: string): string | undefined => {
  if (path === paths.Page) return '';
  return path.startsWith(`${paths.Page}/`) ? path.slice(paths.Page.length + 1) : undefined;
};
