import { Duration } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { Construct } from 'constructs';
import { signpostRoutes } from '../signpost/routes.ts';
import { createFunction } from './function.ts';
import type { Options } from './options.ts';
import { addPublicRoutes, limitRoutes } from './public-routes.ts';

/** Settings of its routes: each takes five requests a second, one at a time. That is enough for people who go astray. */
export const signpostSettings = limitRoutes(signpostRoutes, 5, 1);

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
  const reason = 'It is where callers come who do not know the way; nothing but a sentence is there.';
  return addPublicRoutes(parts, httpApi, { handler, routes: signpostRoutes, reason });
};
