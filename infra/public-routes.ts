import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { acknowledgePublicRoute } from './acknowledgements.ts';
import type { FunctionDefinition } from './function.ts';
import { createFunction } from './function.ts';
import type { Options } from './options.ts';

/** A route that belongs to no operation. */
export interface PublicRoute {
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
export const createPublicFunction = (
  scope: Construct,
  httpApi: HttpApi,
  { routes, reason, ...definition }: PublicFunction,
  options: Options,
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
export const limitRoutes = (
  routes: readonly PublicRoute[],
  rate: number,
  burst: number,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    routes.map(({ method, path }) => [`${method} ${path}`, { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst }]),
  );
