import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpMethod, HttpRoute, HttpRouteKey, PayloadFormatVersion } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { signpostRoutes } from '../signpost/routes.ts';
import { acknowledgePublicRoute } from './acknowledgements.ts';
import { createFunction } from './function.ts';
import type { Options } from './options.ts';

/** Settings of its routes: each takes five requests a second, one at a time. That is enough for people who go astray. */
export const signpostSettings: Readonly<Record<string, unknown>> = Object.fromEntries(
  signpostRoutes.map(({ method, path }) => [`${method} ${path}`, { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 1 }]),
);

/**
 * The function that answers what is no operation, behind its routes. Its role reaches nothing but its own log
 * (decision 0025).
 */
export const createSignpost = (scope: Construct, httpApi: HttpApi, options: Options): readonly HttpRoute[] => {
  const parts = new Construct(scope, 'Signpost');
  const handler = createFunction(
    parts,
    {
      description: 'Says what to send where a request is for no operation, and shows what problems mean',
      entry: 'signpost/signpost.ts',
      memorySize: 128,
      timeout: Duration.seconds(10),
      environment: {},
      statements: [],
    },
    options,
  );
  const integration = new HttpLambdaIntegration('Integration', handler, {
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
    timeout: Duration.seconds(29),
    scopePermissionToRoute: false,
  });
  return signpostRoutes.map(({ name, method, path }) => {
    const routeKey = HttpRouteKey.with(path, HttpMethod[method]);
    const route = new HttpRoute(parts, name, { httpApi, routeKey, integration });
    acknowledgePublicRoute(route, 'It is where callers come who do not know the way; nothing but a sentence is there.');
    return route;
  });
};
