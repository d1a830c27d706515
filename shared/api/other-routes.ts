import type { LinkUse } from '../links/link.ts';

/** The names of the pages: of the console itself, and of the page that verifies documents. */
export const consolePages = { console: '', verify: 'verify' } as const;

/** A file of the console. */
export interface ConsoleFile {
  /** The last part of its address. That of a page never changes; all others change with the content of the file. */
  readonly name: string;
  readonly contentType: string;
  /** For a page: its content security policy, including who may frame it. */
  readonly policy?: string;
  readonly text: string;
}

/** The methods that read. `functions/no-operation.ts` answers all others on the paths of the console and the key file. */
export const readingMethods = ['GET', 'HEAD'] as const;

const consolePaths = { Page: '/console', File: '/console/{file+}' } as const;

/** The routes of the console, each with a name. */
export const consoleRoutes = readingMethods.flatMap((method) =>
  Object.entries(consolePaths).map(([name, path]) => ({ name: `${method}${name}`, method, path })),
);

/** The route key for a path under `/console/`, as API Gateway writes it; the file may not exist. */
export const toConsoleRouteKey = (method: string, path: string): string =>
  `${method} ${path.startsWith(`${consolePaths.Page}/`) ? consolePaths.File : path}`;

/** The name of the file at a path; undefined if the path does not belong to the console. */
export const fileAt = (path: string): string | undefined => {
  if (path === consolePaths.Page) return '';
  return path.startsWith(`${consolePaths.Page}/`) ? path.slice(consolePaths.Page.length + 1) : undefined;
};

/** The path of the key file, which has the public keys of evidence. */
export const keyFilePath = '/evidence/keys.json';

/** The routes of the key file, each with a name. */
export const keyFileRoutes = readingMethods.map((method) => ({ name: method, method, path: keyFilePath }));

const linkPaths = { page: '/p', 'one-click': '/u' } as const satisfies Readonly<Record<LinkUse, string>>;

/** The address of a link for a person. @param base scheme and host of the register, from its configuration */
export const addressOfLink = (base: string, use: LinkUse, link: string): string => `${base}${linkPaths[use]}/${link}`;

/** The routes of links, each with a name. GET and HEAD are those of the page and change nothing; POST withdraws. */
const routesOfLinks = (methods: readonly ('GET' | 'HEAD' | 'POST')[]) =>
  methods.flatMap((method) =>
    Object.entries({ Page: linkPaths.page, OneClick: linkPaths['one-click'] }).map(([name, path]) => ({
      name: `${method}${name}`,
      method,
      path: `${path}/{link}`,
    })),
  );
export const linkPageRoutes = routesOfLinks(readingMethods);
export const withdrawalRoutes = routesOfLinks(['POST']);

/** What a path is the link of, and its route, which has nothing of the link. Undefined for a path of no link. */
export const linkAt = (
  path: string,
): { readonly use: LinkUse; readonly text: string; readonly path: string } | undefined => {
  const [, root = '', text = '', ...others] = path.split('/');
  const use = (Object.keys(linkPaths) as LinkUse[]).find((one) => linkPaths[one] === `/${root}`);
  return use === undefined || others.length > 0 ? undefined : { use, text, path: `${linkPaths[use]}/{link}` };
};

const confirmationPath = '/c';

/** The address of the page of a request to confirm. @param base scheme and host of the register, from its configuration */
export const addressOfConfirmation = (base: string, text: string): string => `${base}${confirmationPath}/${text}`;

/** The routes of this page, each with a name. GET and HEAD change nothing; POST confirms. */
const routesOfConfirmations = (methods: readonly ('GET' | 'HEAD' | 'POST')[]) =>
  methods.map((method) => ({ name: method, method, path: `${confirmationPath}/{link}` }));
export const confirmationPageRoutes = routesOfConfirmations(['GET', 'HEAD']);
export const confirmingRoutes = routesOfConfirmations(['POST']);

/** What a path of this page ends with, and its route, which has nothing of that. Undefined for any other path. */
export const confirmationAt = (path: string): { readonly text: string; readonly path: string } | undefined => {
  const [, root, text = '', ...others] = path.split('/');
  const isOne = `/${root}` === confirmationPath && others.length === 0;
  return isOne ? { text, path: `${confirmationPath}/{link}` } : undefined;
};

/** The route key for a path of a link, as API Gateway writes it; the link may be none. */
export const toLinkRouteKey = (method: string, path: string): string => `${method} ${path.replace(/[^/]+$/, '{link}')}`;

/**
 * The methods that `functions/no-operation.ts` answers. OPTIONS is not among them: API Gateway answers preflights only if no
 * route matches them (docs/decisions.md#paths-without-an-operation).
 */
const noOperationMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path variable needs at least one character, so the root is a separate path. */
const noOperationPaths = { Root: '/', Path: '/{path+}' } as const;

/** The routes for every request for no operation, each with a name. API Gateway prefers routes with the full path. */
export const noOperationRoutes = noOperationMethods.flatMap((method) =>
  Object.entries(noOperationPaths).map(([name, path]) => ({ name: `${method}${name}`, method, path })),
);

/** The key of the route for a request that no other route matches, as API Gateway writes it; there may be none. */
export const toNoOperationRouteKey = (method: string, path: string): string =>
  `${method} ${path === '/' ? noOperationPaths.Root : noOperationPaths.Path}`;
