import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { acknowledgePublicRoute } from './acknowledgements.ts';

/** A route that belongs to no operation. */
export interface PublicRoute {
  readonly name: string;
  readonly method: keyof typeof HttpMethod;
  readonly path: string;
}

/** Public routes to one function. @param reason why API Gateway checks no token on them */
export const addPublicRoutes = (
  scope: Construct,
  httpApi: HttpApi,
  { handler, routes, reason }: { handler: IFunction; routes: readonly PublicRoute[]; reason: string },
): readonly HttpRoute[] => {
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
