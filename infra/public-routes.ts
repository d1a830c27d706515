import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { consoleRoutes, signpostRoutes } from '../shared/api/other-routes.ts';
import { acknowledgePublicRoute } from './acknowledgements.ts';
import type { FunctionDefinition } from './function.ts';
import { createFunction } from './function.ts';
import type { RegisterOptions } from './register-name.ts';

/** A route that belongs to no operation. */
interface PublicRoute {
  readonly name: string;
  readonly method: keyof typeof HttpMethod;
  readonly path: string;
}

/** A function that answers requests for no operation, such as one for a page. */
interface PublicFunction extends Pick<FunctionDefinition, 'name' | 'description' | 'memorySize'> {
  readonly routes: readonly PublicRoute[];
  /** Why API Gateway checks no token on its routes. */
  readonly reason: string;
}

/** Creates such a function behind its routes. Its role can only write its own log. */
const createPublicFunction = (
  scope: Construct,
  httpApi: HttpApi,
  { routes, reason, ...definition }: PublicFunction,
  options: RegisterOptions,
): readonly HttpRoute[] => {
  const handler = createFunction(
    scope,
    { ...definition, timeout: Duration.seconds(10), environment: {}, statements: [] },
    options,
  );
  const integration = new HttpLambdaIntegration('Integration', handler, {
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    timeout: Duration.seconds(29),
    scopePermissionToRoute: false,
  });
  return routes.map(({ name, method, path }) => {
    const route = new HttpRoute(scope, name, {
      httpApi,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration,
    });
    acknowledgePublicRoute(route, reason);
    return route;
  });
};

/** Settings of routes, by their keys. @param rate requests a second @param burst how many at once */
const limitRoutes = (routes: readonly PublicRoute[], rate: number, burst: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    routes.map(({ method, path }) => [`${method} ${path}`, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }]),
  );

/** Settings of its routes: on a first visit a browser requests up to six files at once, later only the page. */
export const consoleSettings = limitRoutes(consoleRoutes, 20, 20);

/**
 * The function that serves the console from its own bundle, behind its routes. Its role can only write its own log
 * (docs/decisions/pages.md#console).
 */
export const createConsole = (scope: Construct, httpApi: HttpApi, options: RegisterOptions): readonly HttpRoute[] =>
  createPublicFunction(
    new Construct(scope, 'Console'),
    httpApi,
    {
      name: 'console',
      description: 'Serves the files of the console',
      memorySize: 256,
      routes: consoleRoutes,
      reason: 'People load the console to sign in; it has only files that are the same for everybody.',
    },
    options,
  );

/** Settings of its routes: each allows five requests a second, one at a time. That is enough for lost callers. */
export const signpostSettings = limitRoutes(signpostRoutes, 5, 1);

/**
 * The function that answers requests for no operation, behind its routes. Its role can only write its own log
 * (docs/decisions/functions.md#paths-without-an-operation).
 */
export const createSignpost = (scope: Construct, httpApi: HttpApi, options: RegisterOptions): readonly HttpRoute[] =>
  createPublicFunction(
    new Construct(scope, 'Signpost'),
    httpApi,
    {
      name: 'signpost',
      description: 'Answers requests for no operation with what to send, and explains problems',
      memorySize: 128,
      routes: signpostRoutes,
      reason: 'Lost callers arrive on this route; it has nothing but explanations.',
    },
    options,
  );
